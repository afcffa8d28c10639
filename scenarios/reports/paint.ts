import { styleText } from 'node:util';

/** How something stands out on a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'magenta';
/** Makes a text stand out. */
export type Paint = (style: Style, text: string) => string;

/** Leaves texts as they are. */
export const plain: Paint = (_, text) => text;

/** Makes texts stand out, or leaves them as they are. */
export const painter = (colors: boolean): Paint =>
  colors ? (style, text) => styleText(style, text, { validateStream: false }) : plain;

/** Moves every line of a text to the right. */
export const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map(line => ' '.repeat(by) + line)
    .join('\n');
