import { describe, expect, it } from 'vitest';
import { findRule, type JudgeContext, judge, type RuleId, type Verdict } from '#scenarios/judge';
import type { TrafficBuilder } from './build.ts';

/** What the judge knows beside the traffic, and what it is expected to say. */
interface More extends JudgeContext {
  /** The expected message of the first finding. */
  readonly says?: RegExp;
  /** The expected advice of the first finding. */
  readonly expects?: RegExp;
  /** The expected reason of a verdict without a result. */
  readonly why?: RegExp;
}

interface RuleCase extends More {
  readonly traffic?: TrafficBuilder | undefined;
  readonly verdict: Verdict['verdict'];
  /** The numbers of the exchanges in each finding. */
  readonly at: readonly (readonly number[])[];
}

type At = RuleCase['at'];
type RuleInput = [traffic?: TrafficBuilder, more?: More] | [more: More];

function caseOf(verdict: RuleCase['verdict'], at: At, [first, more]: RuleInput): RuleCase {
  return first && 'facts' in first ? { verdict, at, traffic: first, ...more } : { verdict, at, ...first };
}

/** The numbers of the exchanges in each of several findings. */
export const findings = (...at: At): At => at;

export const passes = (...input: RuleInput): RuleCase => caseOf('pass', [], input);
export const notObserved = (...input: RuleInput): RuleCase => caseOf('not-observed', [], input);
export const inconclusive = (...input: RuleInput): RuleCase => caseOf('inconclusive', [], input);
export const fails = (at: At, ...input: RuleInput): RuleCase => caseOf('fail', at, input);
export const warns = (at: At, ...input: RuleInput): RuleCase => caseOf('warn', at, input);

const verbs = {
  pass: 'passes',
  fail: 'fails',
  warn: 'warns of',
  'not-observed': 'does not observe',
  inconclusive: 'cannot tell',
  'harness-error': 'breaks on',
} as const satisfies Record<Verdict['verdict'], string>;

export function verdictOf(
  rule: RuleId,
  traffic: TrafficBuilder | undefined,
  context?: JudgeContext,
): Verdict {
  const verdict = judge(traffic?.facts ?? [], context).verdicts.find(one => one.rule === rule);
  if (!verdict) throw new Error(`no verdict on ${rule}`);
  return verdict;
}

type RuleCases = Readonly<Record<string, RuleCase>>;

/** `usual`: what the judge knows in every case, unless the case says otherwise. @example testRule('country-codes', { 'a country that exists': passes(traffic().search()) }) */
export function testRule(
  rule: RuleId,
  ...given: [cases: RuleCases] | [usual: JudgeContext, cases: RuleCases]
): void {
  const [usual, cases] = given.length === 1 ? [undefined, given[0]] : given;
  describe(`${rule} (${findRule(rule)?.clauses.join(', ')})`, () => {
    it.each(Object.entries(cases).map(([name, one]) => [`${verbs[one.verdict]} ${name}`, one] as const))(
      '%s',
      (_, { traffic, verdict, at, says, expects, why, ...context }) => {
        const { findings, reason, ...judged } = verdictOf(rule, traffic, { ...usual, ...context });
        expect([judged.verdict, findings.map(({ exchanges }) => exchanges)]).toEqual([verdict, at]);
        const [first] = findings;
        if (says) expect(first?.message).toMatch(says);
        if (expects) expect(first?.expected).toMatch(expects);
        if (why) expect(reason).toMatch(why);
      },
    );
  });
}
