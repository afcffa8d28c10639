/**
 * Returns JSON text in ASCII: a text with accented letters takes longer to send than this takes to write.
 *
 * @example asciiText(['São']) // '["S\\u00e3o"]'
 */
export const asciiText = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Returns the members of an object as JSON text without braces, in ASCII. */
export const members = (value: object): string => asciiText(value).slice(1, -1);

/**
 * Escapes a text of a client as a part of a key whose parts are joined with blanks or commas. A text without these signs and
 * without `%` stays as it is.
 *
 * @example keyPart('a b') // 'a%20b'
 */
export const keyPart = (text: string): string => text.replace(/[ ,%]/g, encodeURIComponent);

/**
 * Reads a table: one row per line, with `|` between the columns.
 *
 * @example rowsOf('a|b\nc|d') // [['a', 'b'], ['c', 'd']]
 */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|'));
