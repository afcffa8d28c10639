import type { Mark } from './mark.ts';
import { markOfFields, maskMarkedCard, plainName } from './mask-card.ts';
import { passesLuhn } from './test-cards.ts';

/**
 * Masks a document or e-mail. Letters become `a`, digits become `9`, and other characters stay.
 *
 * @example maskFormat('ana@example.com') // 'aaa@aaaaaaa.aaa'
 */
export function maskFormat(value: string): string {
  return value.replace(/\p{L}/gu, 'a').replace(/\p{N}/gu, '9');
}

/** @param holderMark returns a mark of the object that contains the field */
type Masker = (value: string, mark: Mark, holderMark: () => string | undefined) => unknown;

const format: Masker = value => maskFormat(value);
const secret: Masker = (value, mark) => mark(value);
const stars: Masker = value => '*'.repeat(Math.min(value.length, 4));

const fieldsOf: readonly [Masker, readonly string[]][] = [
  [
    secret,
    ['password', 'passwd', 'pwd', 'senha', 'secret', 'mcptoken', 'accesstoken', 'statictoken', 'bearer'],
  ],
  [maskMarkedCard, ['cardnumber', 'creditcardnumber', 'pan']],
  [stars, ['securitycode', 'cvv', 'cvv2', 'cvc', 'cvc2', 'cardsecuritycode']],
  [
    format,
    ['documentnumber', 'document', 'documento', 'passport', 'passportnumber', 'cpf', 'cnpj', 'rg', 'email'],
  ],
];

// Field names match in every letter case and with any separators, so that a misspelled field is also masked.
const maskers = new Map(fieldsOf.flatMap(([masker, names]) => names.map(name => [name, masker] as const)));
const maskerByName = new Map<string, Masker | undefined>();
const namesRemembered = 1_000;

/** Returns the function that masks a field. Fields such as `UserPassword` are recognised by the end of their names. */
const maskerOfPlain = (name: string): Masker | undefined =>
  maskers.get(name) ?? (/(?:password|passwd|senha)$/.test(name) ? secret : undefined);

function maskerOf(name: string): Masker | undefined {
  if (maskerByName.has(name)) return maskerByName.get(name);
  const masker = maskerOfPlain(plainName(name));
  if (name.length < 80 && maskerByName.size < namesRemembered) maskerByName.set(name, masker);
  return masker;
}

/**
 * Returns a copy of a body with masked secrets (auth.5). Passwords, cards, security codes, documents and e-mails are
 * found by the names of their fields. Card numbers, e-mails and CPF numbers are also masked in other fields and in
 * field names.
 *
 * @param inText the function that masks other texts and field names. Default: `maskText`
 * @example maskBody({ Password: 'x' }, mark) // { Password: mark('x') }
 */
export function maskBody(value: unknown, mark: Mark, inText: (text: string) => string = maskText): unknown {
  function masked(entry: unknown, masker: Masker | undefined, holderMark: () => string | undefined): unknown {
    if (typeof entry === 'string') return masker ? masker(entry, mark, holderMark) : inText(entry);
    if (typeof entry === 'number')
      return masker ? masker(String(entry), mark, holderMark) : maskNumber(entry);
    if (typeof entry !== 'object' || entry === null) return entry;
    if (Array.isArray(entry)) return entry.map(one => masked(one, masker, holderMark));
    const copy: Record<string, unknown> = {};
    let own: { readonly mark: string | undefined } | undefined;
    // A hostile body can have thousands of card fields in one object, so the mark is computed only once.
    const ownMark = () => {
      own ??= { mark: markOfFields(entry, mark) };
      return own.mark;
    };
    for (const name of Object.keys(entry)) {
      const inner: unknown = (entry as Record<string, unknown>)[name]; // the object has this key
      const kept = masked(inner, maskerOf(name) ?? masker, ownMark);
      if (name === '__proto__') Object.defineProperty(copy, name, { value: kept, enumerable: true });
      else copy[inText(name)] = kept;
    }
    return copy;
  }
  return masked(value, undefined, () => undefined);
}

/** The smallest number with enough digits for a CPF or a card. */
const longNumber = 1e10;

function maskNumber(value: number): unknown {
  if (!(value >= longNumber)) return value;
  const digits = String(value);
  if (digits.includes('e')) return value; // a number with an exponent is too large for a card number
  // JSON.parse has rounded an unsafe integer, so the check digit of a card may be wrong. All digits of such a number
  // are masked.
  const masked = Number.isSafeInteger(value) ? maskText(digits) : maskFormat(digits);
  return masked === digits ? value : masked;
}

// The pattern tries tokens and UUIDs first, so that their digits do not match as a card number.
const numberLike =
  /\b[A-Z]?[\da-f]{32}\b|\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|(?<!\d)\d{11}(?!\d)|(?<!\d)\d(?:[ .+_-]?\d){12,}/gi;
