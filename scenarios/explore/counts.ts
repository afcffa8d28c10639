import type { Exploration } from './exploration.ts';
import { createMatrix } from './matrix.ts';
import type { Run } from './play.ts';

type Counted = Pick<Exploration, 'runs' | 'byDepth' | 'states' | 'newTraces' | 'curve' | 'matrix'>;

/** Counts the runs of an exploration. */
interface Counts {
  add(run: Run, isNew: boolean): void;
  /** Adds a point to the curve of new traces. */
  mark(): void;
  runs(): number;
  progress(): Pick<Counted, 'runs' | 'newTraces'>;
  result(): Counted;
}

/** Creates the counts of an exploration that has not begun. */
export function createCounts(depth: number): Counts {
  const matrix = createMatrix();
  const states = { held: 0, warned: 0, broken: 0, 'not-applicable': 0, 'not-reached': 0, 'not-played': 0 };
  const byDepth: number[] = Array.from({ length: depth }, () => 0);
  const curve: [number, number][] = [];
  let runs = 0;
  let newTraces = 0;
  return {
    add(run, isNew) {
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
    result: () => ({ runs, byDepth, states, newTraces, curve: thinned(curve), matrix: matrix.rows() }),
  };
}

const maxPoints = 40;

/** Returns at most a few points of the curve, with the last point. */
function thinned(curve: readonly [number, number][]): [number, number][] {
  const step = Math.max(1, Math.ceil(curve.length / maxPoints));
  return curve.filter((_, index) => index % step === 0 || index === curve.length - 1);
}
