import type { Journal, JournalChange, JournalHead, JournalList, StoredJournal } from '../journal/index.ts';
import type { Reported, RestorableState, Sandbox, SandboxKeep } from '../sandboxes/index.ts';
import type { TokenRecord } from '../store/index.ts';
import { StoreError } from '../store-error.ts';
import { HeadWriter } from './head.ts';
import { LeaseError, type SandboxChange } from './keeper.ts';
import { type Positions, Recorder } from './recorder.ts';
import { nextTurn } from './turns.ts';

/** The scheduler of batches. */
export interface Scheduler {
  /** Schedules a batch within 100 ms for the changes of this sandbox. */
  soon(kept: KeptInMemory): void;
  /** Schedules a batch as soon as possible. */
  now(kept: KeptInMemory): void;
  /** Returns whether this process certainly holds the lease of a sandbox. Always true for a store that no other process uses. */
  holds(id: string): boolean;
  /** Resolves when this process again certainly holds the lease of a sandbox. Rejects with a StoreError if it does not. */
  confirm(id: string): Promise<void>;
  /** Returns the stored journal of a sandbox; undefined if the server does not keep journals. */
  journalOf(id: string, head: JournalHead | undefined): StoredJournal | undefined;
}

/** The parts of a copy in memory with which the next copy continues if the store still has the same sandbox. */
export interface Carried {
  readonly journal: Journal;
  /** The instant at which the sandbox was created or reset, in real milliseconds since 1970. */
  readonly createdAt: number;
  /** Returns the tokens that the store does not have. */
  tokens(): readonly [string, TokenRecord][];
}

const lists: readonly JournalList[] = ['calls', 'older'];
/** A position after all exchanges. */
const afterAll = Number.MAX_SAFE_INTEGER;

/** The maximum number of turns of the event loop in which a sandbox that is given away waits for the ends of its last answers. */
const maxTurns = 50;

/** A promise with the functions that settle the promise. */
type Wait = PromiseWithResolvers<void>;

/** A sandbox in memory, with its changes that are not durable yet. */
export class KeptInMemory implements SandboxKeep {
  readonly id: string;
  readonly changes: Recorder;
  lostBy: StoreError | undefined;
  readonly journal: StoredJournal | undefined;
  #sandbox: Sandbox | undefined;
  /** Whether the next batch must replace the stored sandbox. */
  #isNew: boolean;
  #isBeingWritten = false;
  /** Whether the store has a journal that the server does not continue, so that the next batch must remove the journal. */
  #removesJournal: boolean;
  readonly #head: HeadWriter;
  readonly #scheduler: Scheduler;
  /** The answers that wait for the next batch, and for the batch that is being written. */
  #next: Wait | undefined;
  #writing: Wait | undefined;
  #isEnded = false;
  /** Whether a call has ended since the last batch. */
  #hadCall = false;

