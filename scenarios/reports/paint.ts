/** How something stands out on a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'magenta';
/** Makes a text stand out. */
export type Paint = (style: Style, text: string) => string;

/** Leaves texts as they are. */
export const plain: Paint = (_, text) => text;

// The codes of a terminal that turn a style on and off; `styleText` of Node does not exist in browsers.
const codes: Record<Style, readonly [on: number, off: number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  magenta: [35, 39],
};

/** Makes texts stand out, or leaves them as they are. */
export const painter = (colors: boolean): Paint =>
  colors ? (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m` : plain;

/** Moves every line of a text to the right. */
export const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map(line => ' '.repeat(by) + line)
    .join('\n');
