import type { ClauseId } from '#contracts/clauses';
import type { Traffic } from '../traffic/index.ts';
import type { Assessment } from './assessment.ts';
import type { ClockPace, JudgeContext } from './context.ts';

/** How hard a rule is: breaking a `must` fails the client, breaking a `should` warns it. */
export type RuleLevel = 'must' | 'should';

/** A rule: what a correct client does, and the pure function that finds where one did otherwise. */
export type RuleRow<Id extends string = string> = {
  /** Kebab-case, promised to users: baselines and scenarios name rules by it. */
  readonly id: Id;
  readonly level: RuleLevel;
  /** The statements of the specification that the rule stands for, at least one. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** Completes the sentence "A correct client ...". */
  readonly title: string;
  /** What a client does that keeps it, in a sentence. */
  readonly right: string;
  /** What one does that breaks it. */
  readonly wrong: string;
  /** What the judge looks at. */
  readonly explanation: string;
  /** Only a client that reports what its user was shown can exercise it, which it need not. */
  readonly needsShown?: true;
  /** The clocks on which it can be judged; all when absent. */
  readonly modes?: readonly ClockPace['mode'][];
  /** What it misses may stand in exchanges that the journal has lost. */
  readonly looksBack?: true;
  /** A finding stands whatever answers the client had, and however little time it had for them: what it sent shows it. */
  readonly standsAlone?: true;
  /** Reads the traffic and says what it found; the same traffic always gives the same assessment. */
  readonly judge: (traffic: Traffic, context: JudgeContext) => Assessment;
};

/**
 * Declares a rule and keeps its id as a literal.
 *
 * @example export const tokenFresh = defineRule({ id: 'token-fresh', level: 'must', …, judge: ({ calls }) => … });
 */
export const defineRule = <const Id extends string>(rule: RuleRow<Id>): RuleRow<Id> => rule;

/** On a clock that jumps at polls, the time between two calls is not the client's. */
export const allButPerPoll: readonly ClockPace['mode'][] = ['real', 'manual', 'scaled', 'auto'];
