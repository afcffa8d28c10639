import type { Facts } from '#contracts/exchange';
import type { Scenario } from '#contracts/scenario';
import type { Sandbox } from '#mock-server';
import { booksOf } from '../books/index.ts';
import {
  type ClockPace,
  type InvariantVerdict,
  type JudgeContext,
  judgeEnded,
  type Leak,
} from '../judge/index.ts';
import { killedIn } from '../runner/index.ts';

/** An invariant that a run broke. */
export interface Broken {
  /** The id of the invariant. */
  readonly invariant: string;
  /** The rule of the judge, if the invariant is about the rules. */
  readonly rule?: string;
  readonly level: 'must' | 'should';
  /** A sentence that says what happened. */
  readonly message: string;
  /** The numbers of the exchanges that prove the finding. */
  readonly exchanges: readonly number[];
}

/** A run that has ended, with the sandbox that keeps the books of its supplier. */
export interface EndedRun {
  readonly scenario: Scenario;
  readonly sandbox: Sandbox;
  /** The calls of the run. The journal is read only once for each run, because each reading redacts all bodies again. */
  readonly facts: readonly Facts[];
  readonly pace: ClockPace;
  /** The result that the client reported; undefined if it reported none. */
  readonly result: JudgeContext['result'];
  readonly trouble?: string | undefined;
  /** The text of all that the client keeps for a restart; undefined if that is unknown. */
  readonly state: string | undefined;
  readonly virtualMs: number;
  readonly cutOffAt?: number | undefined;
  readonly restartedAfter?: number | undefined;
  readonly leaks: readonly Leak[];
}

/** The rules that compare a run with a written expectation. An exploration has none; the books say the same. */
const expectations: readonly string[] = ['outcome-as-expected', 'booked-as-expected', 'charged-as-expected'];

/** Returns what a run broke. No written expectation counts, only the books, the task and the rules. */
export function judgeRun(run: EndedRun): Broken[] {
  const { scenario, sandbox, facts, pace, result, state, trouble, leaks, restartedAfter, cutOffAt } = run;
  const { task, restarts } = scenario;
  const { verdicts, invariants } = judgeEnded({
    facts,
    books: booksOf(sandbox, task),
    task,
    result,
    context: {
      trouble,
      clock: pace,
      closedAt: cutOffAt ?? sandbox.clock.now(),
      killedIn: killedIn(restarts, restartedAfter),
      restartedAfter,
      state,
      finish: { byItself: cutOffAt === undefined, virtualMs: run.virtualMs },
      leaks,
    },
  });
  const rules = verdicts.flatMap(({ rule, verdict, findings: [first] }): Broken[] => {
    if (verdict !== 'fail' || !first || expectations.includes(rule)) return [];
    const { message, exchanges } = first;
    return [{ invariant: 'rules', rule, level: 'must', message, exchanges }];
  });
  // Broken rules come after what the books alone prove, and before the way in which the client ended.
  const ends = invariants.findIndex(({ invariant }) => invariant === 'ends');
  return [
    ...invariants.slice(0, ends).flatMap(brokenIn),
    ...rules,
    ...invariants.slice(ends).flatMap(brokenIn),
  ];
}

const brokenIn = ({ invariant, level, verdict, findings }: InvariantVerdict): Broken[] =>
  verdict !== 'broken'
    ? []
    : findings
        .filter(({ warn }) => !warn)
        .map(({ message, exchanges }) => ({ invariant, level, message, exchanges }));

/**
 * Returns the failure of a client that did not complete its purchase although nothing was disturbed. The books alone cannot show
 * this failure, because a client that books nothing and says so tells the truth.
 *
 * @example incompletePurchase(scenario, 'unavailable').length // 1
 */
export function incompletePurchase({ outcomes, tolerated = [] }: Scenario, outcome: string): Broken[] {
  const expected: readonly string[] = [...outcomes, ...tolerated];
  if (expected.includes(outcome)) return [];
  const message = `Without a disturbance, the client reported "${outcome}", but this purchase ends with "${outcomes.join('" or "')}".`;
  return [{ invariant: 'rules', rule: 'outcome-as-expected', level: 'must', message, exchanges: [] }];
}
