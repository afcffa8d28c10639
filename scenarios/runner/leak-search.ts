import { spelled } from '#contracts/exchange';
import type { Leak } from '../judge/index.ts';
import type { Secret } from './secrets.ts';

/** Searches for secrets in text that arrives in chunks. */
export interface LeakSearch {
  /** Adds the next chunk. */
  read(text: string): void;
  /** Returns the secrets that were found, and at most one of the given Tokens. */
  found(tokens: ReadonlySet<string>): Leak[];
}

/** The number of characters to keep from the previous chunk. A secret up to this length is found even if it spans two chunks. */
const overlap = 300;
/** A pattern that matches common names for the security code of a card. */
export const codeNames = '(?:security[\\W_]?code|cvv2?|cvc2?|csc)(?:[_-]?code|[_-]?value)?';
const tokenLike = /[SRC][\da-f]{32}/g;
/** The maximum number of Token-like texts to remember. A client that writes more such texts has already leaked a Token. */
const maxTokens = 20_000;

/**
 * Creates a search for secrets in plain text, JSON and URL encoding. The search also finds numbers with separators between the
 * digits. A security code counts as found only after a name such as `cvv`, because three digits alone prove nothing.
 *
 * @param where the name of the stream in reports, such as `stdout`
 */
export function createLeakSearch(secrets: readonly Secret[], where: string): LeakSearch {
  const searches = secrets.map(secret => ({ ...secret, isIn: searchOf(secret) }));
  const places = new Map<(typeof searches)[number], number>();
  const tokens = new Map<string, number>();
  let before = '';
  let line = 1;

  return {
    read(piece) {
      const text = before + piece;
      const plain = readJsonEscapes(text);
      const output = { raw: text, plain, digits: joinDigits(plain), lower: text.toLowerCase() };
      for (const search of searches) {
        if (places.has(search)) continue;
        const at = search.isIn(output);
        if (at >= 0) places.set(search, line + newlines(text, at));
      }
      for (const { 0: token, index } of text.matchAll(tokenLike))
        if (tokens.size < maxTokens && !tokens.has(token)) tokens.set(token, line + newlines(text, index));
      before = text.slice(-overlap);
      line += newlines(text, text.length - before.length);
    },
    found(issued) {
      const leaked = [...tokens].filter(([token]) => issued.has(token));
      return [
        ...[...places].map(([{ what }, at]) => ({ what, where: `${where}, line ${at}` })),
        ...leaked.slice(0, 1).map(([, at]) => ({ what: 'token' as const, where: `${where}, line ${at}` })),
      ];
    },
  };
}

interface Output {
  readonly raw: string;
  /** The text without JSON escapes. */
  readonly plain: string;
  /** The text without separators between digits. */
  readonly digits: string;
  /** The raw text in lower case. */
  readonly lower: string;
}

/**
 * Returns a function that finds the position of a secret in the output, or -1. For a number with separators, the position is
 * approximate.
 */
function searchOf({ what, value }: Secret): (output: Output) => number {
  if (value === '') return () => -1;
  if (what === 'security-code') {
    // The pattern finds the code in nested JSON, XML, `=>` and prose. The pattern does not match if an asterisk or a comma follows
    // the name, because the code was then masked.
    const pattern = new RegExp(
      `${codeNames}${between}(?:(?:is|was)${between})?${escapePattern(value)}(?!\\d)`,
      'i',
    );
    return ({ plain }) => plain.search(pattern);
  }
  const small = value.toLowerCase();
  const pattern = new RegExp(spelled(value), 'iu');
  const bare = joinDigits(value);
  const isNumber = /^\d{9,}$/.test(bare);
  return ({ raw, lower, digits }) => {
    const at = lower.indexOf(small);
    if (at >= 0) return at;
    const escaped = /[\\%&+]/.test(raw) ? raw.search(pattern) : -1;
    return escaped < 0 && isNumber ? digits.indexOf(bare) : escaped;
  };
}

/** A pattern for the characters between the name of a security code and the code. */
const between = `["'\\s:=<>()[\\]{}-]{0,12}`;

/** Removes the escapes of JSON and of nested JSON. */
const readJsonEscapes = (text: string): string =>
  text.includes('\\')
    ? text
        .replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\\+(["'/])/g, '$1')
    : text;

/** Returns a pattern that matches exactly the given text. */
export const escapePattern = (text: string): string => text.replace(/[^\w]/g, '\\$&');
const joinDigits = (text: string): string => text.replace(/(?<=\d)[ .\-/_](?=\d)/g, '');

function newlines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
