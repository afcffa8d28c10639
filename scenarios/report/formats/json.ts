import type { Format } from '../document.ts';
import { jsonText } from '../text.ts';

export const json: Format = ({ data }) => `${jsonText(data)}\n`;
