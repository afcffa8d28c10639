import type { Mark } from './mark.ts';
import { isTestCard, passesLuhn } from './test-cards.ts';

/** A card as it may be kept: never its number. */
export interface MaskedCard {
  last4: string;
  luhn: boolean;
  ours: boolean;
}

/** What of a card number may be stored (auth.5). Of what is no card number nothing is, however it got there. */
export function maskCard(number: string): MaskedCard {
  const digits = number.replace(/[ .-]/g, '');
  const isNumber = /^\d{12,19}$/.test(digits);
  return { last4: isNumber ? digits.slice(-4) : '', luhn: passesLuhn(digits), ours: isTestCard(digits) };
}

/**
 * A document or e-mail in its format: letters become `a`, digits `9`, the rest stays.
 *
 * @example maskFormat('ana@example.com') // 'aaa@aaaaaaa.aaa'
 */
export function maskFormat(value: string): string {
  return value.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
}

type Masker = (value: string, mark: Mark) => unknown;

const format: Masker = value => maskFormat(value);
const secret: Masker = (value, mark) => mark(value);
const stars: Masker = value => '*'.repeat(Math.min(value.length, 4));

const fieldsOf: readonly [Masker, readonly string[]][] = [
  [
    secret,
    ['password', 'passwd', 'pwd', 'senha', 'secret', 'mcptoken', 'accesstoken', 'statictoken', 'bearer'],
  ],
  [value => maskCard(value), ['cardnumber', 'creditcardnumber', 'pan']],
  [stars, ['securitycode', 'cvv', 'cvv2', 'cvc', 'cvc2', 'cardsecuritycode']],
  [
    format,
    ['documentnumber', 'document', 'documento', 'passport', 'passportnumber', 'cpf', 'cnpj', 'rg', 'email'],
  ],
];

// By field name, wherever it stands and however it is spelled: a client's odd spelling must not leak.
const maskers = new Map(fieldsOf.flatMap(([masker, names]) => names.map(name => [name, masker] as const)));
const maskerByName = new Map<string, Masker | undefined>();
const namesRemembered = 1_000;

function maskerOf(name: string): Masker | undefined {
  if (maskerByName.has(name)) return maskerByName.get(name);
  const masker = maskers.get(name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  if (name.length < 80 && maskerByName.size < namesRemembered) maskerByName.set(name, masker);
  return masker;
}

/**
 * A copy of a body in which passwords, cards, security codes, documents and e-mails are masked (auth.5). Text, numbers
 * and names of fields that hold a card number, an e-mail or a CPF are masked too, wherever they stand.
 *
 * @param inText masks texts and the names of fields; for card numbers, e-mails and CPF numbers when absent
 * @example maskBody({ Password: 'x' }, mark) // { Password: mark('x') }
 */
export function maskBody(value: unknown, mark: Mark, inText: (text: string) => string = maskText): unknown {
  function masked(entry: unknown, masker: Masker | undefined): unknown {
    if (typeof entry === 'string') return masker ? masker(entry, mark) : inText(entry);
    if (typeof entry === 'number') return masker ? masker(String(entry), mark) : maskNumber(entry);
    if (typeof entry !== 'object' || entry === null) return entry;
    if (Array.isArray(entry)) return entry.map(one => masked(one, masker));
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(entry)) {
      const inner: unknown = (entry as Record<string, unknown>)[name]; // an object with this key
      const kept = masked(inner, maskerOf(name) ?? masker);
      if (name === '__proto__') Object.defineProperty(copy, name, { value: kept, enumerable: true });
      else copy[inText(name)] = kept;
    }
    return copy;
  }
  return masked(value, undefined);
}

/** Numbers from here on are long enough for a CPF or a card. */
const longNumber = 1e10;

function maskNumber(value: number): unknown {
  if (!(value >= longNumber)) return value;
  const digits = String(value);
  if (digits.includes('e')) return value; // larger than any card number
  // JSON readers round what is larger than this, so a card's check digit may be lost.
  const masked = Number.isSafeInteger(value) ? maskText(digits) : maskFormat(digits);
  return masked === digits ? value : masked;
}

// What looks like the stand-in's own tokens and like UUIDs comes first, so that digits in them are no card.
const numberLike =
  /\b[A-Z]?[\da-f]{32}\b|\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|(?<!\d)\d{11}(?!\d)|(?<!\d)\d(?:[ .+_-]?\d){12,}/gi;
