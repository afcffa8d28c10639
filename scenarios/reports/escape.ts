// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Returns a visible character in place of a control character. */
function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\uFFFD';
}

/**
 * Makes the control characters of foreign text visible, so that a terminal does not obey them. Line breaks and tabs stay.
 *
 * @example showControls('\u001b[2J') // '␛[2J'
 */
export const showControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(controls, pictureOf);

/**
 * Puts a mark before each line of foreign text. A reader cannot take the line for ours, and a CI system cannot take it for a
 * command (`::error::`).
 *
 * @example quoteLines('one\n::error::two') // '| one\n| ::error::two'
 */
export const quoteLines = (text: string): string =>
  showControls(text)
    .split('\n')
    .map(line => `| ${line}`.trimEnd())
    .join('\n');
