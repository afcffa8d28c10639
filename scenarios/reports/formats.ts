import type { RunReport } from '#contracts/report';

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
