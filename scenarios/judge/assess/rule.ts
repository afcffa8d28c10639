import type { ClauseId } from '#contracts/clauses';
import type { Finding } from '#contracts/control';
import type { Call, Traffic } from '../traffic/index.ts';
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

/** What a rule has to say of some traffic. */
export interface Assessment {
  readonly findings: readonly Finding[];
  /** Something in the traffic showed what the client does. */
  readonly isObserved: boolean;
  /** Why nothing showed it, or why what showed cannot tell. */
  readonly reason?: string;
  /** Something was there to be judged, and the traffic cannot tell. */
  readonly isInconclusive?: true;
  /** It takes something that was not given, and that no exchange could have shown. */
  readonly isInputMissing?: true;
}

/** What can be said of one case: nothing wrong (undefined), findings, that it is no case, or why nobody can tell. */
export type Ruling = undefined | Finding | readonly Finding[] | 'not applicable' | Inconclusive;

/** Why nobody can tell. */
export interface Inconclusive {
  readonly inconclusive: string;
}

/**
 * An assessment from cases that are judged one by one.
 *
 * @param nothing why there was nothing to judge, where there was no case
 * @example overEach(traffic.of('book'), book => …, 'no DoBooking was sent')
 */
export function overEach<Case>(
  cases: Iterable<Case>,
  judge: (one: Case) => Ruling,
  nothing: string,
): Assessment {
  const findings: Finding[] = [];
  let isObserved = false;
  let inconclusive: string | undefined;
  for (const one of cases) {
    const ruling = judge(one);
    if (ruling === 'not applicable') continue;
    if (ruling !== undefined && 'inconclusive' in ruling) {
      inconclusive ??= ruling.inconclusive;
      continue;
    }
    isObserved = true;
    if (ruling === undefined) continue;
    if ('message' in ruling) findings.push(ruling);
    else findings.push(...ruling);
  }
  if (isObserved) return { findings, isObserved };
  if (inconclusive !== undefined) return { findings, isObserved, reason: inconclusive, isInconclusive: true };
  return { findings, isObserved, reason: nothing };
}

/** The assessment on one case. */
export const overOne = (ruling: Ruling, nothing = 'nothing to judge'): Assessment =>
  overEach([ruling], one => one, nothing);

/** What would show it was not given. */
export const missingInput = (reason: string): Assessment => ({
  findings: [],
  isObserved: false,
  reason,
  isInputMissing: true,
});

/** A finding. */
export function finding(
  calls: readonly (Call | undefined)[],
  { message, expected }: Pick<Finding, 'message' | 'expected'>,
): Finding {
  const exchanges = calls.flatMap(call => (call ? [call.number] : []));
  return { exchanges: [...new Set(exchanges)].sort((a, b) => a - b), message, expected };
}

/** The same finding as a warning. */
export const asWarning = (found: Finding): Finding => ({ ...found, warn: true });

/**
 * A finding that holds if all calls are of one task. Where several programs or tests share the traffic, the second call may
 * be another one's, so that it only warns.
 */
export const ifOneTask = (found: Finding, { task }: JudgeContext): Finding =>
  task ? found : asWarning(found);
