/**
 * The members of an object as JSON text without braces. Escaped to ASCII, which JSON allows: a text of accented letters
 * costs more to send than to write.
 */
export const members = (value: object): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
