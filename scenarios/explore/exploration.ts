import type { ExplorationReport } from '../report/index.ts';
import type { Counterexample, Found } from './counterexamples.ts';
import type { Flow, Subject } from './flows.ts';
import type { Run } from './play.ts';
import type { Injection } from './shorthand.ts';

export type ExploredFlow = ExplorationReport['flows'][number];
type MatrixRow = ExplorationReport['matrix'][number];

/** What the counts of a report need of a run. */
interface PlayedRun extends Pick<Run, 'schedule' | 'state'> {
  readonly test?: { readonly id: string; readonly isRed: boolean } | undefined;
  readonly isNew: boolean;
}

/** Without what the runs together show. */
export interface Explored extends Pick<ExplorationReport, 'ended' | 'depth' | 'flows' | 'skipped' | 'left'> {
  readonly played: readonly PlayedRun[];
}

export type Exploration<
  S extends Subject = Flow,
  C extends Counterexample<S> = Counterexample<S>,
> = Explored & Found<S, C>;

/** An exploration has thousands of runs, so their calls and outputs are not kept. */
export const playedRun = ({ schedule, state, test }: Run, isNew: boolean): PlayedRun => ({
  schedule,
  state,
  test: test && { id: test.id, isRed: test.isRed },
  isNew,
});

export const newTracesOf = (played: readonly PlayedRun[]): number =>
  played.filter(({ isNew }) => isNew).length;

export function countsOf(
  played: readonly PlayedRun[],
  depth: number,
): Pick<ExplorationReport, 'runs' | 'byDepth' | 'states' | 'newTraces' | 'matrix'> {
  const states = { held: 0, warned: 0, broken: 0, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 };
  const byDepth: number[] = Array.from({ length: depth }, () => 0);
  const rows = new Map<string, MatrixRow>();
  for (const run of played) {
    const { schedule, state } = run;
    const [only, second] = schedule;
    const place = schedule.length - 1;
    byDepth[place] = (byDepth[place] ?? 0) + 1;
    states[state] += 1;
    if (only && !second) addToMatrix(rows, only, run);
  }
  return { runs: played.length, byDepth, states, newTraces: newTracesOf(played), matrix: [...rows.values()] };
}

const columns = {
  held: 'held',
  warned: 'held',
  broken: 'broken',
  'not-applicable': 'notApplicable',
  'not-reached': 'notReached',
  'not-played': 'notReached',
} as const satisfies Record<Run['state'], keyof MatrixRow>;

export const kindOf = (one: Injection): string => ('crash' in one ? 'crash' : one.effect.kind);

function addToMatrix(rows: Map<string, MatrixRow>, one: Injection, { state, test }: PlayedRun): void {
  const operation = test ? `${one.operation} ${one.nth}` : one.operation;
  const kind = kindOf(one);
  const key = `${test?.id} ${operation} ${kind}`;
  const counts = { held: 0, broken: 0, notApplicable: 0, notReached: 0 };
  const ofTest = test && { test: test.id, heldRed: 0, brokenRed: 0 };
  const row = rows.get(key) ?? { ...ofTest, operation, kind, ...counts };
  rows.set(key, row);
  const { [state]: column } = columns;
  row[column] += 1;
  if (test?.isRed && column === 'held') row.heldRed = (row.heldRed ?? 0) + 1;
  if (test?.isRed && column === 'broken') row.brokenRed = (row.brokenRed ?? 0) + 1;
}
