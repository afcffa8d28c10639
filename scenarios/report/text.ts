// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\uFFFD';
}

/** So that a terminal does not execute them. Line breaks and tabs stay unchanged. @example showControls('\u001b[2J') // '␛[2J' */
export const showControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(controls, pictureOf);

const unescaped = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Whether a text contains control characters that JSON and YAML would not escape. */
export const hasRawControls = (text: string): boolean => text.search(unescaped) >= 0;

/** Those that JSON and quoted YAML would not escape. */
export const escapeControls = (text: string): string =>
  text.replace(unescaped, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns a value as indented JSON that is safe for a terminal, because all control characters are escaped. */
export const jsonText = (value: unknown): string => escapeControls(JSON.stringify(value, null, 2));

/** Marks untrusted text, so that a CI system does not execute a line like `::error::` as a command. */
export const quoteLines = (text: string): string =>
  showControls(text)
    .split('\n')
    .map(line => `| ${line}`.trimEnd())
    .join('\n');
export const oneLine = (text: string): string => showControls(text).replaceAll('\n', '\u240A');

export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'magenta';
export type Paint = (style: Style, text: string) => string;

export const plain: Paint = (_, text) => text;

// The terminal codes that turn a style on and off. Node's `styleText` is not used, because browsers do not have this function.
const codes: Record<Style, readonly [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  magenta: [35, 39],
};

export const painter = (colors: boolean): Paint =>
  colors ? (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : plain;

export const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map(line => ' '.repeat(by) + line)
    .join('\n');
