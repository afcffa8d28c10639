import type { Mark } from '../mark.ts';
import { hideNamedSecrets, maskBody, maskText, maskUrl, readEscapes } from '../mask.ts';
import { once } from '../util/index.ts';
import { isCredentialHeader, markSecret, ordinaryHeaders } from './credential.ts';
import { createHideSecret, type HideSecret, hidden } from './spelling.ts';

/** The options of a redactor. */
export interface RedactorOptions {
  /** The secrets that are hidden wherever their value appears. Values that are not texts are skipped. */
  secrets: readonly unknown[];
  /** Returns the text that replaces a secret in a field, header or parameter for credentials. Default: `***`. */
  mark?: Mark;
  /**
   * The minimum length of a secret that is hidden wherever its value appears. Shorter words are too common. Default: 6
   * characters.
   */
  shortest?: number;
  /**
   * The names and enum words of the contract. These words stay readable in texts, bodies and paths, even when a secret equals
   * such a word.
   */
  contractWords?: () => ReadonlySet<string>;
}

/** Hides secrets, card numbers and personal data. The journal, logs and reports contain only redacted texts. */
export interface Redactor {
  readonly mark: Mark;
  /** Returns a redactor that also hides the secrets of one request. */
  with(...sent: readonly unknown[]): Redactor;
  /** Returns a text without the secrets. */
  hideSecrets(text: string): string;
  /** Returns a text without secrets, card numbers, e-mails and CPF numbers. */
  redactText(text: string): string;
  /** Returns a redacted copy of JSON data. A mark replaces the value of each field that has the name of a credential. */
  redactBody(value: unknown): unknown;
  /** Returns a redacted path and query. Credentials become marks. */
  redactUrl(url: string): string;
  /** Returns the headers that a record keeps. Credentials become marks. */
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
  const own = once(() => toHiders(secrets)); // created at the first use, because most sandboxes record nothing
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

/** A secret, and the function that hides the secret. */
interface Hider {
  readonly secret: string;
  readonly hide: HideSecret;
}

/** @param withSent returns a redactor that also hides other secrets; undefined for the redactor of one request */
function redactorOf(
  hiders: () => readonly Hider[],
  mark: Mark,
  withSent?: (sent: readonly unknown[]) => Redactor,
): Redactor {
  // The longest secret comes first, because a shorter secret can be a part of a longer secret.
  const longestFirst = once(() => hiders().toSorted((a, b) => b.secret.length - a.secret.length));
  const isKnown = (text: string) => longestFirst().some(({ secret }) => secret === text);

  function hideSecrets(text: string): string {
    const least = longestFirst().at(-1)?.secret.length ?? Number.POSITIVE_INFINITY;
    if (text.length < least && !text.includes('…')) return text; // no spelling of a secret is shorter than the secret
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
      const short = (text: string) => redactText(hideWhole(text)).slice(0, maxHeader); // cut last: after a cut, a secret is not found
      const kept: Record<string, string> = {};
      for (const [name, value] of Object.entries(headers)) {
        const kind = headerKind(name);
        if (kind === 'other' || kind === 'standard') continue;
        if (kind === 'ordinary') kept[name] = short(value);
        else if (kind === 'credential' || hideSecrets(hideWhole(value)) !== value)
          kept[short(name)] = markSecret(value, mark);
      }
      return kept;
    },
  };
  return redactor;
}

/** Hides secrets in a text that contains JSON or XML. These secrets are found by the names of their fields. */
const withoutNested = (text: string): string => (/[{<]/.test(text) ? hideNamedSecrets(text) : text);

const queryValue = /(?<=[?&;][^=&;#]*=)[^&;#]+/g;

/** The minimum and maximum length of a secret's beginning that `hideCut` hides. No message shows more of a text. */
const [minHead, maxHead] = [3, 300];

/** Hides the beginning of a secret before `…`, because messages shorten long values with `…`. */
function hideCut(text: string, hiders: readonly Hider[]): string {
  let rest = text;
  for (const { secret } of hiders) {
    if (!rest.includes(secret.slice(0, minHead))) continue;
    for (let length = Math.min(secret.length - 1, maxHead); length >= minHead; length -= 1)
      rest = rest.replaceAll(`${secret.slice(0, length)}…`, `${hidden}…`);
  }
  return rest;
}

/** The kinds of headers. The name of a header determines its kind. */
type HeaderKind = 'ordinary' | 'credential' | 'custom' | 'standard' | 'other';

/**
 * Matches the names of headers whose value can be any text. A record keeps such a header only when the value
 * contains a secret, and replaces the value by a mark.
 */
const customHeader = /^(?:x-|cookie$)/;
/** Matches the headers that HTTP clients, proxies and tracing tools send by themselves. Nothing reads their values. */
const standardHeader =
  /^(?:host|connection|keep-alive|from|date|expect|te|trailer|transfer-encoding|upgrade|upgrade-insecure-requests|cache-control|pragma|priority|dnt|origin|via|forwarded|max-forwards|trace(?:parent|state)|b3|if-.+|accept-.+|content-.+|sec-.+|proxy-.+)$/;
const kinds = new Map<string, HeaderKind>();
/** The maximum number of header names in the cache. */
const namesRemembered = 500;

/** Returns the kind of a header. A recorded call keeps the headers of every kind except `standard` and `other`. */
export function headerKind(name: string): HeaderKind {
  const known = kinds.get(name);
  if (known) return known;
  const isCredential = name === 'authorization' || isCredentialHeader(name);
  const isOrdinary = ordinaryHeaders.some(one => one === name);
  const kind = isCredential
    ? 'credential'
    : isOrdinary
      ? 'ordinary'
      : standardHeader.test(name)
        ? 'standard'
        : customHeader.test(name)
          ? 'custom'
          : 'other';
  if (name.length < 80 && kinds.size < namesRemembered) kinds.set(name, kind);
  return kind;
}
