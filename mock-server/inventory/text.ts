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
