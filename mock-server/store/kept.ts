import type { JournalEntry } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';
import {
  type KeepingHost,
  type Observation,
  type Sandbox,
  SandboxError,
  type SandboxKeep,
} from '../sandbox/index.ts';
import { decode, HeadWriter, Recorder } from './rows.ts';
import type { CallRow, Change, DurableStore, Stored, Version } from './store.ts';
import { damageOf, readEntry } from './tools.ts';

export interface KeptParts {
  readonly store: DurableStore;
  readonly machine: MachineClock;
  readonly observation: Observation;
  readonly keepsJournal: boolean;
  readonly host: Pick<KeepingHost, 'create' | 'replaced'>;
  forget(kept: Kept): void;
}

const rowsPerPage = 500;

/** The copy of one sandbox in the memory of this process (decision 34). */
export class Kept implements SandboxKeep {
  readonly id: string;
  readonly changes: Recorder;
  readonly #parts: KeptParts;
  readonly #head = new HeadWriter();
  #sandbox: Sandbox | undefined;
  /** Of the copy in memory; undefined for a sandbox that the store does not have yet. */
  #version: Version | undefined;
  /** The sandbox was created or reset, so the next commit replaces the stored one. */
  #isNew: boolean;
  /** The copy can differ from the store, so the next turn reads it again. */
  #isStale = false;
  #tail: Promise<unknown> = Promise.resolve();
  /** Turns that run or wait, and callers that need the sandbox in memory. */
  #users = 0;
  /** A turn runs or is being committed; its work runs. */
  #isRunning = false;
  #isWorking = false;
  failure: unknown;
  #isFlushing = false;
  #rollback: (() => void)[] = [];
  #afters: (() => void)[] = [];
  /** The server ends, so each turn also writes the time of a running clock. */
  #isEnding = false;
  /** The store has a journal that this server does not continue. */
  #hasOldJournal = false;
  readonly #calls = new Map<number, string>();
  /** Exchanges of this process, whose newest texts are in memory. */
  readonly #own = new Set<number>();
  readonly #dropped = new Set<number>();
  /** Up to here the journal in memory has the exchanges of other processes. */
  #readTo = 0;
  #unwatch: Promise<() => void> | undefined;
  #cancelLook = () => {};

  constructor(id: string, parts: KeptParts, stored?: Stored) {
    this.id = id;
    this.#parts = parts;
    this.#isNew = stored === undefined;
    this.changes = new Recorder(() => this.#flushSoon());
    if (stored) this.#continueWith(stored);
  }

  get sandbox(): Sandbox | undefined {
    return this.#sandbox;
  }

  get isIdle(): boolean {
    return this.#users === 0 && !this.#isFlushing && !this.#isNew && this.#sandbox?.isBusy() === false;
  }

  get version(): number {
    return this.#version?.version ?? 0;
  }

  get keepsJournal(): boolean {
    return this.#parts.keepsJournal;
  }

  begin(sandbox: Sandbox): void {
    const before = this.#sandbox;
    this.#sandbox = sandbox;
    if (!before && !this.#isNew) {
      this.#head.begin(sandbox);
      return;
    }
    this.#isNew = true;
    if (before) {
      this.undo(() => {
        this.#sandbox = before;
        this.#isNew = this.#version === undefined;
      });
      this.changes.continueWith([]);
      this.#head.continueWith([]);
      this.#clearCalls();
    }
    this.#flushSoon();
  }

  #continueWith(stored: Stored): void {
    if (stored.born !== this.#version?.born) this.#readTo = 0;
    this.#version = stored;
    this.#hasOldJournal = stored.calls > 0 && !this.keepsJournal;
    this.#isNew = false;
    this.#isStale = false;
    this.changes.continueWith(stored.rows);
    this.#head.continueWith(stored.rows);
  }

  /** @throws StoreError */
  open(stored: Stored): Sandbox {
    const sandbox = this.#decode(stored, undefined);
    this.begin(sandbox);
    return sandbox;
  }

  /** Changes the sandbox in memory, or makes another if it was reset. @throws StoreError */
  #read(stored: Stored): Sandbox {
    const before = this.#sandbox;
    const isReset = stored.born !== this.#version?.born;
    this.#continueWith(stored);
    const sandbox = this.#decode(stored, isReset ? undefined : before);
    if (sandbox === before) return sandbox;
    this.#sandbox = sandbox;
    this.#clearCalls();
    if (before) this.#parts.host.replaced(before, sandbox);
    return sandbox;
  }

