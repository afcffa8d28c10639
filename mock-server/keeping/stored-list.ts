import type { MachineClock } from '../clock/index.ts';
import type { SandboxSummary, StoredSandboxes } from '../sandboxes/index.ts';
import { readHead } from './head.ts';
import type { ExpiredSandboxes, PeekedSandbox, SandboxKeeper } from './keeper.ts';
import { storedIds } from './load.ts';
import type { Removals } from './removals.ts';

interface StoredListParts {
  readonly keeper: SandboxKeeper;
  readonly machine: MachineClock;
  /** The ids of the stored sandboxes that this process knows. */
  readonly known: Set<string>;
  readonly removals: Removals;
}

/** Finds sandboxes in a durable store without loading them. */
export class StoredList implements StoredSandboxes {
  readonly #parts: StoredListParts;
  #isClosed = false;

  constructor(parts: StoredListParts) {
    this.#parts = parts;
  }

  /** Notes that the store is closed. */
  close(): void {
    this.#isClosed = true;
  }

  sharedIds(after: string, perRead?: number): AsyncIterable<string> | undefined {
    const { keeper } = this.#parts;
    return keeper.leases && storedIds(keeper, { after, perRead });
  }

  async peek(ids: readonly string[]): Promise<SandboxSummary[]> {
    const { keeper, machine } = this.#parts;
    const found = await keeper.peek(ids);
    return found.flatMap(one => summarise(one, machine.now()) ?? []);
  }

  async missing(ids: readonly string[]): Promise<string[]> {
    const { keeper, known } = this.#parts;
    const { leases } = keeper;
    if (!leases) return [];
    const exist = await Promise.all(ids.map(id => leases.exists(id)));
    const missing = ids.filter((_, index) => !exist[index]);
    for (const id of missing) known.delete(id);
    return missing;
  }

  async expired(limit: number): Promise<ExpiredSandboxes | undefined> {
    if (this.#isClosed) return undefined;
    const { keeper, machine, known, removals } = this.#parts;
    const { ids, next } = await keeper.expired(machine.now(), limit);
    for (const id of ids) known.add(id);
    return { ids: ids.filter(id => !removals.has(id)), next };
  }
}

function summarise({ rows, bookings }: PeekedSandbox, now: number): SandboxSummary | undefined {
  const head = readHeadIfPossible(rows, now);
  if (!head) return undefined;
  const { state, createdAt = now } = head;
  const { identity, clock, closed, faults, journal } = state;
  return {
    identity,
    clock,
    closed,
    bookings,
    createdAt,
    calls: journal.next - 1,
    faults: faults.length,
    lost: { facts: 0, bodies: 0 },
  };
}

function readHeadIfPossible(rows: PeekedSandbox['rows'], now: number) {
  try {
    return readHead(rows, now);
  } catch {
    return undefined; // a row is damaged or missing; `understudy store check` names the sandbox
  }
}
