import type { Facts } from '#contracts/exchange';
import { nearest } from '#contracts/util';
import type { Sandbox } from '#mock-server';
import { findRule, type Judgement, judge, type RuleId, rules } from './judge/index.ts';
import { judgeSandbox } from './judge-sandbox.ts';
import { findingsByRule, indent, ruleLines } from './reports/index.ts';

/** The traffic that a matcher can judge: the calls of a sandbox so far, or a list of results of `projectFacts`. */
export type Judgeable = Sandbox | readonly Facts[];

/** The result of a matcher, in the format of Vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers that judge the traffic of a test by the rules. Pass this object to `expect.extend`. */
export const understudyMatchers = {
  /** Passes if the calls exercise the rule and do not break the rule. */
  toKeepRule(received: unknown, id: RuleId): MatcherResult {
    const wanted = findRule(id);
    if (!wanted) throw new TypeError(unknownRule(String(id)));
    const judged = judgeReceived(received, 'toKeepRule');
    const verdicts = judged.verdicts.filter(({ rule }) => rule === wanted.id);
    const [verdict] = verdicts;
    const pass = verdict?.verdict === 'pass';
    const lines = findingLines({ ...judged, verdicts });
    const why = verdict?.reason === undefined ? '' : `: ${verdict.reason}`;
    return {
      pass,
      message: () =>
        pass
          ? `expected the client to break the rule ${id}, but the client kept the rule`
          : [
              `expected the client to keep the rule ${id}, but the rule is ${words[verdict?.verdict ?? 'not-observed']}${why}`,
              ...lines,
            ].join('\n'),
    };
  },
  /** Passes if the calls break no must-rule. Warnings and rules that the calls do not exercise are ignored. */
  toKeepAllRules(this: { readonly isNot?: boolean } | undefined, received: unknown): MatcherResult {
    const judged = judgeReceived(received, 'toKeepAllRules');
    const verdicts = judged.verdicts.filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'harness-error',
    );
    const lines = findingLines({ ...judged, verdicts });
    if (judged.calls === 0)
      return {
        // If there are no calls, the matcher must fail both with and without `not`, because no rule was kept or broken.
        pass: this?.isNot === true,
        message: () =>
          'expected calls to judge, but the sandbox received no calls; give the code under test the address or the fetch of this sandbox',
      };
    const pass = verdicts.length === 0;
    return {
      pass,
      message: () =>
        pass
          ? 'expected the client to break a rule, but the client kept all rules'
          : [
              `expected the client to keep all rules, but the client did not keep: ${verdicts.map(({ rule }) => rule).join(', ')}`,
              ...lines,
            ].join('\n'),
    };
  },
};

const words = {
  fail: 'broken',
  warn: 'broken, which is a warning',
  pass: 'kept',
  inconclusive: 'inconclusive',
  'not-observed': 'not observed',
  'harness-error': 'not judged, because the rule itself failed',
} as const;

/** Returns each broken rule with one proof. */
const findingLines = ({ source, verdicts, exchanges }: Judgement): string[] =>
  findingsByRule([{ name: source, verdicts, exchanges }]).map(
    group => `\n${indent(ruleLines(group).join('\n'), 2)}`,
  );

function judgeReceived(received: unknown, matcher: string): Judgement {
  if (Array.isArray(received) && received.every(isFacts)) return judge(received);
  if (isSandbox(received)) return judgeSandbox(received);
  const index = Array.isArray(received) ? received.findIndex(one => !isFacts(one)) : -1;
  const what = index < 0 ? '' : `, but [${index}] is not the facts of a call`;
  throw new TypeError(
    `${matcher}: expected a sandbox or the facts of calls${what}, as in expect(sandbox).${matcher}(…) or expect(sandbox.journal.read().map(({ facts }) => facts)).${matcher}(…)`,
  );
}

/** Whether a value is an object that `projectFacts` created. */
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' &&
  value !== null &&
  ['number', 'operation', 'method', 'opened', 'request', 'answer'].every(name => name in value);

function unknownRule(id: string): string {
  const ids = rules.map(rule => rule.id);
  const near = nearest(id, ids);
  const hint = near === undefined ? '' : `did you mean "${near}"? `;
  return `toKeepRule: there is no rule "${id}"; ${hint}the rules are ${ids.join(', ')}`;
}

const isSandbox = (value: unknown): value is Sandbox =>
  typeof value === 'object' && value !== null && 'journal' in value && 'clock' in value;
