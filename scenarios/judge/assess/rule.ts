import type { ClauseId } from '#contracts/clauses';
import type { Traffic } from '../traffic/index.ts';
import { type Assessment, overEach, type Ruling } from './assessment.ts';
import type { JudgeContext } from './context.ts';

/** How hard a rule is: breaking a `must` fails the client, breaking a `should` warns it. */
export type RuleLevel = 'must' | 'should';

interface RuleFacts<Id extends string> {
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
  /** The rule measures the time between calls. On a clock that jumps at polls, that time is not the client's. */
  readonly timed?: true;
  /** What it misses may stand in exchanges that the journal has lost. */
  readonly looksBack?: true;
  /** A finding stands whatever answers the client had, and however little time it had for them: what it sent shows it. */
  readonly standsAlone?: true;
}

interface WholeJudge {
  /** Returns the assessment of some traffic. Pure: the same traffic always gives the same assessment. */
  readonly judge: (traffic: Traffic, context: JudgeContext) => Assessment;
}

interface CaseJudge<Case> {
  /** Returns what is judged one by one, such as every DoBooking. */
  readonly cases: (traffic: Traffic, context: JudgeContext) => Iterable<Case>;
  /** Completes the reason "not observed: …" for traffic without a case. */
  readonly nothing: string;
  /** Judges one case. Pure, like `judge`. */
  readonly judgeCase: (one: Case, context: JudgeContext, traffic: Traffic) => Ruling;
}

/** A rule: what a correct client does, and the pure function that finds where a client did otherwise. */
export type RuleRow<Id extends string = string> = RuleFacts<Id> & WholeJudge;

/**
 * Defines a rule that judges cases one by one (`cases`, `nothing`, `judgeCase`) or the traffic as a whole (`judge`).
 *
 * @example
 * defineRule({ id: 'token-fresh', …, cases: ({ calls }) => calls, nothing: 'no Token was sent', judgeCase(call) { … } });
 */
export function defineRule<const Id extends string, Case>(
  rule: RuleFacts<Id> & (WholeJudge | CaseJudge<Case>),
): RuleRow<Id> {
  if ('judge' in rule) return rule;
  const { cases, nothing, judgeCase, ...facts } = rule;
  return {
    ...facts,
    judge: (traffic, context) =>
      overEach(cases(traffic, context), one => judgeCase(one, context, traffic), nothing),
  };
}
