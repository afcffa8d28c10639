import { once } from '../util/index.ts';

/** The text that replaces a secret which was found by its value. */
export const hidden = '***';

const encoder = new TextEncoder();

const hex = (code: number, digits: number): string =>
  code
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`);

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/**
 * Returns a pattern that matches every way to write one character in JSON, URLs, forms and HTML. Repeats have a limit,
 * because without a limit a megabyte of backslashes takes minutes.
 */
function spellings(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const bytes = [...encoder.encode(character)].map(byte => `%(?:25){0,4}${hex(byte, 2)}`);
  const units = character.split('').map(unit => `\\\\{1,8}u${hex(unit.charCodeAt(0), 4)}`);
  const all = [
    `\\\\{0,8}\\u{${point.toString(16)}}`,
    bytes.join(''),
    units.join(''),
    `&#(?:0{0,8}${point}|[xX]0{0,8}${hex(point, 1)});`,
    ...(character === ' ' ? ['\\+'] : []),
    ...(entities[character] === undefined ? [] : [`&${entities[character]};`]),
  ];
  return `(?:${all.join('|')})`;
}

/**
 * Returns the source of a regular expression (flag `u`) that matches a text, even if JSON, URLs, forms or
 * HTML escape its characters.
 *
 * @example new RegExp(spelled('a b'), 'u').test('a%20b') // true
 */
export const spelled = (text: string): string => [...text].map(spellings).join('');

// The last letter of an escape, as in `%2Fword` and `\nword`, does not belong to the following word.
const wordStart = '(?:(?<![\\p{L}\\p{N}])|(?<=%[\\da-fA-F]{2}|\\\\u[\\da-fA-F]{4}|\\\\[bfnrt]))';
const wordEnd = '(?![\\p{L}\\p{N}])';

/** Like `spelled`, but the pattern matches only a separate word. */
export const spelledWord = (text: string): string => wordStart + spelled(text) + wordEnd;

/** The minimum length of a result of `base64Cores`, because shorter pieces of base64 can occur in any text by chance. */
const minCore = 4;

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Returns the base64 letters that depend only on a text, and not on the bytes before or after the text. Base64 encodes
 * groups of three bytes, so there is one result for each position in a group at which the text can begin.
 *
 * @example base64Cores('demo') // ['ZGVtb', 'RlbW', 'kZW1v']
 */
export function base64Cores(text: string): string[] {
  const bytes = encoder.encode(text);
  return [0, 1, 2].flatMap(offset => {
    const whole = new Uint8Array(offset + bytes.length);
    whole.set(bytes, offset);
    const core = base64(whole).slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6));
    return core.length < minCore ? [] : [core];
  });
}

const isBase64 = (letter: string | undefined): boolean => letter !== undefined && /[\w+/=-]/.test(letter);

/** Hides each piece of base64 that contains `core`. The piece can use the alphabet of MIME or the alphabet of URLs. */
function hideRuns(text: string, core: string): string {
  const inMime = text.replaceAll('-', '+').replaceAll('_', '/');
  let replaced = '';
  let from = 0;
  for (let at = inMime.indexOf(core); at >= 0; at = inMime.indexOf(core, from)) {
    let [start, end] = [at, at + core.length];
    while (start > from && isBase64(text[start - 1])) start -= 1;
    while (isBase64(text[end])) end += 1;
    replaced += text.slice(from, start) + hidden;
    from = end;
  }
  return replaced + text.slice(from);
}

/** Matches an escape of JSON, URLs, forms or HTML. */
const escapeSign = /%[\da-f]{2}|\\|&(?:#|\w{2,4};)/i;
/** The minimum length of a secret that is also hidden inside a word. A shorter secret occurs in many words. */
const minPart = 4;

/**
 * The maximum length of a secret that is hidden in every spelling. For a longer secret, the pattern would be megabytes
 * long.
 */
const maxSpelled = 300;

/**
 * A function that hides one secret in a text. `lower` is the text in lower case, which the caller computes once for all
 * secrets.
 */
export type HideSecret = (text: string, lower: string) => string;

/**
 * Creates the function that hides one secret in every spelling. A secret with letters and digits is hidden everywhere,
 * in any letter case. A secret with only letters or only digits is hidden only as a separate word.
 *
 * @param isKept returns whether the secret stays readable; called only when the text contains the secret
 * @example createHideSecret('s3cret', () => false)('it is S3CRET', 'it is s3cret') // 'it is ***'
 */
export function createHideSecret(secret: string, isKept: () => boolean): HideSecret {
  if (secret.length > maxSpelled) return text => text.replaceAll(secret, hidden);
  const isMixed = /\p{L}/u.test(secret) && /\p{N}/u.test(secret) && secret.length >= minPart;
  // The pattern is computed only when the first text arrives that may contain the secret. Most passwords of refused calls appear in
  // no other text.
  const pattern = once(() =>
    isMixed ? new RegExp(spelled(secret), 'giu') : new RegExp(spelledWord(secret), 'gu'),
  );
  const cores = once(() => base64Cores(secret).map(core => ({ core, sign: longestPart(core) })));
  const plain = secret.toLowerCase();
  const hasBlank = secret.includes(' ');
  const hide = (found: string) => (isKept() ? found : hidden);
  return (text, lower) => {
    const isLikely = lower.includes(plain) || escapeSign.test(text) || (hasBlank && text.includes('+'));
    const rest = isLikely ? text.replace(pattern(), hide) : text;
    if (rest.length < secret.length || !cores().some(({ sign }) => rest.includes(sign))) return rest;
    return isKept() ? rest : cores().reduce((before, { core }) => hideRuns(before, core), rest);
  };
}

/**
 * Returns the longest part of a result of `base64Cores` that is equal in both alphabets of base64. A fast
 * check uses this part before the slow search.
 */
const longestPart = (core: string): string =>
  core.split(/[+/]/).reduce((longest, part) => (part.length > longest.length ? part : longest));
