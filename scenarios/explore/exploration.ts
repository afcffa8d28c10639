import type { ExplorationReport } from '../report/index.ts';
import type { Counterexample, Unsteady } from './counterexamples.ts';
import type { Flow, Subject } from './flows.ts';
import type { Run } from './play.ts';
import type { Injection } from './shorthand.ts';

export type ExploredFlow = ExplorationReport['flows'][number];
export type MatrixRow = ExplorationReport['matrix'][number];

type Counted = Pick<ExplorationReport, 'runs' | 'byDepth' | 'states' | 'newTraces' | 'curve' | 'matrix'>;

export interface Exploration<S extends Subject = Flow>
  extends Counted,
    Pick<ExplorationReport, 'ended' | 'depth' | 'flows' | 'extraRuns' | 'skipped' | 'left'> {
  readonly counterexamples: readonly Counterexample<S>[];
  readonly unsteady: readonly Unsteady<S>[];
}

export function createCounts(depth: number) {
  const matrix = createMatrix();
  const states = { held: 0, warned: 0, broken: 0, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 };
  const byDepth: number[] = Array.from({ length: depth }, () => 0);
  const curve: [number, number][] = [];
  let runs = 0;
  let newTraces = 0;
  return {
    add(run: Run, isNew: boolean): void {
      const place = run.schedule.length - 1;
      runs += 1;
      byDepth[place] = (byDepth[place] ?? 0) + 1;
      states[run.state] += 1;
      if (isNew) newTraces += 1;
      matrix.add(run);
    },
    mark: () => void curve.push([runs, newTraces]),
    runs: () => runs,
    progress: () => ({ runs, newTraces }),
    result: (): Counted => ({
      runs,
      byDepth,
      states,
      newTraces,
      curve: thinned(curve),
      matrix: matrix.rows(),
    }),
  };
}

const maxPoints = 40;

function thinned(curve: readonly [number, number][]): [number, number][] {
  const step = Math.max(1, Math.ceil(curve.length / maxPoints));
  return curve.filter((_, index) => index % step === 0 || index === curve.length - 1);
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

/** Runs with several disturbances are not counted. */
function createMatrix(): { add(run: Run): void; rows(): MatrixRow[] } {
  const all = new Map<string, MatrixRow>();
  return {
    add({ schedule: [only, second], state, test }) {
      if (!only || second) return;
      const operation = test ? `${only.operation} ${only.nth}` : only.operation;
      const kind = kindOf(only);
      const key = `${test?.id} ${operation} ${kind}`;
      const counts = { held: 0, broken: 0, notApplicable: 0, notReached: 0 };
      const row = all.get(key) ?? {
        ...(test && { test: test.id, heldRed: 0, brokenRed: 0 }),
        operation,
        kind,
        ...counts,
      };
      all.set(key, row);
      row[columns[state]] += 1;
      if (test?.isRed && columns[state] === 'held') row.heldRed = (row.heldRed ?? 0) + 1;
      if (test?.isRed && state === 'broken') row.brokenRed = (row.brokenRed ?? 0) + 1;
    },
    rows: () => [...all.values()],
  };
}
