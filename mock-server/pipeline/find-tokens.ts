import { readEscapes } from '#contracts/exchange';
import { nearest } from '#contracts/util';
import type { Address } from './address.ts';

/** The parts of a path, as sent, that can be a static token in the wrong place. */
export type FindTokens = (path: string) => readonly string[];

/** What is shorter, and whole numbers up to this many digits, are codes and ids. */
const shortestToken = 6;
const isId = (part: string): boolean => /^\d{1,10}$/.test(part);
const isWord = (part: string): boolean => /^[a-z]+$/i.test(part);

/**
 * Finds them in paths that are no operation's but begin as those of static data do: a client that writes such an address
 * slightly wrong sends its token all the same. Words that are near to those of an address are left for the reader.
 *
 * @example createTokenFinder(addressesOf(dialect))('/new/api/v1/mapping/airport/LIS/tokn/St4tic-77') // ['St4tic-77']
 */
export function createTokenFinder(addresses: readonly Address[]): FindTokens {
  const paths = addresses.filter(({ operation }) => operation.base === 'commons').map(({ path }) => path);
  const beginnings = [...new Set(paths.map(beginningOf))];
  const words = [...new Set(paths.flatMap(path => path.split('/').filter(part => !part.includes('{'))))];
  const canBeToken = (part: string): boolean =>
    part.length >= shortestToken && !isId(part) && !(isWord(part) && nearest(part, words) !== undefined);
  return path => {
    const read = readEscapes(path).toLowerCase();
    if (!beginnings.some(beginning => read.startsWith(beginning))) return [];
    return path.split('/').filter(part => canBeToken(readEscapes(part)));
  };
}

/** The literal parts before the first parameter, but for the last, which tells the operations apart. */
function beginningOf(path: string): string {
  const parts = path.slice(0, path.indexOf('{')).toLowerCase().split('/').slice(0, -1);
  return `${(parts.length > 2 ? parts.slice(0, -1) : parts).join('/')}/`;
}
