import type { Run } from './play.ts';

/** The results of the runs with one disturbance of one sort at one operation. */
export interface MatrixRow {
  readonly operation: string;
  /** The kind of the fault, or `crash`. */
  readonly kind: string;
  readonly held: number;
  readonly broken: number;
  readonly notApplicable: number;
  readonly notReached: number;
}

type Counts = { -readonly [Name in Exclude<keyof MatrixRow, 'operation' | 'kind'>]: number };

const columns = {
  held: 'held',
  warned: 'held',
  broken: 'broken',
  'not-applicable': 'notApplicable',
  'not-reached': 'notReached',
  'not-played': 'notReached',
} as const satisfies Record<Run['state'], keyof Counts>;

/** Creates an empty matrix of operations and kinds of disturbances. Runs with several disturbances are not counted. */
export function createMatrix(): { add(run: Run): void; rows(): MatrixRow[] } {
  const all = new Map<
    string,
    { readonly operation: string; readonly kind: string; readonly counts: Counts }
  >();
  return {
    add({ schedule: [only, second], state }) {
      if (!only || second) return;
      const kind = 'crash' in only ? 'crash' : only.effect.kind;
      const key = `${only.operation} ${kind}`;
      const row = all.get(key) ?? {
        operation: only.operation,
        kind,
        counts: { held: 0, broken: 0, notApplicable: 0, notReached: 0 },
      };
      row.counts[columns[state]] += 1;
      all.set(key, row);
    },
    rows: () => [...all.values()].map(({ counts, ...row }) => ({ ...row, ...counts })),
  };
}
