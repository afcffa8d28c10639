import type { MachineClock } from '../clock/index.ts';
import {
  defaultSandbox,
  type LoadedSandbox,
  type LostListener,
  type RestorableState,
  type Sandbox,
  type SandboxKeep,
  type SandboxKeeping,
  type WakeUp,
} from '../sandboxes/index.ts';
import { type Batch, changesOf, flushAfter, retryAfter, timeOf, without } from './batch.ts';
import { confirmLease } from './confirm-lease.ts';
import { EarlierCopies } from './earlier-copies.ts';
import { Handovers } from './handovers.ts';
import { type KeptSandbox, LeaseError, type SandboxChange, type SandboxKeeper } from './keeper.ts';
import { KeptInMemory, type Scheduler } from './kept-sandbox.ts';
import { loadRecovered } from './load.ts';
import { prepareId } from './prepare-id.ts';
import { readKept } from './read-kept.ts';
import type { OpenStore } from './read-start.ts';
import { Removals } from './removals.ts';
import { storedJournal } from './stored-journal.ts';
import { StoredList } from './stored-list.ts';
import { runAtOnce } from './turns.ts';
import { writeNew } from './write-new.ts';

export * from './keeper.ts';
export { storedIds } from './load.ts';
export { observeStore } from './observe-keeper.ts';
export { canReach } from './ping.ts';
export { type OpenStore, readStart } from './read-start.ts';
export { mergeInOrder } from './row-order.ts';
export { checkStore, migrateStore, readOnly } from './tools.ts';

/**
 * Keeps the sandboxes of a server in a durable store. The changes of all calls in a turn of the event loop share one batch.
 * While a batch is being written, the next batch collects changes.
 */
export class Keeping implements SandboxKeeping {
  readonly isShared: boolean;
  readonly list: StoredList;
  readonly #keeper: SandboxKeeper;
  readonly #keepsJournals: boolean;
  readonly #machine: MachineClock;
  readonly #stored: Set<string>;
  readonly #live = new Map<string, KeptInMemory>();
  readonly #dirty = new Set<KeptInMemory>();
  readonly #earlier = new EarlierCopies();
  /** The sandboxes that this process has had in memory, so that no crash of an earlier process affects them. */
  readonly #recovered = new Set<string>();
  readonly #removals = new Removals();
  readonly #handovers = new Handovers();
  readonly #listeners = new Set<LostListener>();
  #first: KeptSandbox | undefined;
  #writing: Promise<void> | undefined;
  #isTurnScheduled = false;
  #cancelTimer: (() => void) | undefined;
  #isFailing = false;

