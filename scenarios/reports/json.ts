import type { WriteReport } from './schema.ts';
/** Returns the report as JSON. The files `report.schema.json` and `verdicts.schema.json` describe the JSON. */
export const json: WriteReport = report => `${JSON.stringify(report, null, 2)}\n`;
