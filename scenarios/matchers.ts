import type { Facts } from '#contracts/exchange';
import { nearest } from '#contracts/util';
import type { Sandbox } from '#mock-server';
import { findRule, type Judgement, judge, type RuleId, rules } from './judge/index.ts';
import { judgeSandbox } from './judge-sandbox.ts';
import { findingLines, findingsOf, plain } from './reports/index.ts';

/** What can be held to rules: a sandbox, by what it has seen so far, or the facts of recorded calls. */
export type Judgeable = Sandbox | readonly Facts[];

/** What Vitest wants of a matcher. */
export interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Matchers that hold the traffic of a test to the rules: for `expect.extend`. */
export const understudyMatchers = {
  /** The rule was exercised, and kept. */
  toKeepRule(received: unknown, id: RuleId): Matched {
    if (!findRule(id)) throw new TypeError(unknownRule(String(id)));
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
  /** No rule that must be kept was broken; warnings, and what was not observed, count for nothing. */
  toKeepAllRules(this: { readonly isNot?: boolean } | undefined, received: unknown): Matched {
    const judged = judgeReceived(received, 'toKeepAllRules');
    const verdicts = judged.verdicts.filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'harness-error',
    );
    const told = findingLines(findingsOf({ verdicts, exchanges: judged.exchanges }), plain);
    if (judged.calls === 0)
      return {
        // Neither with `not` nor without: nothing was sent, so that nothing was kept or broken.
        pass: this?.isNot === true,
        message: () =>
          'expected calls to be held to the rules, and nothing was sent: is the code under test given the address, or the fetch, of this sandbox?',
      };
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
  'not-observed': 'not observed',
  'harness-error': 'failing by itself',
} as const;

function judgeReceived(received: unknown, matcher: string): Judgement {
  if (Array.isArray(received) && received.every(isFacts)) return judge(received);
  if (isSandbox(received)) return judgeSandbox(received);
  const index = Array.isArray(received) ? received.findIndex(one => !isFacts(one)) : -1;
  const what = index < 0 ? '' : `, and [${index}] is none`;
  throw new TypeError(
    `${matcher}: expected a sandbox or the facts of calls${what}, as in expect(sandbox).${matcher}(…) or expect(sandbox.journal.read().map(({ facts }) => facts)).${matcher}(…)`,
  );
}

/** As `projectFacts` makes them. */
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' &&
  value !== null &&
  ['number', 'operation', 'method', 'opened', 'request', 'answer'].every(name => name in value);

function unknownRule(id: string): string {
  const ids = rules.map(rule => rule.id);
  const near = nearest(id, ids);
  const hint = near === undefined ? '' : `did you mean "${near}"? `;
  return `toKeepRule: there is no rule "${id}"; ${hint}known are ${ids.join(', ')}`;
}

const isSandbox = (value: unknown): value is Sandbox =>
  typeof value === 'object' && value !== null && 'journal' in value && 'clock' in value;
