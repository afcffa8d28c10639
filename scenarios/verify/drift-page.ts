import { clauses, isClauseId } from '#contracts/clauses';
import { readPage, withData } from '../web/index.ts';
import type { DriftReport } from './report-schema.ts';

/** The data of the page about a drift report. */
export interface DriftPage {
  readonly kind: 'drift';
  readonly report: DriftReport;
  /** The statements of the clauses that specify differing fields. */
  readonly clauses: Readonly<Record<string, string>>;
}

/**
 * Returns a drift report as one HTML file that opens from disk.
 *
 * @throws the errors of `readPage`
 */
export async function driftHtml(report: DriftReport): Promise<string> {
  const sources = report.operations.flatMap(({ fields }) => fields.flatMap(({ source = '' }) => source));
  const statements = [...new Set(sources)].flatMap(id =>
    isClauseId(id) ? [[id, clauses[id].statement]] : [],
  );
  const page: DriftPage = { kind: 'drift', report, clauses: Object.fromEntries(statements) };
  return withData(await readPage('report'), page);
}