/** Eleven digits or more, as a cheap look before the thorough one. */
const longRun = /\d(?:[ .+_/-]?\d){10}/;
const idLike = /^(?:[A-Z]?[\da-f]{32}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;
const cpfLike = /(?<!\d)\d{3}[ ._-]?\d{3}[ ._-]?\d{3}[ ._/-]?\d{2}(?!\d)/g;
const plainCpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
// Bounded: an unbounded run before the @ would make a megabyte of letters cost minutes.
const emailLike = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu;

/** The shortest text that can hold an e-mail; cards and documents are longer. */
const shortest = 5;

/**
 * Free text with card numbers (those that pass the Luhn check), e-mails and CPF numbers masked by their pattern.
 *
 * @example maskText('pay 4111 1111 1111 1111') // 'pay 9999 9999 9999 9999'
 */
export function maskText(text: string): string {
  if (text.length < shortest) return text;
  return text.includes('%') ? maskEncoded(text) : maskPlain(text);
}

function maskPlain(text: string): string {
  let masked = text;
  if (longRun.test(text)) {
    masked = masked.replace(numberLike, maskIfPersonal).replace(cpfLike, maskIfCpf);
  }
  return masked.includes('@') ? masked.replace(emailLike, maskFormat) : masked;
}

function maskIfPersonal(match: string): string {
  if (idLike.test(match)) return match;
  if (match.length === 11) return isCpf(match) ? maskFormat(match) : match;
  return maskCards(match);
}

/** The usual form is a CPF whatever its check digits say; eleven bare digits were looked at before. */
function maskIfCpf(match: string): string {
  if (match.length === 11) return match;
  return plainCpf.test(match) || isCpf(match.replace(/\D/g, '')) ? maskFormat(match) : match;
}

/** Masks the groups of digits that together are a card number: other numbers can stand right beside it. */
function maskCards(run: string): string {
  const parts = run.split(/([ .+_-])/); // groups at even places, what is between them at odd ones
  for (let first = 0; first < parts.length; first += 2) {
    let digits = '';
    for (let last = first; last < parts.length && digits.length < 20; last += 2) {
      digits += parts[last];
      if (!isCard(digits)) continue;
      for (let index = first; index <= last; index += 2) parts[index] = '9'.repeat(parts[index]?.length ?? 0);
      first = last;
      break;
    }
  }
  return parts.join('');
}

// No scheme issues cards that begin with 0, 1 or 7; epoch milliseconds, which clients make references of, begin with 1.
const isCard = (digits: string): boolean => /^[2-689]\d{12,18}$/.test(digits) && passesLuhn(digits);

/**
 * Whether it is a CPF, the Brazilian tax number: 11 digits, of which the last two check the others.
 *
 * @example isCpf('52998224725') // true
 */
export function isCpf(digits: string): boolean {
  const checkDigit = (length: number) => {
    let sum = 0;
    for (let index = 0; index < length; index += 1) sum += Number(digits[index]) * (length + 1 - index);
    return ((sum * 10) % 11) % 10;
  };
  if (!/^\d{11}$/.test(digits)) return false;
  return checkDigit(9) === Number(digits[9]) && checkDigit(10) === Number(digits[10]);
}

const secretParameter =
  /([?&;](?:pass|password|passwd|pwd|senha|secret|user|user[-_]?name|login|credentials?|api[-_]?key|token|statictoken|mcptoken|mcp_token|access_token|bearer|authorization|cvv|cvc|securitycode|cardnumber|cpf|documentnumber)=)([^&;#]*)/gi;
const userInfo = /(\/\/)([^/?#@]*:[^/?#@]*)(@)/g;

/**
 * A path and query with the static token, credentials in the query and personal data masked.
 *
 * @example maskUrl('/x/token/abc?managerId=1', mark) // '/x/token/<mark>?managerId=1'
 */
export function maskUrl(url: string, mark: Mark): string {
  const secret = (value: string) => mark(readEscapes(value));
  const marked = (_: string, head: string, value: string, tail: unknown) =>
    head + secret(value) + (typeof tail === 'string' ? tail : '');
  const masked = url
    // Whatever follows one: the term of an autocomplete can be "token", too.
    .replace(/(?<=\/token\/+)[^/?#]+/gi, secret)
    .replace(secretParameter, marked)
    .replace(userInfo, marked);
  return maskText(masked);
}

/** Personal data can stand in a text percent-encoded; then, and only then, the text is given as it reads decoded. */
function maskEncoded(text: string): string {
  const plain = readEscapes(text);
  const masked = maskPlain(plain);
  return masked === plain ? maskPlain(text) : masked;
}

/** A text with its percent escapes read; what is no escape of UTF-8 text stays. */
export const readEscapes = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decodeOr);

function decodeOr(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
