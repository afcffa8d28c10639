import { clauses, isClauseId } from '#contracts/clauses';
import { invariants, rules } from '../../judge/index.ts';
import { endRules } from '../findings.ts';
import type { PageRule } from './types.ts';

const allRules: readonly PageRule[] = [
  ...rules.map(
    ({ id, level, title, right, wrong, clauses: ids }): PageRule => ({
      id,
      kind: 'rule',
      level,
      title,
      right,
      wrong,
      clauses: [...ids],
      ...(endRules.includes(id) && { isEnd: true as const }),
    }),
  ),
  ...invariants.map(
    ({ id, level, title, clauses: ids }): PageRule => ({
      id,
      kind: 'invariant',
      level,
      title,
      clauses: [...ids],
    }),
  ),
];

/** Returns the rules and invariants with these ids, in the order of the reports. */
export function pageRules(ids: ReadonlySet<string>): PageRule[] {
  return allRules.filter(({ id }) => ids.has(id));
}

/** Returns the statements of clauses. */
export function statementsOf(ids: Iterable<string>): Record<string, string> {
  return Object.fromEntries([...ids].flatMap(id => (isClauseId(id) ? [[id, clauses[id].statement]] : [])));
}
