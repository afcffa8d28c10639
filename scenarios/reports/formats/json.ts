import type { Format } from '../document.ts';
import { jsonText } from '../escape.ts';

/** Returns the report as JSON. */
export const json: Format = ({ data }) => `${jsonText(data)}\n`;
