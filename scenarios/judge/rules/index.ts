import type { BooksRule, RuleRow } from '../rule.ts';
import { bookRules } from './books.ts';
import { cancellationRules } from './cancellation.ts';
import { conditionRules } from './conditions.ts';
import { failureRules } from './failures.ts';
import { offerRules } from './offer.ts';
import { paymentRules } from './payment.ts';
import { rebookingRules } from './rebooking.ts';
import { requestRules } from './requests.ts';
import { resultRules } from './result.ts';
import { secretAndToolRules } from './secrets-and-tools.ts';
import { shownRules } from './shown.ts';
import { statusRules } from './status.ts';
import { waitRules } from './waits.ts';

// Reports show the rules in this order.
const table = [
  ...resultRules,
  ...conditionRules,
  ...paymentRules,
  ...offerRules,
  ...rebookingRules,
  ...statusRules,
  ...failureRules,
  ...waitRules,
  ...requestRules,
  ...cancellationRules,
  ...shownRules,
  ...secretAndToolRules,
  ...bookRules,
] as const satisfies readonly (RuleRow | BooksRule)[];

type Row = (typeof table)[number];

/** The id of a rule, such as `token-used-once`. */
export type RuleId = Extract<Row, RuleRow>['id'];

/** The id of a rule about the end of a run, such as `one-booking`. */
export type InvariantId = Extract<Row, BooksRule>['id'];

/** A rule of the judge. */
export type Rule = RuleRow<RuleId>;

/** A rule about the end of a run. */
export type Invariant = BooksRule<InvariantId>;

const all: readonly (Rule | Invariant)[] = table;

/**
 * Every rule that reads the traffic, in the order of the reports.
 *
 * @example rules.filter(rule => rule.level === 'must').map(rule => rule.id)
 */
export const rules: readonly Rule[] = all.filter(row => row.reads !== 'books');

/** Every rule that reads the books of the supplier at the end of a run, in the order of the reports. */
export const invariants: readonly Invariant[] = all.filter(row => row.reads === 'books');

/**
 * Finds a rule by its id; undefined when no rule has that id.
 *
 * @example findRule('token-fresh')?.clauses // ['limit.token']
 */
export const findRule = (id: string): Rule | undefined => rules.find(rule => rule.id === id);
