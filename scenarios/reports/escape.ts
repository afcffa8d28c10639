// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Returns a visible character that represents a control character. */
function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\uFFFD';
}

/**
 * Makes the control characters in untrusted text visible, so that a terminal does not execute them. Line breaks and tabs stay.
 *
 * @example showControls('\u001b[2J') // '␛[2J'
 */
export const showControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(controls, pictureOf);

/**
 * Puts the prefix `| ` before each line of untrusted text. The user can then see which lines come from the client. A CI system
 * does not execute such a line as a command like `::error::`.
 *
 * @example quoteLines('one\n::error::two') // '| one\n| ::error::two'
 */
export const quoteLines = (text: string): string =>
  showControls(text)
    .split('\n')
    .map(line => `| ${line}`.trimEnd())
    .join('\n');
