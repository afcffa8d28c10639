import type { MachineClock } from '../clock/index.ts';
import {
  defaultSandbox,
  type KeepingHost,
  type Observation,
  type Sandbox,
  type SandboxKeep,
  type SandboxKeeping,
  type SandboxSummary,
} from '../sandbox/index.ts';
import { Kept, type KeptParts } from './kept.ts';
import { summaryIn } from './rows.ts';
import type { DurableStore, Stored } from './store.ts';

interface Start {
  readonly store: DurableStore;
  readonly ids: ReadonlySet<string>;
  readonly first: Stored | undefined;
  readonly keepJournal: boolean;
}

/** A store that is open, and the content with which a server starts. `readStart` creates this object. */
export interface OpenStore extends Start {
  /** @internal */
  keep(machine: MachineClock, observation: Observation, host: KeepingHost): Keeping;
}

/** Until a store that works has written a value, in milliseconds. */
const maxWait = 2_000;

export class Keeping implements SandboxKeeping {
  readonly isShared: boolean;
  readonly #store: DurableStore;
  readonly #machine: MachineClock;
  readonly #parts: KeptParts;
  readonly #live = new Map<string, Kept>();
  readonly #start: Start;
  readonly #host: KeepingHost;
  #isClosed = false;

  constructor(start: Start, machine: MachineClock, observation: Observation, host: KeepingHost) {
    this.#host = host;
    this.#start = start;
    this.#store = start.store;
    this.#machine = machine;
    this.isShared = start.store.isShared;
    this.#parts = {
      store: this.#store,
      machine,
      observation,
      keepsJournal: start.keepJournal,
      host,
      forget: kept => this.#forget(kept),
    };
  }

  knownIds = (): Iterable<string> => this.#start.ids;

  takeDefault(): Sandbox | undefined {
    const { first } = this.#start;
    if (!first) return undefined;
    const kept = new Kept(defaultSandbox, this.#parts, first);
    return this.#begin(kept, first);
  }

  async load(id: string): Promise<Sandbox | undefined> {
    const stored = await this.#store.load(id);
    const known = this.#live.get(id);
    if (known) return known.sandbox;
    return stored && this.#begin(new Kept(id, this.#parts, stored), stored);
  }

  attach(id: string): SandboxKeep {
    const kept = new Kept(id, this.#parts);
    this.#live.set(id, kept);
    return kept;
  }

  began(sandbox: Sandbox): void {
    if (sandbox.keep instanceof Kept) sandbox.keep.begin(sandbox);
  }

  release(id: string): boolean {
    const kept = this.#live.get(id);
    if (kept && !kept.isIdle) return false;
    kept?.end();
    this.#live.delete(id);
    return true;
  }

  async remove(id: string, expected?: number): Promise<boolean> {
    const kept = this.#live.get(id);
    if (!kept) return this.#store.remove(id, expected);
    let isGone = false;
    await kept.last(async () => {
      isGone = await this.#store.remove(id, expected);
      if (isGone) this.#forget(kept);
    });
    return isGone;
  }

  async list(after: string, limit: number): Promise<SandboxSummary[]> {
    const isNew = [...this.#live.values()].filter(({ version }) => version === 0);
    await Promise.all(isNew.map(kept => kept.saved()));
    const page = await this.#store.list(after, limit);
    return page.flatMap(({ rows }) => summaryIn(rows, this.#machine.now()) ?? []);
  }

  async expired(limit: number): Promise<{ id: string; version: number }[] | undefined> {
    return this.#isClosed ? undefined : this.#store.expired(this.#machine.now(), limit);
  }

  /** Writes a value: a full disk or a full memory still answers reads, but refuses every change. */
  async canReach(): Promise<boolean> {
    let cancel = () => {};
    const tooLate = new Promise<boolean>(resolve => {
      cancel = this.#machine.timer(maxWait, () => resolve(false));
    });
    const written = this.#start.store.ping().then(
      () => true,
      () => false,
    );
    return Promise.race([written, tooLate]).finally(cancel);
  }

  /** @throws StoreError when a change could not be written */
  async close(): Promise<void> {
    this.#isClosed = true;
    const settled = await Promise.allSettled([...this.#live.values()].map(kept => kept.settled()));
    for (const kept of this.#live.values()) kept.end();
    await this.#store.close();
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
  }

  #begin(kept: Kept, stored: Stored): Sandbox {
    this.#live.set(kept.id, kept);
    try {
      return kept.open(stored);
    } catch (error) {
      this.#live.delete(kept.id);
      throw error;
    }
  }

  #forget(kept: Kept): void {
    kept.end();
    if (this.#live.get(kept.id) === kept) this.#live.delete(kept.id);
    this.#host.gone(kept.id, kept.sandbox);
  }
}