/** Matches eleven digits or more. This fast check comes before the exact checks. */
const longRun = /\d(?:[ .+_/-]?\d){10}/;
const idLike = /^(?:[A-Z]?[\da-f]{32}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;
const cpfLike = /(?<!\d)\d{3}[ ._-]?\d{3}[ ._-]?\d{3}[ ._/-]?\d{2}(?!\d)/g;
const plainCpf = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
// The repeats have limits, because without a limit a megabyte of letters takes minutes.
const emailLike = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu;

/**
 * The minimum length of a text that can need a mask. The shortest e-mail has this length; cards and documents are
 * longer.
 */
const minMasked = 5;

/**
 * Masks the e-mails and CPF numbers in a text, and its card numbers that pass the Luhn check.
 *
 * @example maskText('pay 4111 1111 1111 1111') // 'pay 9999 9999 9999 9999'
 */
export function maskText(text: string): string {
  if (text.length < minMasked) return text;
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

/** Masks a CPF. The usual form with dots and a hyphen is masked even if the check digits are wrong. */
function maskIfCpf(match: string): string {
  if (match.length === 11) return match;
  return plainCpf.test(match) || isCpf(match.replace(/\D/g, '')) ? maskFormat(match) : match;
}

/** Masks the groups of digits that together form a card number. The text can contain other numbers beside the card number. */
function maskCards(run: string): string {
  const parts = run.split(/([ .+_-])/); // groups have even indexes, separators odd ones
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

// No card number begins with 0, 1 or 7. So a number of milliseconds since 1970, which begins with 1, stays
// readable in a reference.
const isCard = (digits: string): boolean => /^[2-689]\d{12,18}$/.test(digits) && passesLuhn(digits);

/**
 * Returns whether a text is a CPF, the Brazilian tax number: 11 digits, of which the last two are check digits.
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

/** Names of parameters that contain a credential, in addition to the field names in `fieldsOf`. */
const credentialNames = new Set([
  'pass',
  'user',
  'username',
  'login',
  'credential',
  'credentials',
  'apikey',
  'token',
  'authorization',
]);

/**
 * Returns whether a parameter has the name of a secret, for example `password`, `Credential.Password` or
 * `Credential[Password]`.
 */
function isSecretParameter(name: string): boolean {
  const plain = plainName(lastPart(readEscapes(name)));
  return credentialNames.has(plain) || maskerOfPlain(plain) !== undefined;
}

const lastPart = (name: string): string => name.split(/[.[\]]+/).findLast(part => part !== '') ?? '';

// The pattern finds a name only at the start of a word, and every repetition in the pattern has a limit. Otherwise a megabyte
// of letters, spaces or backslashes takes minutes.
const named =
  /(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_-]{0,80})((?:\\{0,16}["']|\]){0,4}\s{0,20}(?:[:=]|(?<=<(?:[\w-]{1,20}:)?[\p{L}\p{N}_-]{1,81}\s{0,20})[^<>]{0,200}>|\r?\n\r?\n)\s{0,20})/gu;
/** Matches the start of a list or an object, and of its first field, before a value. */
const valueStart = /(?:[[{]\s{0,20}(?:"[^"]{0,40}"\s{0,20}:\s{0,20})?)?/y;
const namedValue = /\\{0,16}"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^"'&<>,;{}\r\n]+/y;
const unicodeEscape = /\\{1,16}u([\da-f]{4})/gi;

/**
 * Hides the value after each name of a secret in a text that is not valid JSON: a form, XML, multipart, or broken or
 * nested JSON (auth.5).
 *
 * @example hideNamedSecrets('Credential[Password]=x&a=1') // 'Credential[Password]=***&a=1'
 */
export function hideNamedSecrets(text: string): string {
  const plain = readEscapes(text).replace(unicodeEscape, (_, code) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  let hiddenText = '';
  let from = 0;
  for (const match of plain.matchAll(named)) {
    const name = plainName(match[1] ?? '');
    if (match.index < from || !(name.startsWith('pass') || maskerOfPlain(name) !== undefined)) continue;
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
const userInfo = /(\/\/)([^/?#@]*:[^/?#@]*)(@)/g;

/**
 * Masks the static token, credentials and personal data in a path and query.
 *
 * @example maskUrl('/x/token/abc?managerId=1', mark) // '/x/token/<mark>?managerId=1'
 */
export function maskUrl(url: string, mark: Mark): string {
  const secret = (value: string) => mark(readEscapes(value));
  const marked = (_: string, head: string, value: string, tail: unknown) =>
    head + secret(value) + (typeof tail === 'string' ? tail : '');
  const masked = url
    // Every part after "token" is masked, not only the last, because the search term of an Autocomplete can also be
    // "token".
    .replace(/(?<=\/token\/+)[^/?#]+/gi, secret)
    .replace(parameter, (all, sign, name, value) =>
      isSecretParameter(name) ? `${sign}${name}=${secret(value)}` : all,
    )
    .replace(userInfo, marked);
  return maskText(masked);
}

/** Masks personal data in a percent-encoded text. If there is personal data, the result has no percent escapes. */
function maskEncoded(text: string): string {
  const plain = readEscapes(text);
  const masked = maskPlain(plain);
  return masked === plain ? maskPlain(text) : masked;
}

/** Returns a text with its percent escapes decoded. Invalid escapes stay. */
export const readEscapes = (text: string): string => text.replace(/(?:%[\da-f]{2})+/gi, decodeOr);

function decodeOr(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
