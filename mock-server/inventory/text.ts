/** Escapes a client's text for a key whose parts are joined with blanks or commas. */
export const keyPart = (text: string): string => text.replace(/[ ,%]/g, encodeURIComponent);

export const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split('|'));
