import type { Mark } from '../mark.ts';
import { hideNamedSecrets, maskBody, maskText, maskUrl, readEscapes } from '../mask.ts';
import { once } from '../util/index.ts';
import { isCredentialHeader, markSecret, ordinaryHeaders } from './credential.ts';
import { createHideSecret, type HideSecret, hidden } from './spelling.ts';

/** What a redactor hides. */
export interface RedactorOptions {
  /** The secrets to hide by their value; only texts count. */
  secrets: readonly unknown[];
  /** Returns the replacement of a secret that is found by the name of its field. Default: `***`. */
  mark?: Mark;
  /** The minimum length of a secret that is hidden by its value. Shorter words are too common. Default: 6 characters. */
  shortest?: number;
  /** Names and enum words of the contract. They stay readable in texts, bodies and paths, even when one is a secret. */
  contractWords?: () => ReadonlySet<string>;
}

/** Hides secrets, card numbers and personal data. Journal, logs and reports contain only its output. */
export interface Redactor {
  readonly mark: Mark;
  /** Returns a redactor that also hides the secrets of one request. */
  with(...sent: readonly unknown[]): Redactor;
  /** Returns a text without the secrets. */
  hideSecrets(text: string): string;
  /** Returns a text without secrets, card numbers, e-mails and CPF numbers. */
  redactText(text: string): string;
  /** Returns a redacted copy of JSON data. Fields named like a credential become marks. */
  redactBody(value: unknown): unknown;
  /** Returns a redacted path and query. Credentials become marks. */
  redactUrl(url: string): string;
  /** Returns the headers to keep. Credentials become marks. */
  redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string>;
}

const defaultMinLength = 6;
const maxHeader = 300;

/**
 * Creates a redactor for the secrets of one sandbox or one client. A secret that equals a contract word is hidden only as the
 * whole value of a header or of a query parameter.
 *
 * @example createRedactor({ secrets: ['s3cret-word'] }).redactText('is s3cret-word right?') // 'is *** right?'
 */
export function createRedactor(options: RedactorOptions): Redactor {
  const { secrets, mark = () => hidden, shortest = defaultMinLength, contractWords } = options;
  const isLong = (one: unknown): one is string =>
    typeof one === 'string' && one !== '' && one.length >= shortest;
  const hider = (secret: string): Hider => ({
    secret,
    hide: createHideSecret(secret, () => contractWords?.().has(secret) ?? false),
  });
  const toHiders = (texts: readonly unknown[]) => [...new Set(texts.filter(isLong))].map(hider);
  const own = once(() => toHiders(secrets)); // created at the first use: most sandboxes record nothing
  const ownSecrets = new Set<unknown>(secrets);
  const redactor = redactorOf(own, mark, sent => {
    const others = sent.filter(one => !ownSecrets.has(one) && isLong(one));
    return others.length === 0
      ? redactor
      : redactorOf(
          once(() => [...own(), ...toHiders(others)]),
          mark,
        );
  });
  return redactor;
}

/** A secret, and the function that hides it. */
interface Hider {
  readonly secret: string;
  readonly hide: HideSecret;
}

/** @param withSent returns a redactor that also hides other secrets; a redactor of one request has none */
function redactorOf(
  hiders: () => readonly Hider[],
  mark: Mark,
  withSent?: (sent: readonly unknown[]) => Redactor,
): Redactor {
  // The longest secret comes first, because a shorter one can be a part of it.
  const longestFirst = once(() => hiders().toSorted((a, b) => b.secret.length - a.secret.length));
  const isKnown = (text: string) => longestFirst().some(({ secret }) => secret === text);

  function hideSecrets(text: string): string {
    const least = longestFirst().at(-1)?.secret.length ?? Number.POSITIVE_INFINITY;
    if (text.length < least && !text.includes('…')) return text; // no spelling is shorter than the secret itself
    const lower = text.toLowerCase();
    const rest = longestFirst().reduce((before, { hide }) => hide(before, lower), text);
    return rest.includes('…') ? hideCut(rest, longestFirst()) : rest;
  }

  const redactText = (text: string): string => maskText(hideSecrets(text));
  const hideWhole = (value: string): string => (isKnown(value) ? hidden : value);
  const redactor: Redactor = {
    mark,
    with: (...sent) => withSent?.(sent) ?? redactor,
    hideSecrets,
    redactText,
    redactBody: value => maskBody(value, mark, text => redactText(withoutNested(text))),
    redactUrl: url =>
      hideSecrets(maskUrl(url, mark)).replace(queryValue, value =>
        isKnown(readEscapes(value.replaceAll('+', ' '))) ? hidden : value,
      ),
    redactHeaders(headers) {
      const short = (text: string) => redactText(hideWhole(text)).slice(0, maxHeader); // cut last: half a secret is not recognised
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

/** Hides named secrets in a text of a body that holds JSON or XML itself. */
const withoutNested = (text: string): string => (/[{<]/.test(text) ? hideNamedSecrets(text) : text);

const queryValue = /(?<=[?&;][^=&;#]*=)[^&;#]+/g;

/** The lengths of a secret's beginning that `hideCut` looks for. No message shows a longer beginning. */
const [minHead, maxHead] = [3, 300];

/** Hides the beginning of a secret before `…`: a message cuts a long value there. */
function hideCut(text: string, hiders: readonly Hider[]): string {
  let rest = text;
  for (const { secret } of hiders) {
    if (!rest.includes(secret.slice(0, minHead))) continue;
    for (let length = Math.min(secret.length - 1, maxHead); length >= minHead; length -= 1)
      rest = rest.replaceAll(`${secret.slice(0, length)}…`, `${hidden}…`);
  }
  return rest;
}

/** The kind of a header by its name. */
type HeaderKind = 'ordinary' | 'credential' | 'custom' | 'other';

/** Matches headers that can contain anything. A record keeps one only when it contains a secret, as a mark. */
const customHeader = /^(?:x-|cookie$)/;
const kinds = new Map<string, HeaderKind>();
/** The bound on the remembered names. */
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
