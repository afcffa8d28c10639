/** The maximum length of a text that reports show in full. Every Token and key of the stand-in is longer. */
const maxShown = 12;

/**
 * Shortens a Token or key for a report. The first characters are enough to identify a Token, but not to use it (auth.5).
 *
 * @example shortToken('S0123456789abcdef') // 'S0123456…'
 */
export const shortToken = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, 8)}…`);
