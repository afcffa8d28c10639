import type { Facts } from '#contracts';
import { findingLines, findingsOf, judgeTraffic, plain } from '#contracts/judged';
import { findRule, type RuleId, rules } from '#contracts/rules';
import type { Sandbox } from '#mock-server';
import { judgeSandbox } from './judge/judge-sandbox.ts';

/** What can be held to rules: a sandbox, by what it has seen so far, or the facts of recorded calls. */
export type Judgeable = Sandbox | readonly Facts[];

/** What Vitest wants of a matcher. */
interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers that hold the traffic of a test to the rules: for `expect.extend`. */
export const understudyMatchers = {
  /** The rule was exercised, and kept. */
  toKeepRule(received: unknown, id: RuleId): Matched {
    if (!findRule(id))
      throw new TypeError(
        `toKeepRule: there is no rule "${id}"; known are ${rules.map(rule => rule.id).join(', ')}`,
      );
    const judged = judgeReceived(received, 'toKeepRule');
    const verdicts = judged.verdicts.filter(({ rule }) => rule === id);
    const [verdict] = verdicts;
    const pass = verdict?.verdict === 'pass';
    const told = findingLines(findingsOf({ verdicts, exchanges: judged.exchanges }), plain);
    const why = verdict?.reason === undefined ? '' : `: ${verdict.reason}`;
    return {
      pass,
      message: () =>
        pass
          ? `expected the rule ${id} to be broken, and it was kept`
          : [
              `expected the rule ${id} to be kept, and it is ${words[verdict?.verdict ?? 'not-observed']}${why}`,
              ...told,
            ].join('\n'),
    };
  },
  /** No rule that must be kept was broken; warnings, and what was not exercised, count for nothing. */
  toKeepAllRules(received: unknown): Matched {
    const judged = judgeReceived(received, 'toKeepAllRules');
    const verdicts = judged.verdicts.filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'harness-error',
    );
    const told = findingLines(findingsOf({ verdicts, exchanges: judged.exchanges }), plain);
    const pass = verdicts.length === 0;
    return {
      pass,
      message: () =>
        pass
          ? 'expected a rule to be broken, and all were kept'
          : [
              `expected all rules to be kept, and ${verdicts.map(({ rule }) => rule).join(', ')} are not`,
              ...told,
            ].join('\n'),
    };
  },
};

const words = {
  fail: 'broken',
  warn: 'broken, which is a warning',
  pass: 'kept',
  inconclusive: 'not to be told',
  'not-observed': 'not exercised',
  'harness-error': 'failing by itself',
} as const;

function judgeReceived(received: unknown, matcher: string) {
  if (Array.isArray(received)) return judgeTraffic('calls', received, {});
  if (!isSandbox(received))
    throw new TypeError(
      `${matcher}: expected a sandbox or the facts of calls, as in expect(sandbox).${matcher}(…)`,
    );
  return judgeSandbox(received);
}

const isSandbox = (value: unknown): value is Sandbox =>
  typeof value === 'object' && value !== null && 'journal' in value && 'clock' in value;
