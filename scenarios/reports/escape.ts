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

const unescaped = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Whether a text holds control characters that JSON and YAML write as they are. */
export const hasRawControls = (text: string): boolean => text.search(unescaped) >= 0;

/**
 * Writes as escapes the control characters that JSON and quoted YAML leave as they are.
 *
 * @example escapeControls(JSON.stringify('\u009b2J')) // '"\\u009b2J"'
 */
export const escapeControls = (text: string): string =>
  text.replace(unescaped, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns a value as indented JSON that a terminal can print: all its control characters are escapes. */
export const jsonText = (value: unknown): string => escapeControls(JSON.stringify(value, null, 2));

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
