import type { Mark } from './mark.ts';
import { memoize } from './memoize.ts';
import { isTestCard, passesLuhn } from './test-cards.ts';

/** What the stand-in may store about a card, never the full number. */
export interface MaskedCard {
  last4: string;
  luhn: boolean; // passes the Luhn check
  /** A test card of the stand-in. */
  ours: boolean;
  /** Of number, date, security code and holder. Equal cards have equal marks. */
  mark?: string;
}

/** @example maskFormat('ana@example.com') // 'aaa@aaaaaaa.aaa' */
export function maskFormat(value: string): string {
  return value.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
}

/** No digits of a text that is not a card number (auth.5). */
export function maskCard(number: string): MaskedCard {
  const digits = number.replace(/[ .-]/g, '');
  const isNumber = /^\d{12,19}$/.test(digits);
  return { last4: isNumber ? digits.slice(-4) : '', luhn: passesLuhn(digits), ours: isTestCard(digits) };
}

type Masker = (value: string, mark: Mark, holderMark: () => string | undefined) => unknown;

const format: Masker = value => maskFormat(value);
const secret: Masker = (value, mark) => mark(value);
const stars: Masker = value => '*'.repeat(Math.min(value.length, 4));
const card: Masker = (number, _, holderMark) => {
  const mark = holderMark();
  return { ...maskCard(number), ...(mark !== undefined && { mark }) };
};

const maskers: Readonly<Record<string, Masker>> = {
  ...fields(secret, 'password passwd pwd senha secret mcptoken controltoken accesstoken statictoken bearer'),
  ...fields(card, 'cardnumber creditcardnumber pan'),
  ...fields(stars, 'securitycode cvv cvv2 cvc cvc2 cardsecuritycode'),
  ...fields(format, 'documentnumber document documento passport passportnumber cpf cnpj rg email'),
};

function fields(masker: Masker, names: string): Record<string, Masker> {
  return Object.fromEntries(names.split(' ').map(name => [name, masker]));
}

/** Misspelled fields are masked too. */
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function maskerOf(name: string): Masker | undefined {
  const plain = plainName(name);
  if (Object.hasOwn(maskers, plain)) return maskers[plain];
  return /(?:password|passwd|senha)$/.test(plain) ? secret : undefined;
}

// Only the words of a contract are remembered, because a client can send a secret as a name.
const maskerOfWord = memoize((word: string): Masker | null => maskerOf(word) ?? null);

/** Undefined for a mark function without a key, which returns the same mark for every text. */
function markOfFields(holder: object, mark: Mark): string | undefined {
  const fields = Object.entries(holder).flatMap(([name, value]) =>
    typeof value === 'object' ? [] : `${plainName(name)}=${String(value)}`,
  );
  const marked = mark(JSON.stringify(fields.sort()));
  return marked === mark('') ? undefined : marked;
}

/** Masks by the names of fields, and personal data everywhere (auth.5). `inText` masks other texts and names; `words` stay. */
export function maskBody(
  value: unknown,
  mark: Mark,
  inText: (text: string) => string = maskText,
  words?: Pick<ReadonlySet<string>, 'has'>,
): unknown {
  const other = (text: string) => {
    const hidden = inText(text);
    return hidden !== text && words?.has(text) ? text : hidden;
  };
  function masked(entry: unknown, masker: Masker | undefined, holderMark: () => string | undefined): unknown {
    if (typeof entry === 'string') return masker ? masker(entry, mark, holderMark) : other(entry);
    if (typeof entry === 'number')
      return masker ? masker(String(entry), mark, holderMark) : maskNumber(entry);
    if (typeof entry !== 'object' || entry === null) return entry;
    if (Array.isArray(entry)) return entry.map(one => masked(one, masker, holderMark));
    const copy: Record<string, unknown> = {};
    let own: { readonly mark: string | undefined } | undefined;
    // Once, because a hostile body can have thousands of card fields in one object.
    const ownMark = () => {
      own ??= { mark: markOfFields(entry, mark) };
      return own.mark;
    };
    for (const name of Object.keys(entry)) {
      const inner: unknown = (entry as Record<string, unknown>)[name]; // the object has this key
      if (inner === undefined) continue; // as in JSON
      const isWord = words?.has(name) ?? false;
      const named = isWord ? maskerOfWord(name) : maskerOf(name);
      const kept = masked(inner, named ?? masker, ownMark);
      if (name === '__proto__') Object.defineProperty(copy, name, { value: kept, enumerable: true });
      else copy[isWord ? name : inText(name)] = kept;
    }
    return copy;
  }
  return masked(value, undefined, () => undefined);
}

