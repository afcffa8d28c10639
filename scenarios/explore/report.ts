import { version } from '#contracts';
import { commandName } from '../command-name.ts';
import {
  type ExplorationFailure,
  type ExplorationReport,
  type ExploredReport,
  exitCodeOf,
} from '../reports/index.ts';
import { quote } from '../runner/index.ts';
import { type KnownLine, staleLines } from './baseline.ts';
import { type Counterexample, nameOfFailure } from './counterexamples.ts';
import type { Exploration } from './exploration.ts';
import type { PlayRun } from './play.ts';
import { regressionOf } from './regression.ts';
import { writeInjection, writeSchedule } from './shorthand.ts';
import { injectionText } from './story.ts';
import { traceLines } from './trace-lines.ts';

/** What a report on an exploration contains beside its results. */
export interface ReportSetting {
  readonly command?: readonly string[] | undefined;
  readonly seed: string;
  readonly known?: readonly KnownLine[] | undefined;
  /** Other options of the exploration, for the command that plays a failure again. */
  readonly replayOptions?: readonly string[] | undefined;
  /** Plays the reference client, which gives the expectation of the scenarios. */
  readonly reference: PlayRun;
}

/** Creates the report on an exploration, with a scenario and a command for each failure. */
export async function explorationReport(
  exploration: Exploration,
  setting: ReportSetting,
): Promise<ExploredReport> {
  const { counterexamples, unsteady, flows, ...counts } = exploration;
  const { command, seed, known = [] } = setting;
  const failures: ExplorationFailure[] = [];
  for (const [index, one] of counterexamples.entries())
    failures.push(await failureOf(one, index + 1, setting));
  const stale = staleLines(known, exploration);
  const isBroken = failures.some(({ level, known: isKnown }) => level === 'must' && !isKnown);
  const isUnsteady = unsteady.length > 0 || flows.some(({ state }) => state === 'non-deterministic');
  const isNothing = flows.every(({ state }) => state !== 'explored');
  const isGap = flows.some(({ state, outcome }) => state === 'not-played' && outcome !== 'unsupported');
  return {
    format: 'understudy-exploration',
    version: 1,
    understudy: version,
    command: command ? [...command] : null,
    seed,
    exitCode: exitCodeOf({
      isBroken: isBroken || stale.length > 0,
      isUnproven: isUnsteady || isNothing || isGap,
    }),
    ...(structuredClone({ ...counts, flows }) as Pick<ExplorationReport, keyof typeof counts | 'flows'>), // the copy is not read-only
    failures,
    pictures: counterexamples.map(({ run, broken }) => ({ story: run.picture, exchanges: broken.exchanges })),
    unsteady: unsteady.map(({ flow, schedule, runs }) => ({
      flow: flow.id,
      schedule: writeSchedule(schedule),
      traces: runs.map(traceLines),
    })),
    stale,
  };
}

async function failureOf(
  one: Counterexample,
  number: number,
  setting: ReportSetting,
): Promise<ExplorationFailure> {
  const { flow, broken, schedule, run, runs, also } = one;
  const line = `${flow.id}: ${nameOfFailure(broken)}`;
  const { command = [], replayOptions = [] } = setting;
  // Each exploration begins with the run without a disturbance.
  const replay =
    schedule.length === 0
      ? ['--budget', '1']
      : schedule.flatMap(injection => ['--replay', writeInjection(injection)]);
  const words = [
    'explore',
    '--flow',
    flow.id,
    ...replay,
    '--seed',
    setting.seed,
    ...replayOptions,
    ...(command.length > 0 ? ['--', ...command] : []),
  ];
  return {
    flow: flow.id,
    invariant: broken.invariant,
    ...(broken.rule !== undefined && { rule: broken.rule }),
    level: broken.level,
    ...(setting.known?.includes(line) && { known: true as const }),
    message: broken.message,
    disturbances: schedule.map(injectionText),
    schedule: writeSchedule(schedule),
    outcome: run.outcome,
    books: { services: [...run.books.services], charges: [...run.books.charges] },
    story: [...(run.story ?? [])],
    runs,
    also: also.map(other => ({ flow: other.flow.id, schedule: writeSchedule(other.schedule) })),
    replay: [commandName, ...words.map(quote)].join(' '),
    scenario: { ...(await regressionOf(one, number, setting.reference)) },
  };
}
