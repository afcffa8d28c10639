import type { RunReport } from '../report/index.ts';

/** The forms that a report can have. */
export const reportFormats = ['text', 'json', 'junit'] as const;

/** A form that a report can have. */
export type ReportFormat = (typeof reportFormats)[number];

/** How a report is written. */
export interface FormatOptions {
  /** Marks what matters by colours, for a terminal. */
  readonly colors: boolean;
}

/** Writes a report. */
export type FormatReport = (report: RunReport, options: FormatOptions) => string;

/** A report in whatever form somebody wants it. */
export interface Forms {
  written(form: ReportFormat, options: FormatOptions): string;
  /** What GitHub Actions shows beside the log: workflow commands, a line each. */
  annotations(): readonly string[];
  /** Markdown for the summary of a step. */
  summary(): string;
}
