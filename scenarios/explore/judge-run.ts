import type { Scenario } from '#contracts/scenario';
import { booksOf } from '../books/index.ts';
import { judge, type Leak } from '../judge/index.ts';
import { askOracle } from '../oracle/index.ts';
import type { Played, TestStage } from '../play/index.ts';
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

/** A run that has ended, with the stage that keeps the books of its supplier. */
export interface EndedRun {
  readonly scenario: Scenario;
  readonly played: Played;
  readonly stage: TestStage;
  readonly leaks: readonly Leak[];
}

/** Returns the invariants that a run broke. No written expectation counts, only the books, the task and the rules. */
export function judgeRun({ scenario, played, stage, leaks }: EndedRun): Broken[] {
  const { task, restarts } = scenario;
  const { facts, report: result, kept: state, took, restartedAfter } = played;
  const during = killedIn(restarts, restartedAfter);
  const { mode, speed } = stage.clock;
  const closedAt = stage.clock.now();
  const context = {
    task,
    result,
    clock: { mode, speed },
    closedAt,
    killedIn: during,
    restartedAfter,
    leaks,
  };
  const judgement = judge(facts, context);
  const verdicts = askOracle({
    books: booksOf(stage.sandbox, task),
    facts,
    judgement,
    task,
    result,
    state,
    finish: { byItself: true, virtualMs: took },
    leaks,
    killedIn: during,
  });
  return verdicts.flatMap(({ invariant, level, verdict, findings }) =>
    verdict === 'broken'
      ? findings
          .filter(({ warn }) => !warn)
          .map(({ message, exchanges }) => ({ invariant, ...ruleIn(message), level, message, exchanges }))
      : [],
  );
}

/** Returns the rule that a finding of the invariant about rules names. */
function ruleIn(message: string): Pick<Broken, 'rule'> {
  const rule = /^The client broke the rule ([a-z-]+)\./.exec(message)?.[1];
  return rule === undefined ? {} : { rule };
}
