import type { ExploredReport } from '../schema.ts';
import { pageRules, statementsOf } from './page-rules.ts';
import type { ExplorationPage } from './types.ts';

/** Returns the data of the page about an exploration. */
export function explorationPage(report: ExploredReport, summary: string): ExplorationPage {
  const ids = new Set(report.failures.flatMap(({ invariant, rule }) => [invariant, ...(rule ? [rule] : [])]));
  const rules = pageRules(ids);
  const clauses = statementsOf(new Set(rules.flatMap(rule => rule.clauses)));
  return { kind: 'exploration', report, summary, rules, clauses };
}
