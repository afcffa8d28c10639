import { jsonText } from './escape.ts';
import type { WriteReport } from './schema.ts';

/** Returns the report as JSON. The files `report.schema.json` and `verdicts.schema.json` describe the JSON. */
export const json: WriteReport = report => {
  if (report.format !== 'understudy-exploration') return `${jsonText(report)}\n`;
  const { pictures: _, ...rest } = report;
  return `${jsonText(rest)}\n`;
};
