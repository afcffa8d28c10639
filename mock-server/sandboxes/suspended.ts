import { type ClockState, instantOf, type MachineClock } from '../clock/index.ts';
import { lostIn } from '../journal/index.ts';
import { createMemoryStore } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState, SandboxIdentity, SmallState } from './sandbox-config.ts';
import type { StateSource, SuspendedParts } from './sandbox-source.ts';

/** A sandbox that no call uses, as text. The next call makes the sandbox again, with the same answers. */
export interface Suspended {
  /** The state without the store and the journal, as JSON text. */
  readonly head: string;
  /** The bookings, tokens and due events as JSON text; undefined when the durable store has them. */
  readonly store: string | undefined;
  readonly bookings: number;
  readonly parts: SuspendedParts;
  /** The real time at which the sandbox was created, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly usedAt: number;
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
 */
export function suspend(sandbox: Sandbox, isStored: boolean): Suspended {
  const { next: _, createdAt, beginning: __, rate, ...head } = sandbox.dumpHead();
  const { identity, start, store, clock, usedAt, carriedMarks: marks } = sandbox;
  const text: SmallState = {
    format: 'understudy-sandbox',
    version: 1,
    identity,
    start,
    ...head,
    rate: rate(),
    ...(marks && { marks }),
  };
  const isEmpty = store.bookingCount + store.recordCount() === 0;
  return {
    head: JSON.stringify(text),
    store: isStored ? undefined : isEmpty ? emptyStore : JSON.stringify(store.dump()),
    bookings: store.bookingCount,
    parts: { anchor: clock.anchor(), journal: sandbox.journal.suspend() },
    createdAt,
    usedAt,
  };
}

/**
 * Returns the source from which a suspended sandbox is made again.
 *
 * @param stored the content of the durable store, if the durable store has the bookings
 */
export function sourceOf(
  { head, store, parts, createdAt }: Suspended,
  stored?: RestorableState,
): StateSource {
  const state: SmallState = JSON.parse(head); // `suspend` wrote this text
  const { journal } = parts;
  if (store === undefined && !stored)
    throw new Error(`suspended: the content of sandbox "${state.identity.id}" is in the durable store`);
  return {
    state: {
      ...state,
      store: stored?.store ?? JSON.parse(store ?? ''),
      journal: { next: journal.next, facts: [], bodies: [] },
    },
    createdAt,
    suspended: parts,
  };
}

/** Returns the summary of a suspended sandbox. */
export function summaryOfSuspended(
  { head, bookings, parts, createdAt }: Suspended,
  machine: MachineClock | undefined,
): SandboxSummary {
  const { identity, clock, closed, faults }: SmallState = JSON.parse(head); // `suspend` wrote this text
  const { anchor, journal } = parts;
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
