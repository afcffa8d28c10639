import type { Format } from '../document.ts';
import { jsonText } from '../text.ts';

/** Returns the report as JSON. */
export const json: Format = ({ data }) => `${jsonText(data)}\n`;
