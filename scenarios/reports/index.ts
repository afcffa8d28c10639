// Writes reports about judged calls. Each format has a separate module, which is loaded only when a report needs the format.
import { version } from '#contracts';
import type { NamedReport } from './page/index.ts';
import { type Paint, plain } from './paint.ts';
import type { Judged, Report, RunReport, VerdictReport, WriteReport } from './schema.ts';

export { brokenRules, findingsByRule } from './by-rule.ts';
export { collectDeviations } from './deviations.ts';
export { escapeControls, hasRawControls, jsonText, showControls } from './escape.ts';
export type { ExplorationFailure, ExplorationReport } from './exploration-schema.ts';
export type {
  ExplorationPage,
  MergedFinding,
  MergePage,
  NamedReport,
  PageData,
  PagePlay,
  PageRule,
  PageVerdict,
  PlaysPage,
} from './page/index.ts';
export { indent, type Paint, painter, plain } from './paint.ts';
export { describeBrokenAnswer, remarksOf } from './remarks.ts';
export { ReportError } from './report-error.ts';
export { ruleLines } from './rule-text.ts';
export type { ExploredReport, Judged, Report, RunReport, ScenarioReport, ScenarioState } from './schema.ts';
export { scenarioStates, stateWords } from './states.ts';
export { listed, nameOfPlay } from './summary.ts';
export { durationsText, elapsed } from './virtual-time.ts';

/** All formats of reports. To add a format, add a file to this folder and a line to this table. */
const writers = {
  text: async () => (await import('./text.ts')).text,
  json: async () => (await import('./json.ts')).json,
  junit: async () => (await import('./junit.ts')).junit,
  github: async () => (await import('./github.ts')).github,
  markdown: async () => (await import('./markdown.ts')).markdown,
  tap: async () => (await import('./tap.ts')).tap,
  html: async () => (await import('./html.ts')).createHtml(),
} satisfies Readonly<Record<string, () => Promise<WriteReport>>>;

/** The name of a format. */
export type ReportFormat = keyof typeof writers;

/** The names of all formats. */
export const reportFormats = Object.keys(writers) as readonly ReportFormat[]; // Object.keys has the return type string[]

/**
 * Writes a report.
 *
 * @param paint adds colours to the report; without this function, the text has no colours
 * @example await writeReport('junit', report)
 */
export async function writeReport(
  format: ReportFormat,
  report: Report,
  paint: Paint = plain,
): Promise<string> {
  return (await writers[format]())(report, paint);
}

/**
 * Creates a report on recorded traffic from one or more judgements.
 *
 * @param exitCode the exit code with which the command ends
 * @example writeReport('junit', verdictReport([judge(facts)], 0))
 */
export const verdictReport = (judged: Judged[], exitCode: number): VerdictReport => ({
  format: 'understudy-verdicts',
  version: 1,
  understudy: version,
  exitCode,
  judged,
});

/**
 * Returns a function that reads a JSON report of `run`. The function throws a ReportError for any other file.
 *
 * @example (await loadReportReader())(text).scenarios.length
 */
export const loadReportReader = async (): Promise<(text: string) => RunReport> =>
  (await import('./read-report.ts')).readRunReport;

/** Returns the comparison of several reports as text. @example await writeMergeText(reports, plain) */
export const writeMergeText = async (reports: readonly NamedReport[], paint: Paint): Promise<string> =>
  (await import('./merge-text.ts')).mergeText(reports, paint);

/** Returns the comparison of several reports as one HTML file. @example await writeMergePage(reports) */
export const writeMergePage = async (reports: readonly NamedReport[]): Promise<string> =>
  (await import('./html.ts')).mergeHtml(reports);
