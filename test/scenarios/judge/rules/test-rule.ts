import { describe, expect, it } from 'vitest';
import { findRule, type JudgeContext, judge, type RuleId, type Verdict } from '#scenarios/judge';
import type { TrafficBuilder } from './build.ts';

/** Some traffic and what a rule says to it. */
export interface RuleCase {
  readonly traffic?: TrafficBuilder;
  readonly context?: JudgeContext;
  readonly verdict: Verdict['verdict'];
  /** The exchanges that each finding points at. */
  readonly at?: readonly (readonly number[])[];
  /** What the message of the first finding says. */
  readonly says?: RegExp;
  /** What it tells a correct client to do. */
  readonly expects?: RegExp;
  /** Why nothing can be said. */
  readonly why?: RegExp;
}

const verbs = {
  pass: 'passes',
  fail: 'fails',
  warn: 'warns of',
  'not-observed': 'does not observe',
  inconclusive: 'cannot tell',
  'harness-error': 'breaks on',
} as const satisfies Record<Verdict['verdict'], string>;

/** The verdict of one rule. */
export function verdictOf(
  rule: RuleId,
  traffic: TrafficBuilder | undefined,
  context?: JudgeContext,
): Verdict {
  const verdict = judge(traffic?.facts ?? [], context).verdicts.find(one => one.rule === rule);
  if (!verdict) throw new Error(`no verdict on ${rule}`);
  return verdict;
}

/**
 * Tests a rule by named cases: of each, the verdict and the exchanges that its findings point at.
 *
 * @example testRule('country-codes', { 'a country that exists': { traffic: traffic().search(), verdict: 'pass' } })
 */
export function testRule(rule: RuleId, cases: Readonly<Record<string, RuleCase>>): void {
  describe(`${rule} (${findRule(rule)?.clauses.join(', ')})`, () => {
    it.each(Object.entries(cases).map(([name, one]) => [`${verbs[one.verdict]} ${name}`, one] as const))(
      '%s',
      (_, { traffic, context, ...wanted }) => {
        const { verdict, findings, reason } = verdictOf(rule, traffic, context);
        expect({ verdict, at: findings.map(({ exchanges }) => exchanges) }).toEqual({
          verdict: wanted.verdict,
          at: wanted.at ?? [],
        });
        const [first] = findings;
        if (wanted.says) expect(first?.message).toMatch(wanted.says);
        if (wanted.expects) expect(first?.expected).toMatch(wanted.expects);
        if (wanted.why) expect(reason).toMatch(wanted.why);
      },
    );
  });
}
