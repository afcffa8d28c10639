// Writes reports. Each command makes a document of its report, and each format writes any document.
import { version } from '#contracts';
import type { ReportDocument } from './document.ts';
import { explorationDocument } from './exploration-document.ts';
import { runDocument, trafficDocument } from './plays-document.ts';
import type { Judged, Report, VerdictReport } from './schema.ts';

export * from './by-rule.ts';
export * from './document.ts';
export * from './exit-codes.ts';
export * from './formats/index.ts';
export * from './merge-document.ts';
export type * from './page.ts';
export { readRunReport } from './read-report.ts';
export * from './remarks.ts';
export * from './schema.ts';
export * from './story/index.ts';
export * from './text.ts';
export * from './web-page.ts';
export * from './wording.ts';

export function documentOf(report: Report): ReportDocument {
  if (report.format === 'understudy-exploration') return explorationDocument(report);
  return report.format === 'understudy-report' ? runDocument(report) : trafficDocument(report);
}

export const verdictReport = (judged: Judged[], exitCode: number): VerdictReport => ({
  format: 'understudy-verdicts',
  version: 1,
  understudy: version,
  exitCode,
  judged,
});
