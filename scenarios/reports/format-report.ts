import type { FormatReport, ReportFormat } from './formats.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { textReport } from './text.ts';

/** Writes a report in each form. */
export const formatReport: Readonly<Record<ReportFormat, FormatReport>> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
};
