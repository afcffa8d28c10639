import { spelled } from '#contracts/exchange';
import type { Leak } from '../judge/index.ts';
import type { Secret } from './secrets.ts';

/** Searches text that arrives in pieces for secrets. */
export interface LeakSearch {
  /** Takes the next piece. */
  read(text: string): void;
  /** Returns the secrets that were found, and one of these Tokens if any was. */
  found(tokens: ReadonlySet<string>): Leak[];
}

/** A secret of at most this length is found even when two pieces share it. */
const overlap = 300;
/** A pattern of the names that a security code has. */
export const codeNames = '(?:security[\\W_]?code|cvv2?|cvc2?|csc)(?:[_-]?code|[_-]?value)?';
const tokenLike = /[SRC][\da-f]{32}/g;
/** A client that writes more texts like a Token has leaked one by then. */
const maxTokens = 20_000;

/**
 * Searches for each secret as it is and as JSON and URLs spell it; for numbers also with separators between the digits; for a
 * security code only after its name, because three digits alone prove nothing.
 *
 * @param where the name of the stream for people: `stdout`
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
  /** Without the escapes of JSON. */
  readonly plain: string;
  /** Without separators between two digits. */
  readonly digits: string;
  /** The raw text in lower case. */
  readonly lower: string;
}

/** Returns a function that finds the position of a secret, or -1. For a number with separators it is approximate. */
function searchOf({ what, value }: Secret): (output: Output) => number {
  if (value === '') return () => -1;
  if (what === 'security-code') {
    // In JSON inside JSON, XML, `=>` or words. An asterisk or a comma after the name means that the code was left out.
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

/** The characters between a name and its value, as part of a pattern. */
const between = `["'\\s:=<>()[\\]{}-]{0,12}`;

/** Removes the escapes of JSON, also of JSON as text inside JSON. */
const readJsonEscapes = (text: string): string =>
  text.includes('\\')
    ? text
        .replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\\+(["'/])/g, '$1')
    : text;

/** Returns a pattern that matches only this text. */
export const escapePattern = (text: string): string => text.replace(/[^\w]/g, '\\$&');
const joinDigits = (text: string): string => text.replace(/(?<=\d)[ .\-/_](?=\d)/g, '');

function newlines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
