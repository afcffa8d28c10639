import { bookingRules } from './rows/booking.ts';
import { flowRules } from './rows/flow.ts';
import { outputRules } from './rows/output.ts';
import { pollingRules } from './rows/polling.ts';
import { requestRules } from './rows/requests.ts';
import { resilienceRules } from './rows/resilience.ts';
import type { RuleRow } from './rule.ts';

const table = [
  ...flowRules,
  ...bookingRules,
  ...pollingRules,
  ...resilienceRules,
  ...requestRules,
  ...outputRules,
] as const satisfies readonly RuleRow[];

/** The id of a rule, such as `token-used-once`. */
export type RuleId = (typeof table)[number]['id'];

/** What a correct client does, how hard it is held to it, and the clauses that ask for it. */
export type Rule = RuleRow & { readonly id: RuleId };

/**
 * Every rule of the judge, in the order in which reports show them.
 *
 * @example
 * rules.filter(rule => rule.level === 'must').map(rule => rule.id);
 */
export const rules: readonly Rule[] = table;

const rulesById: ReadonlyMap<string, Rule> = new Map(rules.map(rule => [rule.id, rule]));

/**
 * Finds a rule by its id, or returns undefined when no rule has that id. Never throws.
 *
 * @example
 * findRule('token-fresh')?.clauses; // ['limit.token']
 */
export function findRule(id: string): Rule | undefined {
  return rulesById.get(id);
}