  constructor(id: string, scheduler: Scheduler, from: { state?: RestorableState | undefined } | Positions) {
    this.id = id;
    this.#scheduler = scheduler;
    this.#isNew = !('booking' in from);
    const stored = 'booking' in from ? from.journal : undefined;
    this.journal = scheduler.journalOf(id, stored);
    this.#removesJournal = stored !== undefined && !this.journal;
    this.#head = new HeadWriter('booking' in from ? from.crashes : 0);
    this.changes = new Recorder(() => this.#changed(), 'booking' in from ? from : undefined);
    if ('state' in from && from.state) this.changes.addState(from.state.store);
  }

  /** Whether the store has the sandbox, and no batch with its changes is being written. */
  get isWritten(): boolean {
    return !this.#isNew && !this.isAwaited && !this.#isBeingWritten;
  }

  /** Whether an answer waits for a batch. */
  get isAwaited(): boolean {
    return this.#next !== undefined || this.#writing !== undefined;
  }

  began(sandbox: Sandbox): void {
    this.#sandbox = sandbox;
    sandbox.journal.writer?.listen(() => this.#changed());
    if (this.#isNew || this.#removesJournal || this.lacksExchanges) this.#scheduler.soon(this);
  }

  settle(reported: Reported): Promise<void> | undefined {
    if (this.#isEnded) return undefined;
    this.#hadCall = true;
    const isHeld = this.#scheduler.holds(this.id);
    // An operation can change rows before the end of its call, or after its answer. A look-up must not show them earlier.
    const isChange = reported === 'change' || (reported === 'look' && this.changes.hasUnwrittenRows);
    // The first write takes the lease of a new sandbox.
    if (!isChange && (isHeld || !this.#isNew)) {
      this.#scheduler.soon(this);
      const durable = reported === 'look' ? (this.#next ?? this.#writing)?.promise : undefined;
      return durable ?? (isHeld ? undefined : this.#scheduler.confirm(this.id));
    }
    this.#next ??= createWait();
    this.#scheduler.now(this);
    return this.#next.promise;
  }

  /** Waits until all changes are durable, before another process gets the sandbox. Later calls must load the sandbox again. */
  async handOver(): Promise<void> {
    await this.#journalLoaded();
    const durable = this.#writeAll();
    this.lostBy = new LeaseError([this.id]);
    await durable;
    for (let turn = 0; turn < maxTurns && this.#sandbox?.journal.writer?.awaitsEnd; turn += 1)
      await nextTurn();
    while (this.lacksExchanges) await this.#writeAll();
  }

  /** Waits until the next batch is written, as for a change, although no call has ended. */
  #writeAll(): Promise<void> | undefined {
    const durable = this.settle('change');
    this.#hadCall = false;
    return durable;
  }

  /** Waits until the calls that load the stored journal have read the journal. Otherwise they would not find the sandbox. */
  async #journalLoaded(): Promise<void> {
    const loading = this.#sandbox?.journal.loading();
    if (!loading) return;
    await loading.catch(() => {}); // the call that reads the journal reports the failure
    await nextTurn();
  }

  /**
   * Whether there are exchanges or counted calls that no batch contains yet: the last batch was full, or the rate windows were
   * written shortly before.
   */
  get lacksExchanges(): boolean {
    if (this.#isEnded) return false;
    return this.#head.lacksRate || this.#sandbox?.journal.writer?.isBehind === true;
  }

  /** Ends the connection, because the sandbox was removed or replaced in memory. */
  end(): void {
    this.#isEnded = true;
    const message = `sandbox "${this.id}" was removed or reset before this call was complete`;
    this.#next?.reject(new StoreError('unavailable', message));
    this.#next = undefined;
  }

  /** Rejects all waits, because a write failed. */
  reject(error: unknown): void {
    this.#isBeingWritten = false;
    for (const wait of [this.#writing, this.#next]) wait?.reject(error);
    this.#writing = undefined;
    this.#next = undefined;
  }

  /** Returns the changes for a batch; undefined if there are none. */
  take(time: { now: number; monotonic: number }): SandboxChange | undefined {
    this.#writing = this.#next;
    this.#next = undefined;
    if (!this.#sandbox) return undefined;
    const journal = this.#takeJournal(this.#sandbox);
    for (const row of this.#head.changed(this.#sandbox, time, !this.#hadCall)) this.changes.put(row);
    this.#hadCall = false;
    const { puts, drops } = this.changes.take();
    const expiresAt = expiryOf(this.#sandbox, time);
    this.#isBeingWritten = this.#isNew || puts.length + drops.length + journal.length > 0;
    if (!this.#isBeingWritten) return undefined;
    const change = { id: this.id, expiresAt, puts, drops, ...(journal.length > 0 && { journal }) };
    if (this.#isNew) return { ...change, how: 'replace', drops: [] };
    return { ...change, how: 'update' };
  }

  /** Notes that the changes of the last `take` are durable. */
  written(): void {
    this.#isNew = false;
    this.#isBeingWritten = false;
    this.#removesJournal = false;
    this.changes.written();
    this.#writing?.resolve();
    this.#writing = undefined;
    if (this.lacksExchanges) this.#scheduler.soon(this);
  }

  /** Takes the changes of the last `take` back, because they could not be written. The next batch contains them again. */
  takeBack(change: SandboxChange): void {
    this.#isBeingWritten = false;
    this.changes.takeBack(change);
    this.#sandbox?.journal.writer?.takeBack(change.journal ?? []);
    this.#scheduler.soon(this);
  }

  /** Takes the changes of the last `take` back after this copy was removed or replaced. Its tokens can continue. */
  failed(error: unknown, change: SandboxChange | undefined): void {
    this.reject(error);
    if (change) this.changes.takeBack(change);
  }

  /** Gives up the copy in memory, and rejects all waits. */
  lose(error: unknown, change: SandboxChange | undefined): Sandbox {
    this.lostBy ??= error instanceof StoreError ? error : new StoreError('unavailable', String(error));
    this.failed(error, change);
    this.end();
    return this.#requireSandbox();
  }

  /** Returns the parts with which the next copy continues. */
  carry(): Carried {
    const { journal, createdAt } = this.#requireSandbox();
    return { journal, createdAt, tokens: () => this.changes.unwrittenTokens().flatMap(unused) };
  }

  #changed(): void {
    if (!this.#isEnded) this.#scheduler.soon(this);
  }

  /** Returns the changes of the journal. A row of the head says what the store then knows about the journal. */
  #takeJournal({ journal: { writer } }: Sandbox): readonly JournalChange[] {
    if (this.#removesJournal) this.changes.drop({ kind: 'head', key: 'journal' });
    if (!writer) return this.#removesJournal ? lists.map(list => ({ list, dropTo: afterAll, rows: [] })) : [];
    const changes = writer.take();
    if (changes.length > 0 || writer.hasNewHead)
      this.changes.put({ kind: 'head', key: 'journal', value: JSON.stringify(writer.head()) });
    return changes;
  }

  #requireSandbox(): Sandbox {
    if (!this.#sandbox) throw new Error(`keeping: sandbox "${this.id}" has not begun`);
    return this.#sandbox;
  }
}

/** Returns the instant at which a sandbox expires without a further call; undefined for a sandbox that stays. */
function expiryOf(
  sandbox: Sandbox,
  { now, monotonic }: { now: number; monotonic: number },
): number | undefined {
  const { expiresAfter } = sandbox.identity;
  if (expiresAfter === undefined) return undefined;
  return Math.ceil(now - (monotonic - sandbox.lastUse(monotonic)) + expiresAfter * 1_000);
}

/** Returns a token as it was issued. The call that used the token failed, so the client may use the token again. */
function unused([key, record]: [string, TokenRecord]): [string, TokenRecord][] {
  if (record.step === 'answered') return [];
  const { consumedAt: _, ...issued } = record;
  return [[key, issued]];
}

function createWait(): Wait {
  const wait = Promise.withResolvers<void>();
  wait.promise.catch(() => {}); // a wait without a waiting answer must not end the process
  return wait;
}
