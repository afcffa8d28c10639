import { jsonText } from './escape.ts';
import type { WriteReport } from './schema.ts';

/** Returns the report as JSON. The files `report.schema.json` and `verdicts.schema.json` describe the JSON. */
export const json: WriteReport = report => `${jsonText(report)}\n`;
