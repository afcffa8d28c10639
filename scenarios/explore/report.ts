import { version } from '#contracts';
import { commandName } from '#contracts/util';
import {
  type ExplorationFailure,
  type ExplorationReport,
  type ExploredReport,
  exitCodeOf,
} from '../report/index.ts';
import { quote } from '../run/node.ts';
import type { Counterexample, Found } from './counterexamples.ts';
import type { Explored, ExploreSetting, PlayedRun } from './explorer.ts';
import type { Subject } from './flows.ts';
import { kindNameOf, writeInjection, writeSchedule } from './injections.ts';
import { noCalls, type Run, traceLines } from './play.ts';
import { injectionText } from './trace.ts';

interface Described<C> {
  /** The options of `explore` before the id of a flow or test. */
  readonly options: readonly string[];
  detailsOf(one: C, number: number): Promise<Partial<ExplorationFailure>> | Partial<ExplorationFailure>;
  /** Whether the failure of a line would have been found. */
  isExplored(line: string): boolean;
}

export async function reportOn<S extends Subject, C extends Counterexample<S>>(
  { flows, played, ended, depth, skipped, left }: Explored,
  { counterexamples, unsteady, extraRuns }: Found<S, C>,
  setting: ExploreSetting<S>,
  { options, detailsOf, isExplored }: Described<C>,
): Promise<ExploredReport> {
  const { command, seed, known = [] } = setting;
  const happened = counterexamples.flatMap(({ lines }) => lines);
  const isStale = (line: string) => !happened.includes(line) && isExplored(line);
  // Later runs could have shown the failure.
  const stale = ended === 'complete' ? known.filter(isStale) : [];
  const failures: ExplorationFailure[] = [];
  for (const [index, one] of counterexamples.entries())
    failures.push({ ...failureOf(one, setting, options), ...(await detailsOf(one, index + 1)) });
  const isBroken = failures.some(({ level, known: isKnown }) => level === 'must' && !isKnown);
  const isUnsteady = unsteady.length > 0 || flows.some(({ state }) => state === 'non-deterministic');
  const isNothing = flows.every(({ state }) => state !== 'explored');
  const isGap = flows.some(({ state, outcome }) => state === 'not-played' && !harmless.includes(outcome));
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
    ended,
    depth,
    ...countsOf(played, depth),
    skipped,
    left,
    extraRuns,
    flows,
    failures,
    pictures: counterexamples.map(({ run, broken }) => ({ story: run.picture, exchanges: broken.exchanges })),
    unsteady: unsteady.map(({ flow, runs }) => ({
      flow: flow.id,
      schedule: writeSchedule(runs[1].schedule),
      traces: runs.map(traceLines),
    })),
    stale,
  };
}

/** The outcomes of a client that does not play a flow, and of a test that calls no supplier. */
const harmless: readonly string[] = ['unsupported', noCalls];

const notPlayedAgain = 'not known: the exploration was stopped before it played this run again';

function failureOf<S extends Subject>(
  { flow, broken, run, lines, runs, also }: Counterexample<S>,
  { command, seed, known, replayOptions = [] }: ExploreSetting<S>,
  options: readonly string[],
): ExplorationFailure {
  const { invariant, rule, level, message } = broken;
  const { schedule, outcome, books, story = [notPlayedAgain] } = run;
  const replay = schedule.flatMap(injection => ['--replay', writeInjection(injection)]);
  const words = [
    'explore',
    ...options,
    flow.id,
    // Each exploration begins with the run without a disturbance.
    ...(schedule.length === 0 ? ['--budget', '1'] : replay),
    '--seed',
    seed,
    ...replayOptions,
    ...(command?.length ? ['--', ...command] : []),
  ];
  return {
    flow: flow.id,
    invariant,
    ...(rule !== undefined && { rule }),
    level,
    ...(known?.includes(lines[0] ?? '') && { known: true as const }),
    message,
    disturbances: schedule.map(injectionText),
    schedule: writeSchedule(schedule),
    outcome,
    books,
    story,
    runs,
    also: also.map(other => ({ flow: other.flow.id, schedule: writeSchedule(other.schedule) })),
    replay: [commandName, ...words.map(quote)].join(' '),
  };
}

type MatrixRow = ExplorationReport['matrix'][number];

export function countsOf(
  played: readonly PlayedRun[],
  depth: number,
): Pick<ExplorationReport, 'runs' | 'byDepth' | 'states' | 'newTraces' | 'matrix'> {
  const states = { held: 0, warned: 0, broken: 0, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 };
  for (const { state } of played) states[state] += 1;
  const count = (is: (run: PlayedRun) => boolean) => played.filter(is).length;
  const depths = Array.from({ length: depth }, (_, index) => index + 1);
  return {
    runs: played.length,
    byDepth: depths.map(length => count(({ schedule }) => schedule.length === length)),
    states,
    newTraces: count(({ isNew }) => isNew),
    matrix: matrixOf(played),
  };
}

const columns = {
  held: 'held',
  warned: 'held',
  broken: 'broken',
  'not-applicable': 'notApplicable',
  'not-reached': 'notReached',
  'not-played': 'notReached',
} as const satisfies Record<Run['state'], keyof MatrixRow>;

/** A run with several disturbances belongs to no row. */
function matrixOf(played: readonly PlayedRun[]): MatrixRow[] {
  const rows = new Map<string, MatrixRow>();
  for (const { schedule, state, test, isRed } of played) {
    const [only, second] = schedule;
    if (!only || second) continue;
    const operation = test === undefined ? only.operation : `${only.operation} ${only.nth}`;
    const kind = kindNameOf(only);
    const key = `${test} ${operation} ${kind}`;
    const ofTest = test === undefined ? {} : { test, heldRed: 0, brokenRed: 0 };
    const none = { ...ofTest, operation, kind, held: 0, broken: 0, notApplicable: 0, notReached: 0 };
    const row: MatrixRow = rows.get(key) ?? none;
    rows.set(key, row);
    const { [state]: column } = columns;
    row[column] += 1;
    if (isRed && column === 'held') row.heldRed = (row.heldRed ?? 0) + 1;
    if (isRed && column === 'broken') row.brokenRed = (row.brokenRed ?? 0) + 1;
  }
  return [...rows.values()];
}
