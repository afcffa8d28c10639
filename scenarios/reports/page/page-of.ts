import { explorationSummary } from '../exploration-text.ts';
import type { Report } from '../schema.ts';
import { pageRules, statementsOf } from './page-rules.ts';
import { runPage, verdictsPage } from './plays-page.ts';
import type { PageData } from './types.ts';

/**
 * Returns the data of the page about a report.
 *
 * @example pageOf(report).kind // 'run'
 */
export function pageOf(report: Report): PageData {
  if (report.format === 'understudy-report') return runPage(report);
  if (report.format === 'understudy-verdicts') return verdictsPage(report);
  const ids = new Set(report.failures.flatMap(({ invariant, rule }) => [invariant, ...(rule ? [rule] : [])]));
  const rules = pageRules(ids);
  const clauses = statementsOf(new Set(rules.flatMap(rule => rule.clauses)));
  return { kind: 'exploration', report, summary: explorationSummary(report), rules, clauses };
}
