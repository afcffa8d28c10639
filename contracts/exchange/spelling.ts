/** What takes the place of a secret that is found by its value. */
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
 * Every way in which JSON, URLs, forms and HTML write one character, as a pattern. Repeats are bounded: without that a megabyte of
 * backslashes would cost minutes.
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
 * A text as the source of a regular expression (flag `u`) that also matches it with escapes of JSON, URLs, forms and HTML.
 *
 * @example new RegExp(spelled('a b'), 'u').test('a%20b') // true
 */
export const spelled = (text: string): string => [...text].map(spellings).join('');

// A letter that ends an escape, as in `%2Fword` and `\nword`, is no part of the word after it.
const wordStart = '(?:(?<![\\p{L}\\p{N}])|(?<=%[\\da-fA-F]{2}|\\\\u[\\da-fA-F]{4}|\\\\[bfnrt]))';
const wordEnd = '(?![\\p{L}\\p{N}])';

/** The same for a text that is matched only where it is a word of its own. */
export const spelledWord = (text: string): string => wordStart + spelled(text) + wordEnd;

/** Shorter runs of base64 occur in any text. */
const shortestCore = 4;

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/**
 * The letters that a text alone decides in base64: one form for each of the three places in a group of bytes where it can begin.
 *
 * @example base64Cores('demo') // ['ZGVtb', 'RlbW', 'kZW1v']
 */
export function base64Cores(text: string): string[] {
  const bytes = encoder.encode(text);
  return [0, 1, 2].flatMap(offset => {
    const whole = new Uint8Array(offset + bytes.length);
    whole.set(bytes, offset);
    const core = base64(whole).slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6));
    return core.length < shortestCore ? [] : [core];
  });
}

const isBase64 = (letter: string | undefined): boolean => letter !== undefined && /[\w+/=-]/.test(letter);

/** A text in which whole runs of base64 that contain a core, in the alphabet of MIME or of URLs, are hidden. */
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

/** The signs by which escapes of any kind begin. */
const escapeSign = /[\\%&+]/;
/** A secret of fewer characters is a part of many words. */
const shortestPart = 4;

/** A longer text that a client sends as its password is hidden as it stands only: its pattern would be megabytes long. */
const longestSpelled = 300;

/** Hides one secret in a text. `lower` is the text in small letters, computed once for all secrets. */
export type HideSecret = (text: string, lower: string) => string;

/**
 * Returns what hides one secret in every spelling. One with letters and digits is found anywhere and in any capitals; one
 * that could be a word or a number only as a word of its own.
 *
 * @param isKept asked when the secret was found: whether it stays all the same
 * @example createHideSecret('s3cret', () => false)('it is S3CRET', 'it is s3cret') // 'it is ***'
 */
export function createHideSecret(secret: string, isKept: () => boolean): HideSecret {
  if (secret.length > longestSpelled) return text => text.replaceAll(secret, hidden);
  const isMixed = /\p{L}/u.test(secret) && /\p{N}/u.test(secret) && secret.length >= shortestPart;
  const pattern = isMixed ? new RegExp(spelled(secret), 'giu') : new RegExp(spelledWord(secret), 'gu');
  const plain = secret.toLowerCase();
  const cores = base64Cores(secret).map(core => ({ core, sign: longestPart(core) }));
  const hide = (found: string) => (isKept() ? found : hidden);
  return (text, lower) => {
    const isLikely = lower.includes(plain) || escapeSign.test(text);
    const rest = isLikely ? text.replace(pattern, hide) : text;
    if (rest.length < secret.length || !cores.some(({ sign }) => rest.includes(sign))) return rest;
    return isKept() ? rest : cores.reduce((before, { core }) => hideRuns(before, core), rest);
  };
}

/** What both alphabets of base64 write alike, for a cheap look before the pattern. */
const longestPart = (core: string): string =>
  core.split(/[+/]/).reduce((longest, part) => (part.length > longest.length ? part : longest));
