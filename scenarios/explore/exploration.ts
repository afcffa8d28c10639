import type { Counterexample, Unsteady } from './counterexamples.ts';
import type { MatrixRow } from './matrix.ts';
import type { Run } from './play.ts';
import type { Skipped } from './search.ts';

/** A flow of an exploration. */
export interface ExploredFlow {
  readonly id: string;
  readonly state: 'explored' | 'not-played' | 'non-deterministic';
  /** The outcome without a disturbance. */
  readonly outcome: string;
  /** The operations that the client called without a disturbance, in order. */
  readonly calls: readonly string[];
  /** Why the flow was not explored. */
  readonly reason?: string;
  /** The calls and answers of two equal runs that differed. */
  readonly traces?: readonly (readonly string[])[];
}

/** The result of an exploration. */
export interface Exploration {
  /** Why the exploration ended: nothing was left, the budget was used up, or it was stopped. */
  readonly ended: 'complete' | 'budget' | 'stopped';
  readonly depth: number;
  readonly flows: readonly ExploredFlow[];
  readonly runs: number;
  /** The number of runs with one, two, … disturbances. */
  readonly byDepth: readonly number[];
  /** The number of further runs that were played to find the smallest schedules. */
  readonly extraRuns: number;
  readonly states: Readonly<Record<Run['state'], number>>;
  readonly newTraces: number;
  readonly skipped: Skipped;
  /** An estimate of the runs that were left at the end. */
  readonly left: number;
  /** Points of the curve: the number of runs, and the number of new traces so far. */
  readonly curve: readonly (readonly [number, number])[];
  readonly matrix: readonly MatrixRow[];
  readonly counterexamples: readonly Counterexample[];
  readonly unsteady: readonly Unsteady[];
}