  #decode({ rows }: Stored, before: Sandbox | undefined): Sandbox {
    const { store, machine, host } = this.#parts;
    try {
      const { state, life } = decode(rows, machine.now());
      return this.changes.without(() => {
        const { identity, start } = state;
        if (!before) return host.create({ ...life, identity, start, state }, this);
        before.load(state);
        return before;
      });
    } catch (error) {
      throw damageOf(`sandbox "${this.id}" in ${store.where}`, error, rows);
    }
  }

  run<Result>(work: (sandbox: Sandbox) => Result | Promise<Result>): Promise<Result> {
    const release = this.use();
    const turn = this.#tail.then(() => this.#turn(work)).finally(release);
    this.#tail = turn.catch(() => {});
    return turn;
  }

  /** For a removal. The next turn reads the store again. */
  last(work: () => Promise<void>): Promise<void> {
    const turn = this.#tail.then(work).finally(() => {
      this.#isStale = true;
    });
    this.#tail = turn.catch(() => {});
    return turn;
  }

  saved(): Promise<void> {
    return this.run(() => {});
  }

  use(): () => void {
    this.#users += 1;
    let isReleased = false;
    return () => {
      if (!isReleased) this.#users -= 1;
      isReleased = true;
    };
  }

  afterCommit(fn: () => void): void {
    if (this.#isRunning) this.#afters.push(fn);
    else fn();
  }

  undo(fn: () => void): void {
    if (this.#isWorking) this.#rollback.push(fn);
  }

  alone(step: () => void): void {
    this.run(step).catch(error => {
      if (error instanceof SandboxError) return; // the sandbox is gone
      this.#parts.machine.timer(1_000, () => this.alone(step), true);
    });
  }

  call(number: number, text: string): void {
    if (!this.keepsJournal) return;
    this.#calls.set(number, text);
    this.#own.add(number);
    this.undo(() => {
      this.#calls.delete(number);
      this.#own.delete(number); // another process can have used the number
    });
    if (!this.#isRunning) queueMicrotask(() => this.#writeCalls().catch(() => {})); // the next turn writes it
  }

  callDropped(number: number): void {
    if (!this.keepsJournal) return;
    this.#calls.delete(number);
    this.#own.delete(number);
    this.#dropped.add(number);
  }

  async readCalls(): Promise<void> {
    if (!this.keepsJournal) return;
    const release = this.use();
    try {
      for (;;) {
        const { store } = this.#parts;
        const page = await store.journal(this.id, this.#readTo, rowsPerPage);
        for (const entry of readEntries(page.rows, { id: this.id, where: store.where }))
          if (!this.#own.has(entry.facts.number)) this.#sandbox?.journal.insert(entry);
        this.#readTo = Math.max(this.#readTo, page.last);
        if (!page.hasMore) return;
      }
    } finally {
      release();
    }
  }

  async settled(): Promise<void> {
    this.#isEnding = true;
    await this.#tail;
    if (this.#sandbox) await this.saved();
  }

  watch(): void {
    const { store } = this.#parts;
    if (!store.watch || this.#unwatch) return;
    this.#unwatch = store.watch(this.id, () => this.#look());
    // A commit between the last turn and the subscription sends no message, so the copy is compared once more.
    this.#unwatch.then(
      () => this.#look(),
      () => {
        this.#unwatch = undefined;
        this.#lookLater();
      },
    );
  }

  end(): void {
    this.#cancelLook();
    this.#unwatch?.then(unwatch => unwatch()).catch(() => {});
    this.#unwatch = undefined;
  }

  /** Compares the copy with the store, and lets the calls continue whose waits have ended. */
  #look(): void {
    this.run(async sandbox => {
      sandbox.clock.settle();
      if (sandbox.hasListeners) await this.readCalls();
    }).catch(error => {
      if (error instanceof SandboxError) return; // the sandbox is gone
      this.#lookLater();
    });
  }

  /** Otherwise a call could wait for ever, because its alarm or its subscription is missing. */
  #lookLater(): void {
    if (this.#isEnding || !this.#sandbox?.needsMessages) return;
    this.#cancelLook();
    this.#cancelLook = this.#parts.machine.timer(1_000, () => this.#look(), true);
  }

  async #turn<Result>(work: (sandbox: Sandbox) => Result | Promise<Result>): Promise<Result> {
    for (;;) {
      const sandbox = await this.#fresh();
      this.#isRunning = true;
      this.#isWorking = true;
      let ended: { result: Result } | { error: unknown };
      try {
        ended = { result: await work(sandbox) };
      } catch (error) {
        ended = { error };
      }
      this.#isWorking = false;
      if ((await this.#commit()) === 'conflict') continue;
      if ('error' in ended) throw ended.error;
      return ended.result;
    }
  }

  async #fresh(): Promise<Sandbox> {
    if (this.#isStale || !this.#sandbox) {
      const stored = await this.#parts.store.load(this.id);
      if (!stored) {
        this.#parts.forget(this);
        throw new SandboxError('unknown', this.id, `this server has no sandbox "${this.id}"`);
      }
      this.#sandbox = this.#read(stored);
      this.#head.begin(this.#sandbox);
    }
    return this.#sandbox;
  }

  async #commit(): Promise<'done' | 'conflict'> {
    try {
      if (await this.#write()) {
        this.#isRunning = false;
        this.failure = undefined;
        this.#rollback = [];
        for (const fn of this.#afters.splice(0)) fn();
        if (this.#sandbox?.needsMessages) this.watch();
        if (!this.changes.isEmpty) this.#flushSoon();
        else void this.#writeCalls().catch(() => {}); // those that ended during the turn
        return 'done';
      }
    } catch (error) {
      this.failure = error;
      this.#rollBack();
      if (this.#version === undefined) this.#parts.forget(this);
      throw error;
    }
    this.#rollBack();
    return 'conflict';
  }

  async #write(): Promise<boolean> {
    const { machine } = this.#parts;
    const sandbox = this.#sandbox;
    if (!sandbox) return true;
    const head = this.#head.changed(sandbox, { now: machine.now(), monotonic: machine.monotonic() });
    if (this.changes.isEmpty && head.isPassive && !this.#isNew && !this.#isEnding) return this.#isCurrent();
    const isMinor = this.changes.isEmpty && head.isMinor && !this.#isNew;
    const { puts, drops } = this.changes.take();
    const calls = this.#takeCalls();
    const change: Change = {
      ...(this.#isNew && { replaces: true }),
      ...(this.#hasOldJournal && { dropsJournal: true }),
      ...expiryOf(sandbox, machine),
      puts: [...puts, ...head.rows],
      drops: this.#isNew ? [] : drops,
      ...calls,
    };
    const done = await this.#commitToStore(change).catch((error): 'unwritten' => {
      this.#putBack(calls);
      // A look-up can be answered although its number cannot be written now, because no other process can change the sandbox.
      if (isMinor && !this.#parts.store.isShared) return 'unwritten';
      throw error;
    });
    if (done === 'unwritten') return true;
    if (done === 'conflict') {
      this.#putBack(calls);
      return false;
    }
    head.note();
    // If no other process has written exchanges since the last read, this process has all of them.
    if (done.calls - calls.calls.length === this.#readTo) this.#readTo = done.calls;
    this.#version = done;
    this.#isNew = false;
    this.#hasOldJournal = false;
    return true;
  }

  async #commitToStore(change: Change): Promise<Version | 'conflict'> {
    const { store, machine, observation } = this.#parts;
    const start = machine.monotonic();
    let isWritten = false;
    try {
      const done = await store.commit(this.id, this.version, change);
      isWritten = true;
      return done;
    } finally {
      observation.observer?.storeWrite(machine.monotonic() - start, isWritten);
    }
  }

  async #isCurrent(): Promise<boolean> {
    const { store } = this.#parts;
    if (!store.isShared) return true;
    return (await store.version(this.id)) === this.version;
  }

  #takeCalls(): Pick<Change, 'calls' | 'dropCalls'> {
    const calls: CallRow[] = [...this.#calls].map(([number, text]) => ({ number, text }));
    const dropCalls = [...this.#dropped];
    this.#calls.clear();
    this.#dropped.clear();
    return { calls, dropCalls };
  }

  #putBack({ calls, dropCalls }: Pick<Change, 'calls' | 'dropCalls'>): void {
    for (const { number, text } of calls) if (!this.#calls.has(number)) this.#calls.set(number, text);
    for (const number of dropCalls) this.#dropped.add(number);
  }

  #rollBack(): void {
    const steps = this.#rollback.splice(0).reverse();
    this.#afters = [];
    this.#isStale = true;
    for (const undo of steps) undo();
    this.#isRunning = false;
    this.#afters = [];
    this.#lookLater();
  }

  #clearCalls(): void {
    this.#calls.clear();
    this.#dropped.clear();
    this.#own.clear();
  }

  /** Outside a turn, exchanges end, and a program can change the sandbox. */
  #flushSoon(): void {
    if (this.#isRunning || this.#isFlushing) return;
    this.#isFlushing = true;
    this.#parts.machine.afterMacrotask(() => {
      this.#isFlushing = false;
      if (!this.changes.isEmpty || this.#isNew) this.saved().catch(() => {}); // the next turn writes them
    });
  }

  async #writeCalls(): Promise<void> {
    if (!this.#version || this.#isNew || this.#calls.size + this.#dropped.size === 0) return;
    const { born } = this.#version;
    const calls = this.#takeCalls();
    try {
      const done = await this.#parts.store.addCalls(this.id, born, calls);
      if (done && this.#version?.born === born && done.calls - calls.calls.length === this.#readTo)
        this.#readTo = done.calls;
    } catch (error) {
      this.#putBack(calls);
      throw error;
    }
  }
}

function expiryOf(sandbox: Sandbox, machine: MachineClock): Pick<Change, 'expiresAt'> {
  const { expiresAfter } = sandbox.identity;
  if (expiresAfter === undefined) return {};
  const [now, monotonic] = [machine.now(), machine.monotonic()];
  return { expiresAt: Math.ceil(now - (monotonic - sandbox.lastUse(monotonic)) + expiresAfter * 1_000) };
}

function readEntries(rows: readonly CallRow[], { id, where }: { id: string; where: string }): JournalEntry[] {
  try {
    return rows.map(readEntry);
  } catch (error) {
    throw damageOf(`the journal of sandbox "${id}" in ${where}`, error);
  }
}
