import { jsonText } from './escape.ts';
import type { WriteReport } from './schema.ts';

/** Writes the report as JSON. `report.schema.json` and `verdicts.schema.json` describe it. */
export const json: WriteReport = report => `${jsonText(report)}\n`;
