import { escapePattern } from '#contracts/util';
import type { Leak } from '../judge/index.ts';
import { formsOf, needlesOf, type TextForms, tokensIn } from './leak-forms.ts';
import type { Secret } from './secrets.ts';

/** Searches for secrets in text that arrives in chunks. */
export interface LeakSearch {
  /** Adds the next chunk. */
  read(text: string): void;
  /** Returns the secrets that were found, and at most one of the given Tokens. */
  found(tokens: ReadonlySet<string>): Leak[];
}

/** The number of characters to keep from the previous chunk. A secret up to this length is found even if it spans two chunks. */
const overlap = 1_000;
/** A pattern that matches common names for the security code of a card. */
export const codeNames = '(?:security[\\W_]?code|cvv2?|cvc2?|csc)(?:[_-]?code|[_-]?value)?';
/** The maximum number of Token-like texts to remember. A client that writes more such texts has already leaked a Token. */
const maxTokens = 20_000;

/**
 * Creates a search for secrets in plain text, JSON, URL encoding, base64 and hex, also if they are split over lines. The search
 * also finds numbers with separators between the digits, and the first twelve digits of a card. A security code counts as found
 * only after a name such as `cvv`, because three digits alone prove nothing.
 *
 * @param where the name of the stream in reports, such as `stdout`
 */
export function createLeakSearch(secrets: readonly Secret[], where: string): LeakSearch {
  const find = createFinder(secrets);
  const places = new Map<Secret, number>();
  const tokens = new Map<string, number>();
  let before = '';
  let line = 1;

  return {
    read(piece) {
      const text = before + piece;
      const forms = formsOf(text);
      for (const secret of new Set(find(forms)))
        if (!places.has(secret))
          places.set(secret, line + lineOf(text, part => find(formsOf(part)).includes(secret)));
      for (const [token, at] of tokensIn(forms))
        if (tokens.size < maxTokens && !tokens.has(token))
          tokens.set(token, line + newlines(text, Math.max(at, text.indexOf(token))));
      before = text.slice(-overlap);
      line += newlines(text, text.length - before.length);
    },
    found(issued) {
      const [leaked] = [...tokens].filter(([token]) => issued.has(token));
      const found = [...places].map(([{ what }, at]) => ({ what, at }));
      if (leaked) found.push({ what: 'token', at: leaked[1] });
      // One line can contain a password alone and within a header of Basic authentication, which is one leak.
      const unique = new Map(found.map(leak => [`${leak.what} ${leak.at}`, leak]));
      return [...unique.values()].map(({ what, at }) => ({ what, where: `${where}, line ${at}` }));
    },
  };
}

/** Creates a function that finds secrets in a text. The function searches each form of the text once for all secrets. */
function createFinder(secrets: readonly Secret[]): (forms: TextForms) => Secret[] {
  const codes = secrets.flatMap(secret =>
    secret.what === 'security-code' && secret.value !== '' ? [{ secret, pattern: codePattern(secret) }] : [],
  );
  const byForm = new Map<keyof TextForms, Map<string, Secret>>();
  for (const secret of secrets) {
    if (secret.what === 'security-code' || secret.value === '') continue;
    for (const { form, text } of needlesOf(secret.value, secret.what === 'card-number')) {
      const known = byForm.get(form) ?? new Map<string, Secret>();
      byForm.set(form, known.set(text, secret));
    }
  }
  const searches = [...byForm].map(([form, known]) => ({ form, known, pattern: anyOf([...known.keys()]) }));
  return forms => [
    ...searches.flatMap(({ form, known, pattern }) =>
      [...forms[form].matchAll(pattern)].flatMap(({ 0: text }) => known.get(text) ?? []),
    ),
    ...codes.flatMap(({ secret, pattern }) => (pattern.test(forms.plain) ? [secret] : [])),
  ];
}

/** Returns a pattern that matches any of the given texts. If several texts match, the longest one applies. */
const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(
    texts
      .toSorted((a, b) => b.length - a.length)
      .map(escapePattern)
      .join('|'),
    'g',
  );

/**
 * Returns a pattern for a security code after its name, in nested JSON, XML, `=>` and prose. The pattern does not match if an
 * asterisk or a comma follows the name, because the code was then masked.
 */
const codePattern = ({ value }: Secret): RegExp =>
  new RegExp(`${codeNames}${between}(?:(?:is|was)${between})?${escapePattern(value)}(?!\\d)`, 'i');

/** A pattern for the characters between the name of a security code and the code. */
const between = `["'\\s:=<>()[\\]{}-]{0,12}`;

function newlines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Returns the index of the first line for which the text up to its end passes a test. The whole text must pass. */
function lineOf(text: string, isIn: (beginning: string) => boolean): number {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isIn(text.slice(0, ends[middle]))) high = middle;
    else low = middle + 1;
  }
  return low;
}
