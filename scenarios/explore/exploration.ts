import type { ExplorationReport } from '../report/index.ts';
import type { Counterexample, Found } from './counterexamples.ts';
import type { Flow, Subject } from './flows.ts';
import type { Run } from './play.ts';
import type { Injection } from './shorthand.ts';

export type ExploredFlow = ExplorationReport['flows'][number];
export type MatrixRow = ExplorationReport['matrix'][number];

type Counted = Pick<ExplorationReport, 'runs' | 'byDepth' | 'states' | 'newTraces' | 'matrix'>;

/** Without what the runs together show. */
export type Explored = Counted & Pick<ExplorationReport, 'ended' | 'depth' | 'flows' | 'skipped' | 'left'>;

export type Exploration<
  S extends Subject = Flow,
  C extends Counterexample<S> = Counterexample<S>,
> = Explored & Found<S, C>;

export function createCounts(depth: number) {
  const rows = new Map<string, MatrixRow>();
  const states = { held: 0, warned: 0, broken: 0, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 };
  const byDepth: number[] = Array.from({ length: depth }, () => 0);
  let runs = 0;
  let newTraces = 0;
  return {
    add(run: Run, isNew: boolean): void {
      const { schedule, state } = run;
      const place = schedule.length - 1;
      runs += 1;
      byDepth[place] = (byDepth[place] ?? 0) + 1;
      states[state] += 1;
      if (isNew) newTraces += 1;
      const [only, second] = schedule;
      if (only && !second) addToMatrix(rows, only, run);
    },
    runs: () => runs,
    progress: () => ({ runs, newTraces }),
    result: (): Counted => ({
      runs,
      byDepth,
      states,
      newTraces,
      matrix: [...rows.values()],
    }),
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

export const kindOf = (one: Injection): string => ('crash' in one ? 'crash' : one.effect.kind);

function addToMatrix(rows: Map<string, MatrixRow>, one: Injection, { state, test }: Run): void {
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
