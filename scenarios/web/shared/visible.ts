// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Makes control characters visible, and marks of the writing direction too, so that a text cannot change how others are read.
 *
 * @example visible('a\u202Eb') // 'a\uFFFDb'
 */
export const visible = (text: string): string =>
  text.replace(controls, one =>
    one.charCodeAt(0) < 0x20 ? String.fromCharCode(0x2400 + one.charCodeAt(0)) : '\uFFFD',
  );

/** Shortens a text for a place with little room. @example cut('hotel.search', 6) // 'hotel…' */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : length < 2 ? '' : `${text.slice(0, length - 1)}…`;
