/**
 * JSON text escaped to ASCII, which JSON allows: a text of accented letters costs more to send than to write.
 *
 * @example asciiText(['São']) // '["S\\u00e3o"]'
 */
export const asciiText = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The members of an object as JSON text without braces, in ASCII. */
export const members = (value: object): string => asciiText(value).slice(1, -1);
