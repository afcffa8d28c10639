import { decodeEscapes } from './decode-escapes.ts';

/** A chunk of text in all forms in which the search looks for secrets. */
export interface TextForms {
  /** The text in lower case. */
  readonly lower: string;
  /** The text without the escapes of JSON, URLs and HTML. */
  readonly plain: string;
  /** The plain text in lower case. */
  readonly lowerPlain: string;
  /** The plain text without white space and line ends. A text that was split over lines is whole in this form. */
  readonly joined: string;
  /** The letters and digits of the decoded output in lower case, without `0x`. In this form, a dump of bytes has no gaps. */
  readonly hex: string;
  /** The digits of the decoded output. Several separators between two digits become one space. */
  readonly digits: string;
  /** The digits of the decoded output. Letters or many other characters between two digits become one space. */
  readonly allDigits: string;
}

/** Returns all forms of a chunk of text. The time is linear in the length of the text. */
export function formsOf(raw: string): TextForms {
  const plain = decodeEscapes(raw);
  const lower = raw.toLowerCase();
  const lowerPlain = plain === raw ? lower : plain.toLowerCase();
  return { lower, plain, lowerPlain, ...compactForms(plain) };
}

/** The maximum number of signs between two digits of a number that is split over lines. */
const maxGap = 12;
const narrowGaps = new Set([' .-/_'].flatMap(signs => [...signs].map(sign => sign.charCodeAt(0))));
const [space, zero, nine, upperA, upperZ, lowerA, lowerX, lowerZ] = [32, 48, 57, 65, 90, 97, 120, 122];
const isBlank = (code: number): boolean => code <= space || code === 0xa0 || code === 0x2028;

/** Returns the forms without white space, without signs, and without letters. A loop is ten times as fast as a regex. */
function compactForms(text: string): Pick<TextForms, 'joined' | 'hex' | 'digits' | 'allDigits'> {
  const isLatin = !/[^\0-\xff]/.test(text);
  const joined = isLatin ? new Uint8Array(text.length) : new Uint16Array(text.length);
  const hex = new Uint8Array(text.length);
  const [digits, allDigits] = [new Uint8Array(2 * text.length), new Uint8Array(2 * text.length)];
  const length = { joined: 0, hex: 0, digits: 0, allDigits: 0 };
  let gap = 0;
  let hasLetter = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (!isBlank(code)) joined[length.joined++] = code;
    const isDigit = code >= zero && code <= nine;
    const small = code >= upperA && code <= upperZ ? code + (lowerA - upperA) : code;
    const isLetter = small >= lowerA && small <= lowerZ;
    if (isDigit) {
      const isNarrow = gap === 0 || (gap === 1 && narrowGaps.has(text.charCodeAt(index - 1)));
      if (!isNarrow) digits[length.digits++] = space;
      if (hasLetter || gap > maxGap) allDigits[length.allDigits++] = space;
      digits[length.digits++] = code;
      allDigits[length.allDigits++] = code;
      [gap, hasLetter] = [0, false];
    } else {
      gap += 1;
      hasLetter ||= isLetter || code > 127;
    }
    if (small === lowerX && hex[length.hex - 1] === zero && text[index - 1] === '0') length.hex -= 1;
    else if (isDigit || isLetter) hex[length.hex++] = small;
  }
  const textOf = (bytes: Uint8Array | Uint16Array, end: number) =>
    Buffer.from(bytes.buffer, 0, end).toString('latin1');
  return {
    joined: isLatin
      ? textOf(joined, length.joined)
      : Buffer.from(joined.buffer, 0, 2 * length.joined).toString('utf16le'),
    hex: textOf(hex, length.hex),
    digits: textOf(digits, length.digits),
    allDigits: textOf(allDigits, length.allDigits),
  };
}

// A shorter piece of base64 or hex, or a shorter text across lines, can occur by chance.
const [minJoined, minCore, minHexed] = [8, 8, 6];
/** A client may log the first six and the last four digits of a card. The first twelve digits are too many. */
const maxCardStart = 12;

/** A text that proves the leak of a secret, and the form of the output in which the search looks for this text. */
export interface Needle {
  readonly form: keyof TextForms;
  readonly text: string;
}

/**
 * Returns the texts that prove the leak of a secret: the secret in upper and lower case, with escapes, as base64 or hex, and
 * split over lines. A number can have separators between its digits.
 *
 * @param isCard whether the first twelve digits alone are also a proof
 */
export function needlesOf(value: string, isCard: boolean): Needle[] {
  const small = value.toLowerCase();
  const joined = value.replace(/\s+/g, '');
  const hexed = hexOf(value);
  const number = value.replace(/[ .\-/_]/g, '');
  const needles: Needle[] = [
    { form: 'lower', text: small },
    { form: 'lowerPlain', text: small },
    ...base64Forms(value).map((text): Needle => ({ form: 'joined', text })),
  ];
  if (value.includes(' ')) needles.push({ form: 'lowerPlain', text: small.replaceAll(' ', '+') });
  if (/^\d{9,}$/.test(number))
    needles.push(
      { form: 'digits', text: isCard ? number.slice(0, maxCardStart) : number },
      { form: 'allDigits', text: number },
    );
  if (joined.length >= minJoined) needles.push({ form: 'joined', text: joined });
  if (hexed !== undefined) needles.push({ form: 'hex', text: hexed });
  return needles;
}

/**
 * Returns the pieces of base64 that show that a text was encoded, in both alphabets of base64. Base64 encodes groups of three
 * bytes, so there is one piece for each position in a group at which the text can begin. A piece has only the letters
 * that do not depend on the bytes around the text.
 */
export function base64Forms(value: string): string[] {
  const cores = [0, 1, 2]
    .map(offset => {
      const bytes = Buffer.from('\0'.repeat(offset) + value);
      const letters = bytes.toString('base64');
      return letters.slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    })
    .filter(core => core.length >= minCore);
  return [...new Set(cores.flatMap(core => [core, core.replaceAll('+', '-').replaceAll('/', '_')]))];
}

/** Returns the bytes of a text as hexadecimal digits; undefined for a text that is too short to search for. */
export const hexOf = (value: string): string | undefined =>
  value.length < minHexed ? undefined : Buffer.from(value).toString('hex');

const tokenLike = /[SRC][\da-f]{32}/g;
const tokenInHex = /(?:5[23]|43)(?:3\d|6[1-6]){32}/g;
/**
 * Matches at least 30 hexadecimal digits that were encoded as base64. The first two letters of a group of four depend only on
 * few bits of the digits, so ordinary text does not match.
 */
export const hexInBase64 = /(?:[MNOYZ][DGTWjmz2][\w+/-][h-mw-z0-5]){10,}/g;

/** Returns every text that can be a Token, plain or encoded as base64 or hex, and its approximate position. */
export function* tokensIn({ joined, hex }: TextForms): Generator<readonly [token: string, at: number]> {
  for (const { 0: token, index } of joined.matchAll(tokenLike)) yield [token, index];
  for (const { 0: token, index } of hex.matchAll(tokenInHex))
    yield [Buffer.from(token, 'hex').toString('latin1'), index];
  for (const { 0: run, index } of joined.matchAll(hexInBase64)) {
    // The first letter of the Token can be in the group before the match, and its last digits in the group after the match.
    const end = index + run.length;
    const parts = [joined.slice(Math.max(0, index - 4), index), run, joined.slice(end, end + 4)];
    const text = parts.map(part => Buffer.from(part, 'base64').toString('latin1')).join('');
    for (const { 0: token } of text.matchAll(tokenLike)) yield [token, index];
  }
}
