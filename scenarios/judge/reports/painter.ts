import { styleText } from 'node:util';
import { type Paint, plain } from '../judged/index.ts';

/** Makes texts stand out, or leaves them as they are. */
export const painter = (colors: boolean): Paint =>
  colors ? (style, text) => styleText(style, text, { validateStream: false }) : plain;
