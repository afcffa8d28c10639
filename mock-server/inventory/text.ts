/**
 * Escapes a client's text for a key whose parts are joined with blanks or commas. A text without blanks, commas and `%` does not change.
 */
export const keyPart = (text: string): string => text.replace(/[ ,%]/g, encodeURIComponent);

/** Parses a table with one row per line and `|` between the columns. */
export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|'));