function maskNumber(value: number): unknown {
  if (!(value >= 1e10)) return value; // a CPF or a card has more digits
  const digits = String(value);
  if (digits.includes('e')) return value; // too large for a card number
  // JSON.parse has rounded an unsafe integer, so the check digit of a card may be wrong.
  const masked = Number.isSafeInteger(value) ? maskText(digits) : maskFormat(digits);
  return masked === digits ? value : masked;
}

/** Tokens and UUIDs. They come first in the patterns below, because their digits can look like a card number or a CPF by chance. */
const id = String.raw`\b[A-Z]?[\da-f]{32}\b|\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b`;
const idLike = new RegExp(`^(?:${id})$`, 'i');
const numberLike = new RegExp(String.raw`${id}|(?<!\d)\d{11}(?!\d)|(?<!\d)\d(?:[ .+_-]?\d){12,}`, 'gi');
const cpfLike = new RegExp(String.raw`${id}|(?<!\d)\d{3}[ ._-]?\d{3}[ ._-]?\d{3}[ ._/-]?\d{2}(?!\d)`, 'gi');
/** A fast check before the exact checks. */
const longRun = /\d(?:[ .+_/-]?\d){10}/;
const plainCpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
// Without limits of the repeats, a megabyte of letters takes minutes.
const emailLike = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu;

/** @example maskText('pay 4111 1111 1111 1111') // 'pay 9999 9999 9999 9999' */
export function maskText(text: string): string {
  if (text.length < 5) return text; // the shortest e-mail has 5 characters
  if (text.includes('%')) {
    const plain = readEscapes(text);
    const masked = maskPlain(plain);
    if (masked !== plain) return masked; // without percent escapes
  }
  return maskPlain(text);
}

function maskPlain(text: string): string {
  const masked = longRun.test(text)
    ? text.replace(numberLike, maskIfPersonal).replace(cpfLike, maskIfCpf)
    : text;
  return masked.includes('@') ? masked.replace(emailLike, maskFormat) : masked;
}

function maskIfPersonal(match: string): string {
  if (idLike.test(match)) return match;
  if (match.length === 11) return isCpf(match) ? maskFormat(match) : match;
  return maskCards(match);
}

/** Masks the usual form with dots and a hyphen even with wrong check digits. */
function maskIfCpf(match: string): string {
  if (match.length === 11 || idLike.test(match)) return match;
  return plainCpf.test(match) || isCpf(match.replace(/\D/g, '')) ? maskFormat(match) : match;
}

function maskCards(run: string): string {
  const parts = partsOf(run);
  for (const { first, last } of cardsAmong(parts))
    for (let index = first; index <= last; index += 2) parts[index] = '9'.repeat(parts[index]?.length ?? 0);
  return parts.join('');
}

/** Those that `maskText` masks. @example cardNumbersIn('pay 4111 1111 1111 1111') // ['4111111111111111'] */
export const cardNumbersIn = (text: string): string[] =>
  [...text.matchAll(numberLike)].flatMap(([run]) =>
    idLike.test(run) ? [] : cardsAmong(partsOf(run)).map(({ digits }) => digits),
  );

/** Groups of digits have even indexes, separators odd ones. */
const partsOf = (run: string): string[] => run.split(/([ .+_-])/);

