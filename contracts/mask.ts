import { isTestCard, passesLuhn } from './test-cards.ts';

/** Turns a secret into a short mark that is equal for equal secrets and does not give the secret back. */
export type Fingerprint = (secret: string) => string;

/** A card as it may be kept: never its number. */
export interface MaskedCard {
  last4: string;
  luhn: boolean;
  ours: boolean;
}

/** What of a card number may be stored (auth.5). */
export function maskCard(number: string): MaskedCard {
  const digits = number.replace(/[ -]/g, '');
  return { last4: digits.slice(-4), luhn: passesLuhn(digits), ours: isTestCard(digits) };
}

/**
 * A document or e-mail in its format: letters become `a`, digits `9`, the rest stays.
 *
 * @example maskFormat('ana@example.com') // 'aaa@aaaaaaa.aaa'
 */
export function maskFormat(value: string): string {
  return value.replace(/\p{L}/gu, 'a').replace(/\d/g, '9');
}

type Masker = (value: unknown, fingerprint: Fingerprint) => unknown;

const format: Masker = value => maskFormat(String(value));
const secret: Masker = (value, fingerprint) => fingerprint(String(value));

// By field name, in lower case, wherever it stands: a client's odd spelling must not leak.
const maskers: Readonly<Record<string, Masker>> = {
  password: secret,
  cardnumber: value => maskCard(String(value)),
  securitycode: value => '*'.repeat(String(value).length),
  cvv: value => '*'.repeat(String(value).length),
  documentnumber: format,
  cpf: format,
  email: format,
};

// Field names repeat from call to call; folding their case each time would cost more than all the rest.
const known = new Map<string, Masker | undefined>();
const knownNames = 1_000;

function maskerOf(name: string): Masker | undefined {
  if (known.has(name)) return known.get(name);
  const folded = name.toLowerCase();
  const masker = Object.hasOwn(maskers, folded) ? maskers[folded] : undefined;
  if (known.size < knownNames) known.set(name, masker);
  return masker;
}

/**
 * A copy of a body in which passwords, cards, security codes, documents and e-mails are masked (auth.5). Text fields
 * that hold a card number or an e-mail are masked too, wherever they stand.
 *
 * @example maskBody({ Password: 'x' }, mark) // { Password: mark('x') }
 */
export function maskBody(value: unknown, fingerprint: Fingerprint): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'number') return value > 1e11 ? maskLargeNumber(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(entry => maskBody(entry, fingerprint));
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    const masker = maskerOf(name);
    const masked = masker && isScalar(entry) ? masker(entry, fingerprint) : maskBody(entry, fingerprint);
    if (name !== '__proto__') copy[name] = masked;
    else
      Object.defineProperty(copy, name, {
        value: masked,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return copy;
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function maskLargeNumber(value: number): unknown {
  const digits = String(value);
  return passesLuhn(digits) && digits.length >= 13 ? maskFormat(digits) : value;
}

const cardLike = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g;
const emailLike = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const cpfLike = /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g;

/**
 * Free text with card numbers (those that pass the Luhn check), e-mails and CPF numbers masked by their pattern.
 *
 * @example maskText('pay 4111 1111 1111 1111') // 'pay 9999 9999 9999 9999'
 */
export function maskText(text: string): string {
  let masked = text;
  if (/\d{3}/.test(masked)) {
    masked = masked.replace(cardLike, match =>
      passesLuhn(match.replace(/[ -]/g, '')) ? maskFormat(match) : match,
    );
    masked = masked.replace(cpfLike, maskFormat);
  }
  return masked.includes('@') ? masked.replace(emailLike, maskFormat) : masked;
}

const secretParameter = /([?&](?:password|username|token|statictoken|authorization)=)([^&#]*)/gi;

/**
 * A path and query with the static token, credentials in the query and personal data masked.
 *
 * @example maskUrl('/x/token/abc?managerId=1', mark) // '/x/token/<mark>?managerId=1'
 */
export function maskUrl(url: string, fingerprint: Fingerprint): string {
  return maskText(
    url
      .replace(/(\/token\/)([^/?#]+)/i, (_, head: string, token: string) => head + fingerprint(token))
      .replace(secretParameter, (_, head: string, value: string) => head + fingerprint(value)),
  );
}
