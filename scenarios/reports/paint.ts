/** A style of text on a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'magenta';
/** Adds a style to a text. */
export type Paint = (style: Style, text: string) => string;

/** Returns the text without a style. */
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

/** Returns a function that adds styles to a text. If `colors` is false, the function returns the text unchanged. */
export const painter = (colors: boolean): Paint =>
  colors ? (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : plain;

/** Indents every line of a text by the given number of spaces. */
export const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map(line => ' '.repeat(by) + line)
    .join('\n');
