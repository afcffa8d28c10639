import {
  escapePattern,
  hideNamedSecrets,
  type Mark,
  maskBody,
  maskText,
  maskUrl,
  once,
  readEscapes,
} from '../util/index.ts';
import type { Words } from './contract-words.ts';
import { hidden, isCredentialHeader, markSecret, ordinaryHeaders } from './credential.ts';

export interface RedactorOptions {
  /** Hidden wherever the value appears. Values that are not texts are skipped. */
  secrets: readonly unknown[];
  /** For a field, header or parameter for credentials. Default: `***`. */
  mark?: Mark;
  /** Shorter words are too common. Default: 6 characters. */
  shortest?: number;
  /** These words stay readable in texts, bodies and paths, even when a secret equals one. */
  contractWords?: () => Words;
}

/** Hides secrets, card numbers and personal data. The journal, logs and reports contain only redacted texts. */
export interface Redactor {
  readonly mark: Mark;
  /** Also hides the secrets of one request. */
  with(...sent: readonly unknown[]): Redactor;
  hideSecrets(text: string): string;
  redactText(text: string): string;
  /** Marks the fields that have the name of a credential. */
  redactBody(value: unknown): unknown;
  redactUrl(url: string): string;
  redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string>;
}

const maxHeader = 300;
/** The memory of a redactor for texts without anything to hide. */
const cleanTexts = 1_000;
const maxClean = 100; // characters
const queryValue = /(?<=[?&;][^=&;#]*=)[^&;#]+/g;

export function createRedactor(options: RedactorOptions): Redactor {
  const { mark = () => hidden, shortest = 6, contractWords } = options;
  const isSecret = (one: unknown): one is string =>
    typeof one === 'string' && one !== '' && one.length >= shortest;
  const secrets = new Set(options.secrets.filter(isSecret));
  // A shorter secret can be a part of a longer one.
  const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
  const isKept = (secret: string) => contractWords?.().has(secret) ?? false;
  const hiders = once(() => longestFirst.map(secret => hiderOf(secret, () => isKept(secret))));

  function hideSecrets(text: string): string {
    const lower = text.toLowerCase();
    const rest = hiders().reduce((before, hide) => hide(before, lower), text);
    return rest.includes('…') ? hideCut(rest, longestFirst) : rest;
  }

  // Most texts contain nothing to hide, and one pattern finds the others.
  const suspect = once(() => suspectPattern(longestFirst));
  const redactText = (text: string): string => (suspect().test(text) ? maskText(hideSecrets(text)) : text);
  const clean = new Set<string>(); // most texts of answers repeat
  // Secrets in JSON or XML inside a text are found by the names of their fields.
  function redactValue(text: string): string {
    if (clean.has(text)) return text;
    if (suspect().test(text)) return redactText(/[{<]/.test(text) ? hideNamedSecrets(text) : text);
    if (text.length > maxClean) return text;
    if (clean.size === cleanTexts) clean.clear();
    clean.add(text);
    return text;
  }
  const hideWhole = (value: string): string => (secrets.has(value) ? hidden : value);
  const shortHeader = (text: string) => redactText(hideWhole(text)).slice(0, maxHeader); // cut last: after a cut, a secret is not found
  const redactor: Redactor = {
    mark,
    with(...sent) {
      const others = sent.filter(one => isSecret(one) && !secrets.has(one));
      return others.length === 0
        ? redactor
        : createRedactor({ ...options, secrets: [...secrets, ...others] });
    },
    hideSecrets,
    redactText,
    redactBody: value => maskBody(value, mark, redactValue, contractWords?.()),
    redactUrl: url =>
      hideSecrets(maskUrl(url, mark)).replace(queryValue, value =>
        secrets.has(readEscapes(value.replaceAll('+', ' '))) ? hidden : value,
      ),
    redactHeaders(headers) {
      const kept: Record<string, string> = {};
      for (const [name, value] of Object.entries(headers)) {
        const kind = headerKind(name);
        if (kind === 'ordinary') kept[name] = shortHeader(value);
        else if (kind === 'credential' || (kind === 'custom' && hideSecrets(hideWhole(value)) !== value))
          kept[shortHeader(name)] = markSecret(value, mark);
      }
      return kept;
    },
  };
  return redactor;
}

/** Matches each text that `hideSecrets`, `maskText` or `hideNamedSecrets` could change, and some more. */
function suspectPattern(secrets: readonly string[]): RegExp {
  const texts = secrets.flatMap(secret =>
    secret.length > maxEscaped ? firstOf(secret, maxEscaped) : [secret, ...base64Of(secret)],
  );
  const signs = String.raw`[@%{<…\\+]|\d(?:[ .+_/-]?\d){10}`;
  return new RegExp([signs, ...texts.map(escapePattern)].join('|'), 'iu');
}

/** Returns whole characters, because a pattern does not find half of one. */
const firstOf = (text: string, count: number): string =>
  [...text.slice(0, 2 * count)].slice(0, count).join('');

const encoder = new TextEncoder();
const escapeSign = /[%\\+]/;
/** A longer pattern would be too large. */
const maxEscaped = 300;

/** A secret with letters and digits is hidden everywhere, in any letter case; any other one only as a separate word. */
function hiderOf(secret: string, isKept: () => boolean): (text: string, lower: string) => string {
  if (secret.length > maxEscaped) return text => text.replaceAll(secret, hidden);
  const pattern = once(() => patternOf(secret));
  const inBase64 = base64Of(secret);
  const plain = secret.toLowerCase();
  const hide = (found: string) => (isKept() ? found : hidden);
  return (text, lower) => {
    const isLikely = lower.includes(plain) || escapeSign.test(text);
    const rest = isLikely ? text.replace(pattern(), hide) : text;
    return inBase64.some(core => rest.includes(core)) ? rest.replace(base64Pattern(inBase64), hide) : rest;
  };
}

function patternOf(secret: string): RegExp {
  const isMixed = /\p{L}/u.test(secret) && /\p{N}/u.test(secret) && secret.length >= 4;
  if (isMixed) return new RegExp(spelled(secret), 'giu');
  // The last letter of an escape, as in `%2Fword` and `\nword`, does not belong to the following word.
  const start = '(?:(?<![\\p{L}\\p{N}])|(?<=%[\\da-fA-F]{2}|\\\\u[\\da-fA-F]{4}|\\\\[bfnrt]))';
  return new RegExp(`${start}${spelled(secret)}(?![\\p{L}\\p{N}])`, 'gu');
}

/** The source of a pattern (flag `u`), also for a text that JSON or a URL escapes. */
export const spelled = (text: string): string => [...text].map(spellingsOf).join('');

function spellingsOf(character: string): string {
  const hex = (code: number, digits: number) =>
    code
      .toString(16)
      .padStart(digits, '0')
      .replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`);
  const plain = `\\\\{0,3}\\u{${character.codePointAt(0)?.toString(16)}}`;
  const inUrl = [...encoder.encode(character)].map(byte => `%${hex(byte, 2)}`).join('');
  const inJson = character
    .split('')
    .map(unit => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
    .join('');
  return `(?:${plain}|${inUrl}|${inJson}${character === ' ' ? '|\\+' : ''})`;
}

/** In both alphabets, without the last letter if it depends on the following bytes. */
function base64Of(text: string): string[] {
  const bytes = encoder.encode(text);
  const mime = btoa(String.fromCharCode(...bytes)).slice(0, Math.floor((bytes.length * 8) / 6));
  // Shorter pieces of base64 can occur in any text by chance.
  return mime.length < 4 ? [] : [mime, mime.replaceAll('+', '-').replaceAll('/', '_')];
}

const base64Pattern = (cores: readonly string[]): RegExp =>
  new RegExp(`(?:${cores.map(core => core.replaceAll('+', '\\+')).join('|')})[\\w+/=-]*`, 'g');

/** Messages shorten long values with `…`. */
function hideCut(text: string, secrets: readonly string[]): string {
  let rest = text;
  for (const secret of secrets) {
    if (!rest.includes(secret.slice(0, 3))) continue;
    for (let length = Math.min(secret.length - 1, 300); length >= 3; length -= 1)
      rest = rest.replaceAll(`${secret.slice(0, length)}…`, `${hidden}…`);
  }
  return rest;
}

const customHeader = /^(?:x-|cookie$)/;
const standardHeader =
  /^(?:host|connection|keep-alive|from|date|expect|te|trailer|transfer-encoding|upgrade|upgrade-insecure-requests|cache-control|pragma|priority|dnt|origin|via|forwarded|max-forwards|trace(?:parent|state)|b3|if-.+|accept-.+|content-.+|sec-.+|proxy-.+)$/;

/** A custom header can have any text, so a record keeps it only when it contains a secret. Nothing reads the values of standard headers. */
export function headerKind(name: string) {
  if (name === 'authorization' || isCredentialHeader(name)) return 'credential';
  if (ordinaryHeaders.some(one => one === name)) return 'ordinary';
  if (standardHeader.test(name)) return 'standard';
  return customHeader.test(name) ? 'custom' : 'other';
}
