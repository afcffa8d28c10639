/** The error for a file that is no readable report. The message says what is wrong and what to do. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}
