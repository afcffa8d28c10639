import type { Mark } from '../mark.ts';
import { maskBody, maskText, maskUrl, readEscapes } from '../mask.ts';
import { isCredentialHeader, markSecret, ordinaryHeaders } from './credential.ts';
import { createHideSecret, type HideSecret, hidden } from './spelling.ts';

/** What a redactor hides. */
export interface RedactorOptions {
  /** Hidden by their value, wherever a value can stand; what is no text is left out. */
  secrets: readonly unknown[];
  /** What takes the place of a secret that is found by the name of its field; `***` when absent. */
  mark?: Mark;
  /** Shorter secrets are found by the name of their field only: as words they are everywhere. Default: 6 characters. */
  shortest?: number;
  /** Names and enum words of the contract: one that happens to be a secret stays readable in texts, bodies and paths. */
  contractWords?: () => ReadonlySet<string>;
}

/** Hides secrets, card numbers and personal data: the one way into journal, logs and reports. */
export interface Redactor {
  readonly mark: Mark;
  /** The same redactor, which also hides what one request carried. */
  with(...sent: readonly unknown[]): Redactor;
  /** A text without the secrets; everything else in it stays. */
  hideSecrets(text: string): string;
  /** A text without secrets, card numbers, e-mails and CPF numbers. */
  redactText(text: string): string;
  /** A copy of JSON data: credentials as marks and cards by the name of their field, all other texts as `redactText` gives them. */
  redactBody(value: unknown): unknown;
  /** A path and query; credentials become marks. */
  redactUrl(url: string): string;
  /** The headers worth keeping; credentials become marks, most headers of the client's own are left out. */
  redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string>;
}

const defaultShortest = 6;
const keptOfHeader = 300;

/**
 * Makes a redactor for the secrets of one sandbox or one client.
 *
 * A secret that is a word of the contract is found only where it is the whole value of a header or of a query parameter.
 *
 * @example createRedactor({ secrets: ['s3cret-word'] }).redactText('is s3cret-word right?') // 'is *** right?'
 */
export function createRedactor(options: RedactorOptions): Redactor {
  const { secrets, mark = () => hidden, shortest = defaultShortest, contractWords } = options;
  const isLong = (one: unknown): one is string =>
    typeof one === 'string' && one !== '' && one.length >= shortest;
  const known = new Set(secrets.filter(isLong));
  const least = Math.min(...[...known].map(({ length }) => length)); // no spelling is shorter than the secret itself
  let hiders: readonly HideSecret[] | undefined; // made when first needed: most sandboxes record nothing

  function createHiders(): HideSecret[] {
    const longestFirst = [...known].sort((a, b) => b.length - a.length);
    return longestFirst.map(secret => createHideSecret(secret, () => contractWords?.().has(secret) ?? false));
  }

  function hideSecrets(text: string): string {
    if (text.length < least && !text.includes('…')) return text;
    hiders ??= createHiders();
    const lower = text.toLowerCase();
    const rest = hiders.reduce((before, hide) => hide(before, lower), text);
    return rest.includes('…') ? hideCut(rest, known) : rest;
  }

  const redactText = (text: string): string => maskText(hideSecrets(text));
  const hideWhole = (value: string): string => (known.has(value) ? hidden : value);

  const redactor: Redactor = {
    mark,
    with: (...sent) =>
      sent.some(one => isLong(one) && !known.has(one))
        ? createRedactor({ ...options, secrets: [...secrets, ...sent] })
        : redactor, // as nearly always
    hideSecrets,
    redactText,
    redactBody: value => maskBody(value, mark, redactText),
    redactUrl: url =>
      hideSecrets(maskUrl(url, mark)).replace(queryValue, value =>
        known.has(readEscapes(value.replaceAll('+', ' '))) ? hidden : value,
      ),
    redactHeaders(headers) {
      const short = (text: string) => redactText(hideWhole(text)).slice(0, keptOfHeader); // cut last: no half may stay
      const kept: Record<string, string> = {};
      for (const [name, value] of Object.entries(headers)) {
        const kind = headerKind(name);
        if (kind === 'other') continue;
        if (kind === 'ordinary') kept[name] = short(value);
        else if (kind === 'credential' || hideSecrets(hideWhole(value)) !== value)
          kept[short(name)] = markSecret(value, mark);
      }
      return kept;
    },
  };
  return redactor;
}

const queryValue = /(?<=[?&;][^=&;#]*=)[^&;#]+/g;

/** The shortest beginning of a secret that counts as one, and more than any message leaves of a value. */
const [shortestHead, longestHead] = [3, 300];

/** A message cuts a long value and ends it in `…`: what is left can be the beginning of a secret. */
function hideCut(text: string, secrets: Iterable<string>): string {
  let rest = text;
  for (const secret of secrets) {
    if (!rest.includes(secret.slice(0, shortestHead))) continue;
    for (let length = Math.min(secret.length - 1, longestHead); length >= shortestHead; length -= 1)
      rest = rest.replaceAll(`${secret.slice(0, length)}…`, `${hidden}…`);
  }
  return rest;
}

/** What a header can be, by its name. */
type HeaderKind = 'ordinary' | 'credential' | 'custom' | 'other';

/** Names that clients give to headers of their own; no other one is searched for what it holds. */
const customHeader = /^(?:x-|cookie$)/;
const kinds = new Map<string, HeaderKind>();
/** Clients send the same few names again and again. */
const namesRemembered = 500;

/** Returns the kind of a header. A recorded call keeps every kind but `other`. */
export function headerKind(name: string): HeaderKind {
  const known = kinds.get(name);
  if (known) return known;
  const isCredential = name === 'authorization' || isCredentialHeader(name);
  const isOrdinary = ordinaryHeaders.some(one => one === name);
  const kind = isCredential
    ? 'credential'
    : isOrdinary
      ? 'ordinary'
      : customHeader.test(name)
        ? 'custom'
        : 'other';
  if (name.length < 80 && kinds.size < namesRemembered) kinds.set(name, kind);
  return kind;
}
