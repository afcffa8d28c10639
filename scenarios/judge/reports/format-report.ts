import type { RunReport } from '../report/index.ts';
import type { FormatReport, Forms, ReportFormat } from './formats.ts';
import { githubAnnotations, githubSummary } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { textReport } from './text.ts';

/** Writes a report in each form. */
export const formatReport: Readonly<Record<ReportFormat, FormatReport>> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
};

/** The report of a run, in every form. */
export const formsOfRun = (report: RunReport): Forms => ({
  written: (form, options) => formatReport[form](report, options),
  annotations: () => githubAnnotations(report),
  summary: () => githubSummary(report),
});
