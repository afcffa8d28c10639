import type { Clause } from './clause.ts';
import { endpointClauses } from './endpoints.ts';
import { errorAndLimitClauses } from './errors-and-limits.ts';
import { fieldClauses } from './fields.ts';
import { flowClauses } from './flow.ts';
import { resourceClauses } from './resources.ts';
import { serviceClauses } from './service.ts';
import { statusClauses } from './statuses.ts';

export type { Clause, Need } from './clause.ts';

/**
 * The statements of the specification in reading order. The keys are the ids to which fields, rules, scenarios and
 * tests refer.
 *
 * @example
 * clauses['limit.rate'].statement; // 'One credential may send 120 requests in a minute.'
 */
export const clauses = {
  ...serviceClauses,
  ...resourceClauses,
  ...fieldClauses,
  ...statusClauses,
  ...endpointClauses,
  ...flowClauses,
  ...errorAndLimitClauses,
} as const satisfies Record<string, Clause>;

/** The id of a clause, such as `flow.1` or `field.retoken`. */
export type ClauseId = keyof typeof clauses;

/** @example sectionOf('flow.1') // 'flow' */
export const sectionOf = (id: string): string => id.replace(/\..*$/, '');

/**
 * Returns whether a text is the id of a clause. Never throws.
 *
 * @example
 * isClauseId('flow.1'); // true
 * isClauseId('flow.99'); // false
 */
export function isClauseId(text: string): text is ClauseId {
  return Object.hasOwn(clauses, text);
}
