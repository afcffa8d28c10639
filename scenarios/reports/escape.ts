// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** A sign for each control character: those of ASCII have pictures of their own. */
function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\uFFFD';
}

/**
 * What somebody else wrote, as it can be shown on any terminal: control characters are seen, and do nothing. Line breaks and tabs
 * stay.
 *
 * @example showControls('\u001b[2J') // '␛[2J'
 */
export const showControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(controls, pictureOf);

/**
 * Lines that somebody else wrote, each behind a mark, so that none of them is taken for our own, nor for a command of whoever
 * reads the log (`::error::`).
 *
 * @example quoteLines('one\n::error::two') // '| one\n| ::error::two'
 */
export const quoteLines = (text: string): string =>
  showControls(text)
    .split('\n')
    .map(line => `| ${line}`.trimEnd())
    .join('\n');
