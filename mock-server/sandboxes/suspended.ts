import { type ClockAnchor, type ClockState, instantOf, type MachineClock } from '../clock/index.ts';
import { lostIn, type SuspendedJournal } from '../journal/index.ts';
import { createMemoryStore, createRotatingMap } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState, SandboxIdentity, SmallState } from './sandbox-config.ts';
import type { StateSource } from './sandbox-source.ts';

/** A sandbox that no call uses, as text. The next call makes the sandbox again, with the same answers. */
export interface Suspended {
  /** The small parts, as JSON text of a `SuspendedHead` without its settings. A text takes less memory than objects. */
  readonly head: string;
  /** The JSON text of the `Settings`. Most sandboxes share one text. */
  readonly settings: string;
  /** The bookings, tokens and due events as JSON text; undefined when the durable store has them. */
  readonly store: string | undefined;
  readonly journal: SuspendedJournal;
}

/** The parts of a suspended sandbox that do not grow with its calls. */
interface SuspendedHead {
  readonly state: Omit<SmallState, 'format' | 'version'>;
  readonly anchor: ClockAnchor;
  readonly bookings: number;
  /** The real time at which the sandbox was created, in milliseconds since 1970. */
  readonly createdAt: number;
  /** The monotonic time of the last call, in milliseconds. */
  readonly usedAt: number;
}

/** The parts of the head that are equal in many sandboxes. */
type Settings = Omit<SuspendedHead['state'], 'identity' | 'clock' | 'marks'> & {
  readonly options: SandboxIdentity['options'];
};

/** The maximum number of characters of a shared text. Longer texts are rarely equal. */
const maxShared = 2_000;

/** Creates a function that returns an equal text that it was called with before, so that equal texts take memory only once. */
export function createSharedTexts(): (text: string) => string {
  const texts = createRotatingMap<string, string>(1_000);
  return text => {
    if (text.length > maxShared) return text;
    const shared = texts.get(text) ?? text;
    texts.set(text, shared);
    return shared;
  };
}

/** The data of a sandbox that a list shows. A list does not wake suspended sandboxes. */
export interface SandboxSummary {
  readonly identity: SandboxIdentity;
  readonly clock: ClockState;
  readonly closed: boolean;
  readonly bookings: number;
  readonly createdAt: number;
  readonly calls: number;
  readonly faults: number;
  readonly lost: { facts: number; bodies: number };
}

/** Larger sandboxes stay in memory, because writing them as text would make other calls wait. */
const maxRecords = 2_000;

/** All empty sandboxes share this text. */
const emptyStore = JSON.stringify(createMemoryStore().dump());

/** Returns whether a sandbox is small enough to be written as text in about a millisecond. */
export const isSmall = ({ store, runs }: Sandbox): boolean =>
  store.bookingCount <= maxRecords / 4 && store.recordCount() <= maxRecords && runs.size <= maxRecords / 4;

/**
 * Suspends a sandbox. The caller must not use the sandbox any more.
 *
 * @param isStored whether a durable store has the bookings, tokens and due events
 * @param share returns an equal text that another suspended sandbox has
 */
export function suspend(sandbox: Sandbox, isStored: boolean, share: (text: string) => string): Suspended {
  const { next: _, createdAt, beginning: __, rate, clock, ...changing } = sandbox.dumpHead();
  const { start, store, usedAt, carriedMarks: marks } = sandbox;
  const { options } = sandbox.identity;
  const identity = { ...sandbox.identity, options: null }; // keeps the place of the options in an export
  const bookings = store.bookingCount;
  const settings: Settings = { options, start, ...changing, rate: rate() };
  const head = {
    state: { identity, clock, ...(marks && { marks }) },
    anchor: sandbox.clock.anchor(),
    bookings,
    createdAt,
    usedAt,
  };
  const isEmpty = bookings + store.recordCount() === 0;
  return {
    head: JSON.stringify(head),
    settings: share(JSON.stringify(settings)),
    store: isStored ? undefined : isEmpty ? emptyStore : JSON.stringify(store.dump()),
    journal: sandbox.journal.suspend(),
  };
}

/** Reads the texts that `suspend` wrote. */
function headOf({ head, settings }: Suspended): SuspendedHead {
  const { state, ...others } = JSON.parse(head);
  const { options, ...equal }: Settings = JSON.parse(settings);
  return { ...others, state: { ...equal, ...state, identity: { ...state.identity, options } } };
}

/** Returns the identity of a suspended sandbox, and the monotonic time of its last call in milliseconds. */
export function lastUseOf(suspended: Suspended): { identity: SandboxIdentity; usedAt: number } {
  const { state, usedAt } = headOf(suspended);
  return { identity: state.identity, usedAt };
}

/**
 * Returns the source from which a suspended sandbox is made again.
 *
 * @param stored the content of the durable store, if the durable store has the bookings
 */
export function sourceOf(suspended: Suspended, stored?: RestorableState): StateSource {
  const { store, journal } = suspended;
  const { state, anchor, createdAt } = headOf(suspended);
  if (store === undefined && !stored)
    throw new Error(`suspended: the content of sandbox "${state.identity.id}" is in the durable store`);
  return {
    state: {
      format: 'understudy-sandbox',
      version: 1,
      ...state,
      store: stored?.store ?? JSON.parse(store ?? ''),
      journal: { next: journal.next, facts: [], bodies: [] },
    },
    createdAt,
    suspended: { anchor, journal },
  };
}

/** Returns the summary of a suspended sandbox. */
export function summaryOfSuspended(suspended: Suspended, machine: MachineClock | undefined): SandboxSummary {
  const { state, anchor, bookings, createdAt } = headOf(suspended);
  const { identity, clock, closed, faults } = state;
  const { journal } = suspended;
  return {
    identity,
    clock: { ...clock, now: instantOf(clock, anchor, machine) },
    closed,
    bookings,
    createdAt,
    calls: journal.next - 1,
    faults: faults.length,
    lost: lostIn(journal),
  };
}

/** Returns the summary of a sandbox in memory. */
export const summaryOf = (sandbox: Sandbox): SandboxSummary => ({
  identity: sandbox.identity,
  clock: sandbox.clock.dump(),
  closed: sandbox.closed,
  bookings: sandbox.store.bookingCount,
  createdAt: sandbox.createdAt,
  calls: sandbox.journal.count(),
  faults: sandbox.faults.size,
  lost: sandbox.journal.lost(),
});
