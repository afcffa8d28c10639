/**
 * Returns a value as JSON text in ASCII. ASCII text is faster to send than text with accented letters, even if the time
 * for the conversion is included.
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
 * Escapes a client's text for a key whose parts are joined with blanks or commas. A text without blanks, commas and `%`
 * does not change.
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
