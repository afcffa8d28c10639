import type { FormatReport } from './formats.ts';

/** The report as JSON, for programs: `contracts/report.schema.json` describes it. */
export const jsonReport: FormatReport = report => `${JSON.stringify(report, null, 2)}\n`;
