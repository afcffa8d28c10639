import type { Scenario } from '#contracts/scenario';
import { judge } from '../judge/index.ts';
import { judgeContextOf } from '../judge-sandbox.ts';
import type { Played, TestStage } from '../play/index.ts';
import type { Schedule } from './schedule.ts';

/** An invariant that a run broke. */
export interface Broken {
  /** The id of the invariant. */
  readonly invariant: string;
  /** The rule of the judge, if the invariant is `rules`. */
  readonly rule?: string;
  readonly level: 'must' | 'should';
  /** A sentence that says what happened. */
  readonly message: string;
  /** The numbers of the exchanges that prove the finding. */
  readonly exchanges: readonly number[];
}

/** A run that has ended, with the books of its supplier. */
export interface Judged {
  readonly scenario: Scenario;
  readonly schedule: Schedule;
  readonly played: Played;
  readonly stage: TestStage;
}

/** Returns the invariants that a run broke. */
export function judgeRun({ scenario, played, stage }: Judged): Broken[] {
  const { verdicts } = judge(played.facts, {
    ...judgeContextOf(stage.sandbox),
    task: scenario.task,
    result: played.report,
  });
  return verdicts.flatMap(({ rule, verdict, findings: [first] }) =>
    verdict === 'fail' && first
      ? [
          {
            invariant: 'rules',
            rule,
            level: 'must' as const,
            message: first.message,
            exchanges: first.exchanges,
          },
        ]
      : [],
  );
}
