import type { WriteReport } from './schema.ts';
/** The report as JSON, for programs: `report.schema.json` and `verdicts.schema.json` describe it. */
export const json: WriteReport = report => `${JSON.stringify(report, null, 2)}\n`;
