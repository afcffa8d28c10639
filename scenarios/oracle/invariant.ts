import type { ClauseId } from '#contracts/clauses';
import type { CorrectBehaviour, RuleLevel } from '../judge/index.ts';
import type { Evidence } from './evidence.ts';
import type { Purchase } from './purchases.ts';

/** One way in which a run breaks an invariant. */
export interface Breach {
  /** What happened, in a full sentence with ids and amounts. */
  readonly message: string;
  /** The numbers of the exchanges that prove it. */
  readonly exchanges: readonly number[];
  /** Whether the breach is only a warning, because another program or another reading may explain it. */
  readonly warn?: true;
}

/** The answer of an invariant: the reason why it does not apply, or the breaches. An empty list means that it held. */
export type Answer = { readonly notApplicable: string } | readonly Breach[];

/** The evidence, and the purchases with the services that the supplier booked for them. */
export interface Case extends Evidence {
  /** The purchases of the task; undefined if there is no task. */
  readonly purchases: readonly Purchase[] | undefined;
}

/** One row in the table of invariants. */
export interface InvariantRow<Id extends string = string> {
  readonly id: Id;
  readonly level: RuleLevel;
  /** The sentence that the invariant says about every run. */
  readonly title: CorrectBehaviour;
  /** The clauses of the specification that give the invariant. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** Judges the end of a run. The function is pure. */
  readonly check: (one: Case) => Answer;
}

/** Defines an invariant. The function only gives the row its exact type. */
export const defineInvariant = <const Id extends string>(row: InvariantRow<Id>): InvariantRow<Id> => row;
