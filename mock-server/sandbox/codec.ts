import { keysOf } from '#contracts/util';
import type { Journal, MemoryStore } from '../books/index.ts';
import type { ClockState, NewClock } from '../clock/index.ts';
import type { FaultsState } from '../faults/index.ts';
import type { InventoryState } from '../inventory/index.ts';
import type { SandboxIdentity } from './config.ts';
import type { RunsState } from './scenario-runs/index.ts';

// A value that must survive a snapshot, an export and the end of the process is named in its owner, which restores it, and in
// `stateParts`. Snapshots, forks, files and durable stores follow.

interface Encoded {
  readonly identity: SandboxIdentity;
  readonly start: { clock: NewClock; faults: readonly unknown[] };
  readonly marks: () => readonly string[];
  readonly clock: { dump(): ClockState };
  readonly faults: { dump(): FaultsState; readonly size: number };
  readonly runs: { dump(): RunsState };
  readonly inventory: { dump(): InventoryState };
  readonly rate: { dump(): [string, number[]][] };
  readonly closed: boolean;
  readonly closedAt: number | undefined;
  readonly createdAt: number;
  readonly store: Pick<MemoryStore, 'dump' | 'bookingCount'>;
  readonly journal: Pick<Journal, 'dump' | 'count' | 'lost'>;
}

/** These do not grow with the bookings and calls. A durable store has one row for each. */
const stateParts = {
  /** These values never change. `marks` replace the secrets of the sandbox in its journal, also in another process. */
  beginning: ({ identity, start, marks }: Encoded) => ({ identity, start, marks: marks() }),
  clock: ({ clock }: Encoded) => ({
    /** @internal */
    clock: clock.dump(),
  }),
  faults: ({ faults }: Encoded) => faults.dump(),
  runs: ({ runs }: Encoded) => runs.dump(),
  /** `closedAt`: on the clock of the sandbox, in milliseconds since 1970. */
  life: ({ closed, closedAt }: Encoded) => ({ closed, ...(closedAt !== undefined && { closedAt }) }),
  rate: ({ rate }: Encoded) => ({ rate: rate.dump() }),
  inventory: ({ inventory }: Encoded) => inventory.dump(),
};

export type PartName = keyof typeof stateParts;
export const partNames = keysOf(stateParts);
type Part<Name extends PartName> = ReturnType<(typeof stateParts)[Name]>;

/** The complete state of a sandbox as JSON data, for snapshots, forks, exports and imports. */
export interface SandboxState
  extends Part<'beginning'>,
    Part<'clock'>,
    Part<'faults'>,
    Part<'runs'>,
    Part<'life'>,
    Part<'rate'>,
    Part<'inventory'> {
  format: 'understudy-sandbox';
  version: 2;
  /** @internal */
  store: ReturnType<MemoryStore['dump']>;
  /** @internal */
  journal: ReturnType<Journal['dump']>;
}

/** What a durable store keeps beside the state. */
export interface StoredLife {
  readonly createdAt: number;
  readonly next: number;
  readonly bookings: number;
  readonly lost: { facts: number; bodies: number };
}

const kind = { format: 'understudy-sandbox', version: 2 } as const;

/** The state shares no objects with the sandbox. */
export function encode(sandbox: Encoded): SandboxState {
  const parts = partNames.map(name => stateParts[name](sandbox));
  return {
    ...kind,
    ...(structuredClone(Object.assign({}, ...parts)) as Omit<
      SandboxState,
      'format' | 'version' | 'store' | 'journal'
    >), // all parts
    store: sandbox.store.dump(),
    journal: sandbox.journal.dump(),
  };
}

export function encodePart(sandbox: Encoded, name: PartName, now: number): string {
  const part = stateParts[name](sandbox);
  if (name === 'clock') {
    const { mode } = sandbox.clock.dump();
    return JSON.stringify({ ...part, savedAt: mode === 'manual' || mode === 'auto' ? 0 : now });
  }
  if (name !== 'life') return JSON.stringify(part);
  const { createdAt, store, journal } = sandbox;
  const life: StoredLife = {
    createdAt,
    next: journal.count() + 1,
    bookings: store.bookingCount,
    lost: journal.lost(),
  };
  return JSON.stringify({ ...part, ...life });
}

type ReadPart = (name: PartName) => string;
type StoredParts = Omit<SandboxState, 'store'> & StoredLife & { savedAt: number };

/** Reads texts of `encodePart`. A running clock continues as if the process had not stopped. */
function readParts(names: readonly PartName[], read: ReadPart, now: number): StoredParts {
  const parts: StoredParts = Object.assign({}, ...names.map(name => JSON.parse(read(name))));
  const { clock, savedAt } = parts;
  const isRunning = !clock.awaitsFirstRequest && clock.mode !== 'manual' && clock.mode !== 'auto';
  const passed = isRunning ? Math.max(0, now - savedAt) * clock.scale : 0;
  return { ...parts, clock: { ...clock, now: Math.floor(clock.now + passed) } };
}

/** The journal is read later. @throws SyntaxError or TypeError when a part is damaged or missing */
export function decodeParts(
  read: ReadPart,
  now: number,
): { state: Omit<SandboxState, 'store'>; life: StoredLife } {
  const parts = readParts(partNames, read, now);
  const { savedAt, createdAt, next, bookings, lost, ...state } = parts;
  const journal = { next, calls: [] };
  return { state: { ...state, ...kind, journal }, life: { createdAt, next, bookings, lost } };
}

export const summaryParts = ['beginning', 'clock', 'faults', 'life'] as const satisfies PartName[];

/** @throws SyntaxError or TypeError when a part is damaged or missing */
export function decodeSummary(read: ReadPart, now: number): SandboxSummary {
  const { identity, clock, closed, faults, next, bookings, createdAt, lost } = readParts(
    summaryParts,
    read,
    now,
  );
  return { identity, clock, closed, faults: faults.length, calls: next - 1, bookings, createdAt, lost };
}

export type SandboxSummary = ReturnType<typeof summaryOf>;

export const summaryOf = (sandbox: Encoded) => ({
  identity: sandbox.identity,
  clock: sandbox.clock.dump(),
  closed: sandbox.closed,
  bookings: sandbox.store.bookingCount,
  createdAt: sandbox.createdAt,
  calls: sandbox.journal.count(),
  faults: sandbox.faults.size,
  lost: sandbox.journal.lost(),
});
