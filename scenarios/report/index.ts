// Writes reports. Each command makes a document of its report, and each format writes any document.
import { version } from '#contracts';
import type { ReportDocument } from './document.ts';
import { explorationDocument } from './exploration-document.ts';
import { runDocument, trafficDocument } from './plays-document.ts';
import type { Judged, Report, RunReport, VerdictReport } from './schema.ts';

export { brokenRules, findingsByRule, ruleLines } from './by-rule.ts';
export {
  type Case,
  type DocumentPage,
  type Finding,
  type Mark,
  note,
  type PageTable,
  type ReportDocument,
  ReportError,
  type Section,
} from './document.ts';
export { exitCodeOf, exitCodes, runExitCode, trafficExitCode } from './exit-codes.ts';
export {
  mediaTypeOf,
  type ReportFormat,
  reportFormats,
  writeReport,
} from './formats/index.ts';
export { mergeDocument, type NamedReport } from './merge-document.ts';
export type {
  ExplorationPage,
  PageData,
  PagePlay,
  PageRule,
  PageVerdict,
  PlaysPage,
} from './page.ts';
export { collectDeviations, describeBrokenAnswer, remarksOf } from './remarks.ts';
export {
  type ExplorationFailure,
  type ExplorationReport,
  type ExploredReport,
  type Judged,
  type Report,
  type RunReport,
  type ScenarioReport,
  type ScenarioState,
  scenarioStates,
  stateWords,
} from './schema.ts';
export {
  alignColumns,
  escapeControls,
  hasRawControls,
  indent,
  jsonText,
  painter,
  showControls,
} from './text.ts';
export { counted, durationsText, elapsed, listed, nameOfPlay } from './wording.ts';

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

/** The function throws a ReportError for a file that is no report of `run`. */
export const loadReportReader = async (): Promise<(text: string) => RunReport> =>
  (await import('./read-report.ts')).readRunReport;
export { createStory, type Story, type StoryCall, type StoryParts } from './story/index.ts';
export { readPage } from './web-page.ts';
