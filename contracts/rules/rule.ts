import type { ClauseId } from '../clauses.ts';

/** How hard a rule is: breaking a `must` fails the client, breaking a `should` warns it. */
export type RuleLevel = 'must' | 'should';

/** The shape of one row; the table gives each row its literal id. */
export type RuleRow = {
  /** Kebab-case, promised to users: baselines and scenarios name rules by it. */
  readonly id: string;
  readonly level: RuleLevel;
  /** The statements of the specification that the rule stands for, at least one. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** Completes the sentence "A correct client ...". */
  readonly title: string;
};
