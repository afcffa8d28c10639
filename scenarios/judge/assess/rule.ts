import type { ClauseId } from '#contracts/clauses';
import type { Finding } from '#contracts/control';
import type { Call, Traffic } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';

/** The level of a rule. Breaking a `must` fails the client, breaking a `should` is a warning. */
export type RuleLevel = 'must' | 'should';

interface RuleFacts<Id extends string> {
  /** In kebab case. Users rely on it, because baselines and scenarios contain it. */
  readonly id: Id;
  readonly level: RuleLevel;
  /** The clauses of the specification that the rule checks, at least one. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** Completes the sentence "A correct client ...". */
  readonly title: string;
  /** An example of a client that keeps the rule, as a sentence. */
  readonly right: string;
  /** An example of a client that breaks the rule, as a sentence. */
  readonly wrong: string;
  /** How the judge decides, as sentences. */
  readonly explanation: string;
  /** Only a client that reports `shownToUser` exercises the rule. This part of the result is optional. */
  readonly needsShown?: true;
  /** The rule measures the time between calls, so a clock that jumps at polls makes it inconclusive. */
  readonly timed?: true;
  /** An exchange that the rule misses may be one that the journal has dropped. */
  readonly looksBack?: true;
  /** A finding depends only on what the client sent, so it counts on any clock. */
  readonly standsAlone?: true;
}

interface WholeJudge {
  /** Returns the assessment of some traffic. Pure: the same traffic always gives the same assessment. */
  readonly judge: (traffic: Traffic, context: JudgeContext) => Assessment;
}

interface CaseJudge<Case> {
  /** Returns what is judged one by one, such as every DoBooking. */
  readonly cases: (traffic: Traffic, context: JudgeContext) => Iterable<Case>;
  /** Why the rule is not observed in traffic without a case. */
  readonly nothing: string;
  /** Judges one case. Pure, like `judge`. */
  readonly judgeCase: (one: Case, context: JudgeContext, traffic: Traffic) => Ruling;
}

/** A rule: what a correct client does, and the pure function that finds differences from it. */
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
      assessEach(cases(traffic, context), one => judgeCase(one, context, traffic), nothing),
  };
}

/** The result of judging some traffic by one rule. */
export interface Assessment {
  readonly findings: readonly Finding[];
  /** Whether the traffic exercised the rule. */
  readonly isObserved: boolean;
  /** Why the rule was not exercised, or why the result is inconclusive. */
  readonly reason?: string;
  /** The traffic exercised the rule, but cannot show whether the client kept it. */
  readonly isInconclusive?: true;
  /** The rule needs something that is not in the context, and that no exchange can show. */
  readonly isInputMissing?: true;
}

/** The result of one case: undefined for a pass, findings, not applicable, or inconclusive. */
export type Ruling = undefined | Finding | readonly Finding[] | 'not applicable' | Inconclusive;

/** The reason why a case is inconclusive. */
export interface Inconclusive {
  readonly inconclusive: string;
}

/**
 * Creates an assessment from cases that are judged one by one.
 *
 * @param nothing the reason for an assessment without any case
 * @example assessEach(traffic.of('book'), book => …, 'no DoBooking was sent')
 */
export function assessEach<Case>(
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

/** Creates an assessment from one ruling. */
export const assessOne = (ruling: Ruling, nothing = 'there was nothing to judge'): Assessment =>
  assessEach([ruling], one => one, nothing);

/** Creates an assessment for a rule whose input is missing from the context. */
export const missingInput = (reason: string): Assessment => ({
  findings: [],
  isObserved: false,
  reason,
  isInputMissing: true,
});

/** Creates a finding with the numbers of the exchanges that prove it. */
export function finding(
  calls: readonly (Call | undefined)[],
  { message, expected }: Pick<Finding, 'message' | 'expected'>,
): Finding {
  const exchanges = calls.flatMap(call => (call ? [call.number] : []));
  return { exchanges: [...new Set(exchanges)].sort((a, b) => a - b), message, expected };
}

/** Returns the same finding as a warning. */
export const asWarning = (found: Finding): Finding => ({ ...found, warn: true });

/**
 * Returns a finding unchanged if all calls belong to one task. Otherwise it returns a warning, because the second call may come from
 * another program or test.
 */
export const warnUnlessOneTask = (found: Finding, { task }: JudgeContext): Finding =>
  task ? found : asWarning(found);
