import { asciiText } from '#contracts/util';

/** Returns the members of an object as JSON text without braces, in ASCII. */
export const members = (value: object): string => asciiText(value).slice(1, -1);

/**
 * Escapes a text of a client as a part of a key whose parts are joined with blanks or commas. A text without these signs and
 * without `%` does not change.
 *
 * @example keyPart('a b') // 'a%20b'
 */
export const keyPart = (text: string): string => text.replace(/[ ,%]/g, encodeURIComponent);

/**
 * Parses a table with one row per line and `|` between the columns.
 *
 * @example rowsOf('a|b\nc|d') // [['a', 'b'], ['c', 'd']]
 */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|'));
