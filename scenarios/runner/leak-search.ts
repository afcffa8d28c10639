import { spelled } from '#contracts/exchange';
import type { Leak } from '../judge/index.ts';
import type { Secret } from './secrets.ts';

/** Looks for secrets in text that comes piece by piece. */
export interface LeakSearch {
  /** The next piece. */
  read(text: string): void;
  /** What was found, and which of these Tokens. */
  found(tokens: ReadonlySet<string>): Leak[];
}

/** Of what is cut in two by the end of a piece nothing is missed up to this length. */
const overlap = 300;
/** What a security code is called, as a pattern. */
export const codeNames = '(?:security[\\W_]?code|cvv2?|cvc2?|csc)(?:[_-]?code|[_-]?value)?';
const tokenLike = /[SRC][\da-f]{32}/g;
/** A client that writes more of what looks like a Token has leaked those before. */
const maxTokens = 20_000;

/**
 * Looks for each secret as it stands or as JSON and addresses spell it, for numbers also where something stands between the
 * digits, and for a security code only behind its name: three digits alone say nothing.
 *
 * @param where names what is read, for people: `stdout`
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
  /** As it reads without the escapes of JSON, about as long. */
  readonly plain: string;
  /** Without what stands between two digits. */
  readonly digits: string;
  /** The raw text in small letters. */
  readonly lower: string;
}

/** Where a secret stands, or -1. Of one without what stands between its digits only about where. */
function searchOf({ what, value }: Secret): (output: Output) => number {
  if (value === '') return () => -1;
  if (what === 'security-code') {
    // Whatever writes it: JSON in JSON, XML, `=>`, words. An asterisk or a comma between says that it was left out.
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

/** What stands between a name and its value, as part of a pattern. */
const between = `["'\\s:=<>()[\\]{}-]{0,12}`;

/** Text in JSON, or in JSON that stands in JSON as text, as it reads. */
const readJsonEscapes = (text: string): string =>
  text.includes('\\')
    ? text
        .replace(/\\+u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replace(/\\+(["'/])/g, '$1')
    : text;

/** A text as a pattern that fits it alone. */
export const escapePattern = (text: string): string => text.replace(/[^\w]/g, '\\$&');
const joinDigits = (text: string): string => text.replace(/(?<=\d)[ .\-/_](?=\d)/g, '');

function newlines(text: string, before: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