/** The text can contain other numbers beside the card number. */
function cardsAmong(parts: readonly string[]) {
  const cards: { first: number; last: number; digits: string }[] = [];
  for (let first = 0; first < parts.length; first += 2) {
    let digits = '';
    for (let last = first; last < parts.length && digits.length < 20; last += 2) {
      digits += parts[last];
      if (!isCard(digits)) continue;
      cards.push({ first, last, digits });
      first = last;
      break;
    }
  }
  return cards;
}

// No card number begins with 0, 1 or 7, so epoch milliseconds, which begin with 1, stay readable in a reference.
const isCard = (digits: string): boolean => /^[2-689]\d{12,18}$/.test(digits) && passesLuhn(digits);

/** The Brazilian tax number: 11 digits, of which the last two are check digits. */
export function isCpf(digits: string): boolean {
  const checkDigit = (length: number) => {
    let sum = 0;
    for (let index = 0; index < length; index += 1) sum += Number(digits[index]) * (length + 1 - index);
    return ((sum * 10) % 11) % 10;
  };
  if (!/^\d{11}$/.test(digits)) return false;
  return checkDigit(9) === Number(digits[9]) && checkDigit(10) === Number(digits[10]);
}

const credentialName = /^(?:pass|user|username|login|credentials?|apikey|token|authorization)$/;

/** Such as `Credential.Password` or `Credential[Password]`. */
function isSecretParameter(name: string): boolean {
  const last = readEscapes(name)
    .split(/[.[\]]+/)
    .findLast(part => part !== '');
  return credentialName.test(plainName(last ?? '')) || maskerOf(last ?? '') !== undefined;
}

// Only at the start of a word, and with limits as in `emailLike`.
const named =
  /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_-]{0,80})((?:\\{0,2}["']|\]){0,4}\s{0,20}(?:[:=]|(?<=<(?:[\w-]{1,20}:)?[\p{L}\p{N}_-]{1,81}\s{0,20})[^<>]{0,200}>|\r?\n\r?\n)\s{0,20})/gu;
/** The start of a list or an object, and of its first field. */
const valueStart = /(?:[[{]\s{0,20}(?:"[^"]{0,40}"\s{0,20}:\s{0,20})?)?/y;
const namedValue = /\\{0,2}"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^"'&<>,;{}\r\n]+/y;
const unicodeEscape = /\\u([\da-f]{4})/gi;

/** For text that is not valid JSON: a form, XML, multipart, or broken or nested JSON (auth.5). */
export function hideNamedSecrets(text: string): string {
  const plain = readEscapes(text).replace(unicodeEscape, (_, code) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  let hiddenText = '';
  let from = 0;
  for (const match of plain.matchAll(named)) {
    const name = match[1] ?? '';
    if (match.index < from || !(/^[_-]*pass/i.test(name) || maskerOf(name) !== undefined)) continue;
    valueStart.lastIndex = match.index + match[0].length;
    const start = valueStart.lastIndex + (valueStart.exec(plain)?.[0].length ?? 0);
    namedValue.lastIndex = start;
    const value = namedValue.exec(plain)?.[0];
    if (value === undefined) continue;
    hiddenText += `${plain.slice(from, start)}***`;
    from = start + value.length;
  }
  return from === 0 ? text : hiddenText + plain.slice(from);
}

const parameter = /([?&;])([^=&;#]{1,80})=([^&;#]*)/g;
const userInfo = /(?<=\/\/)[^/?#@]*:[^/?#@]*(?=@)/g;
// Every part, because the search term of an Autocomplete can also be "token".
const afterToken = /(?<=\/token\/+)[^/?#]+/gi;

/** @example maskUrl('/x/token/abc?managerId=1', mark) // '/x/token/<mark>?managerId=1' */
export function maskUrl(url: string, mark: Mark): string {
  const marked = (value: string) => mark(readEscapes(value));
  const masked = url
    .replace(afterToken, marked)
    .replace(parameter, (all, sign, name, value) =>
      isSecretParameter(name) ? `${sign}${name}=${marked(value)}` : all,
    )
    .replace(userInfo, marked);
  return maskText(masked);
}

/** Invalid escapes stay. */
export const readEscapes = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
