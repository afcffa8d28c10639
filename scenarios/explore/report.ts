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
import { noCalls, type Run, traceLines } from './play.ts';
import { kindNameOf, writeInjection, writeSchedule } from './shorthand.ts';
import { injectionText } from './story.ts';

interface Described<S extends Subject, C extends Counterexample<S>> {
  /** The lines of the baseline that name the failure. The first one is of its example. */
  linesOf(one: C): string[];
  /** Of `explore`. */
  optionsOf(subject: S): string[];
  detailsOf(one: C, number: number): Promise<Partial<ExplorationFailure>> | Partial<ExplorationFailure>;
  /** Whether the failure of a line would have been found. */
  isExplored(line: string): boolean;
}

export async function reportOn<S extends Subject, C extends Counterexample<S>>(
  { flows, played, ended, depth, skipped, left }: Explored,
  { counterexamples, unsteady, extraRuns }: Found<S, C>,
  setting: ExploreSetting<S>,
  described: Described<S, C>,
): Promise<ExploredReport> {
  const { command, seed, known = [] } = setting;
  const happened = new Set(counterexamples.flatMap(one => described.linesOf(one)));
  const isStale = (line: string) => !happened.has(line) && described.isExplored(line);
  // Later runs could have shown the failure.
  const stale = ended === 'complete' ? known.filter(isStale) : [];
  const failures: ExplorationFailure[] = [];
  for (const [index, one] of counterexamples.entries())
    failures.push({ ...failureOf(one, setting, described), ...(await described.detailsOf(one, index + 1)) });
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

function failureOf<S extends Subject, C extends Counterexample<S>>(
  one: C,
  { command = [], seed, known, replayOptions = [] }: ExploreSetting<S>,
  { linesOf, optionsOf }: Described<S, C>,
): ExplorationFailure {
  const { flow, broken, run, runs, also } = one;
  const { invariant, rule, level, message } = broken;
  const { schedule, outcome, books, story = [] } = run;
  const replay = schedule.flatMap(injection => ['--replay', writeInjection(injection)]);
  const words = [
    'explore',
    ...optionsOf(flow),
    // Each exploration begins with the run without a disturbance.
    ...(schedule.length === 0 ? ['--budget', '1'] : replay),
    '--seed',
    seed,
    ...replayOptions,
    ...(command.length > 0 ? ['--', ...command] : []),
  ];
  return {
    flow: flow.id,
    invariant,
    ...(rule !== undefined && { rule }),
    level,
    ...(known?.includes(linesOf(one)[0] ?? '') && { known: true as const }),
    message,
    disturbances: schedule.map(injectionText),
    schedule: writeSchedule(schedule),
    outcome,
    books: { services: [...books.services], charges: [...books.charges] },
    story: [...story],
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
  const byDepth = Array.from({ length: depth }, () => 0);
  const rows = new Map<string, MatrixRow>();
  for (const run of played) {
    const place = run.schedule.length - 1;
    byDepth[place] = (byDepth[place] ?? 0) + 1;
    states[run.state] += 1;
    addToMatrix(rows, run);
  }
  const newTraces = played.filter(({ isNew }) => isNew).length;
  return { runs: played.length, byDepth, states, newTraces, matrix: [...rows.values()] };
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
function addToMatrix(rows: Map<string, MatrixRow>, { schedule, state, test, isRed }: PlayedRun): void {
  const [only, second] = schedule;
  if (!only || second) return;
  const operation = test === undefined ? only.operation : `${only.operation} ${only.nth}`;
  const kind = kindNameOf(only);
  const key = `${test} ${operation} ${kind}`;
  const counts = { held: 0, broken: 0, notApplicable: 0, notReached: 0 };
  const ofTest = test === undefined ? {} : { test, heldRed: 0, brokenRed: 0 };
  const row = rows.get(key) ?? { ...ofTest, operation, kind, ...counts };
  rows.set(key, row);
  const { [state]: column } = columns;
  row[column] += 1;
  if (isRed && column === 'held') row.heldRed = (row.heldRed ?? 0) + 1;
  if (isRed && column === 'broken') row.brokenRed = (row.brokenRed ?? 0) + 1;
}