  constructor({ keeper, ids, first, keepJournal }: OpenStore, machine: MachineClock) {
    this.#keeper = keeper;
    this.#keepsJournals = keepJournal;
    this.isShared = keeper.leases !== undefined;
    this.#machine = machine;
    this.#stored = new Set(first ? [...ids, defaultSandbox] : ids);
    this.#first = first;
    this.list = new StoredList({ keeper, machine, known: this.#stored, removals: this.#removals });
    keeper.leases?.listen({
      lost: ids => {
        for (const id of ids) this.#drop(this.#live.get(id), new LeaseError([id], 'ended'), undefined);
      },
      wanted: id => this.#handovers.start(id, () => this.#writeAndRelease(id)),
    });
  }

  has = (id: string): boolean => this.#stored.has(id) && !this.#removals.has(id);

  canLoad = (id: string): boolean => this.has(id) || (this.isShared && !this.#removals.has(id));

  prepareId(id: string | undefined, generate: (number: number) => string): Promise<string> | undefined {
    const { leases } = this.#keeper;
    return leases && prepareId(leases, this.#stored, { id, generate });
  }

  knownIds = (): Iterable<string> => this.#stored;

  takeDefault(): LoadedSandbox | undefined {
    const first = this.#first;
    this.#first = undefined;
    return first && runAtOnce(this.#read(defaultSandbox, first));
  }

  load = (id: string, wakeUp: WakeUp): Promise<Sandbox | undefined> =>
    this.#handovers.loading(id, this.#load(id, wakeUp));

  async #load(id: string, wakeUp: WakeUp): Promise<Sandbox | undefined> {
    await this.#handovers.of(id);
    // After a failed write, this process continues with the journal and the tokens that it has in memory.
    const isKnown = this.#earlier.has(id) || this.#recovered.has(id);
    const kept = await loadRecovered(this.#keeper, id, isKnown);
    if (kept) this.#stored.add(id);
    else this.#stored.delete(id);
    if (!kept || kept.isContinued === false) this.#earlier.forget(id);
    return wakeUp(kept && runAtOnce(this.#read(id, kept)));
  }

  attach(id: string, state: RestorableState | undefined): SandboxKeep {
    return new KeptInMemory(id, this.#scheduler, { state });
  }

  writeNew = async (sandbox: Sandbox): Promise<void> =>
    void this.#stored.add(await writeNew(this.#keeper, sandbox, timeOf(this.#machine)));

  began(sandbox: Sandbox): void {
    const { keep } = sandbox;
    if (!(keep instanceof KeptInMemory)) return;
    const replaced = this.#live.get(keep.id);
    if (replaced) this.#setAside(replaced);
    this.#live.set(keep.id, keep);
    this.#recovered.add(keep.id);
    keep.began(sandbox);
  }

  release(id: string): boolean {
    const kept = this.#live.get(id);
    const isWritten = !kept || (kept.isWritten && !this.#dirty.has(kept));
    if (!isWritten || this.#isFailing) return false;
    kept?.end();
    this.#live.delete(id);
    if (this.isShared) this.#handovers.start(id, () => this.#writeAndRelease(id));
    return true;
  }

  remove(id: string): void {
    const kept = this.#live.get(id);
    if (kept) this.#setAside(kept);
    if (!this.#stored.has(id) && !kept) return;
    this.#removals.add(id);
    this.#scheduleTurn();
  }

  onLost = (listener: LostListener) => void this.#listeners.add(listener);

  removed = (id: string): Promise<void> | undefined => this.#removals.settled(id);

  /** Writes all changes, and closes the store. @throws StoreError when the last write failed */
  async close(): Promise<void> {
    this.#cancelTimer?.();
    await this.#writing;
    do {
      for (const kept of this.#live.values()) this.#dirty.add(kept);
      await this.#flush();
    } while (!this.#isFailing && [...this.#live.values()].some(({ lacksExchanges }) => lacksExchanges));
    this.#cancelTimer?.();
    this.list.close();
    await this.#keeper.close(!this.#isFailing);
  }

  *#read(id: string, kept: KeptSandbox): Generator<void, LoadedSandbox> {
    const earlier = this.#earlier.of(id);
    const parts = { id, scheduler: this.#scheduler, earlier, machine: this.#machine };
    const loaded = yield* readKept(this.#keeper, kept, parts);
    this.#earlier.forget(id, loaded.journal);
    return loaded;
  }

  readonly #scheduler: Scheduler = {
    soon: kept => {
      this.#dirty.add(kept);
      this.#scheduleTimer();
    },
    now: kept => {
      this.#dirty.add(kept);
      this.#scheduleTurn();
    },
    holds: id => this.#keeper.leases?.holds(id) ?? true,
    confirm: id =>
      confirmLease(this.#keeper.leases, id, error => this.#drop(this.#live.get(id), error, undefined)),
    journalOf: (id, head) => (this.#keepsJournals ? storedJournal(this.#keeper, id, head) : undefined),
  };

  #scheduleTimer(): void {
    if (this.#cancelTimer || this.#writing) return;
    const flush = () => {
      this.#cancelTimer = undefined;
      void this.#flush();
    };
    this.#cancelTimer = this.#machine.timer(this.#isFailing ? retryAfter : flushAfter, flush);
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled || this.#writing) return;
    this.#isTurnScheduled = true;
    this.#machine.afterMacrotask(() => {
      this.#isTurnScheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    if (this.#writing) return;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const batch = this.#takeBatch();
    this.#writing = this.#write(batch);
    await this.#writing;
    this.#writing = undefined;
    if (this.#removals.isPending || [...this.#dirty].some(({ isAwaited }) => isAwaited)) this.#scheduleTurn();
    else if (this.#dirty.size > 0) this.#scheduleTimer();
  }

  #takeBatch(): Batch {
    const time = timeOf(this.#machine);
    const removed = this.#removals.take();
    const kept = [...this.#dirty].filter(one => this.#live.get(one.id) === one);
    this.#dirty.clear();
    const changed = kept.map(one => ({ kept: one, change: one.take(time) }));
    this.#dirty.clear(); // taking the head marks the sandbox as changed
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    return { changed, removed };
  }

  async #write({ changed, removed }: Batch): Promise<void> {
    const changes = changesOf({ changed, removed });
    try {
      if (changes.length > 0) await this.#keeper.write(changes);
    } catch (error) {
      if (error instanceof LeaseError) {
        await this.#writeOthers({ changed, removed }, error);
        return;
      }
      this.#isFailing = true;
      this.#removals.failed(removed, () => error);
      for (const id of removed) if (!this.#stored.has(id)) this.#earlier.forget(id);
      for (const one of changed) this.#failed(one, error);
      return;
    }
    this.#isFailing = false;
    for (const id of removed) {
      this.#stored.delete(id);
      this.#earlier.forget(id);
      if (!this.#live.has(id)) this.#recovered.delete(id);
    }
    for (const { kept, change } of changed) {
      if (change?.how !== 'replace') continue;
      this.#stored.add(kept.id);
      if (this.#live.get(kept.id) === kept) this.#earlier.forget(kept.id);
    }
    this.#removals.written();
    for (const { kept } of changed) kept.written();
  }

  /** Gives up the sandboxes that other processes have taken, and writes the rest of a batch. */
  async #writeOthers({ changed, removed }: Batch, error: LeaseError): Promise<void> {
    const isLost = (id: string) => error.ids.includes(id);
    for (const { kept, change } of changed) {
      if (!isLost(kept.id)) continue;
      this.#stored.add(kept.id); // another process has the sandbox
      if (this.#live.get(kept.id) === kept) this.#drop(kept, error.of(kept.id), change);
      else kept.failed(error.of(kept.id), change);
    }
    this.#removals.failed(removed.filter(isLost), id => error.of(id));
    await this.#write(without(error.ids, { changed, removed }));
  }

  #failed({ kept, change }: Batch['changed'][number], error: unknown): void {
    if (this.#live.get(kept.id) !== kept) kept.failed(error, change);
    else if (kept.isAwaited) this.#drop(kept, error, change);
    else if (change) kept.takeBack(change);
  }

  /** Removes a sandbox from memory. The next call loads the sandbox, and continues with its journal and tokens. */
  #drop(kept: KeptInMemory | undefined, error: unknown, change: SandboxChange | undefined): void {
    if (!kept) return;
    const sandbox = kept.lose(error, change);
    this.#setAside(kept);
    if (!this.#stored.has(kept.id)) this.#earlier.forget(kept.id);
    for (const listener of this.#listeners) listener(sandbox, error instanceof LeaseError);
  }

  /** Ends a copy in memory. Its journal and its tokens continue if the store still has the sandbox at the next load. */
  #setAside(kept: KeptInMemory): void {
    const { id } = kept;
    kept.end();
    this.#live.delete(id);
    this.#dirty.delete(kept);
    this.#earlier.add(id, kept.carry());
  }

  /** Gives a sandbox to the process that asks for the sandbox. */
  async #writeAndRelease(id: string): Promise<void> {
    const kept = this.#live.get(id);
    await kept?.handOver();
    if (kept && this.#live.get(id) === kept) this.#drop(kept, new LeaseError([id]), undefined);
    this.#earlier.forget(id);
    await this.#keeper.leases?.release(id);
  }
}
