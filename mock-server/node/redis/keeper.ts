import type { MachineClock } from '../../clock/index.ts';
import {
  type ExpiredSandboxes,
  type JournalPage,
  type JournalRow,
  type KeptSandbox,
  LeaseError,
  type PeekedSandbox,
  type SandboxChange,
  type SandboxKeeper,
} from '../../keeping/index.ts';
import { StoreError } from '../../store-error.ts';
import { type Connection, NoReply, type Reply } from './connection.ts';
import { readJournal } from './journal-rows.ts';
import { expiredScript, peekScript } from './list-scripts.ts';
import { pairsOf, readRows } from './read-rows.ts';
import type { ReplicaLease } from './replica-lease.ts';
import { argumentsOf, isLarge, rowsOf, type Staged } from './rows.ts';
import { prefix, releaseScript, takeScript, writeScript } from './scripts.ts';
import { Staging } from './staging.ts';

interface RedisKeeperParts {
  readonly connection: Connection;
  readonly lease: ReplicaLease;
  readonly where: string;
  readonly machine: MachineClock;
  /** The life of a lease without renewal, in milliseconds. */
  readonly life: number;
}

/** A change, and the fencing number of its sandbox when the change was made. A new sandbox has none. */
interface FencedChange {
  readonly change: SandboxChange;
  readonly fence: string;
}

/** The pause between two attempts to take a sandbox or to repeat a write, in milliseconds. */
const pauseMs = 50;
/** The number of ids that are read at once. */
const idsPerPage = 2_000;
/** The life of the rows of an incomplete large change, as a multiple of the life of a lease. */
const stagingLives = 10;

/** A store of sandboxes in Valkey or Redis. Each batch is one script, which also checks the fencing numbers. */
export class RedisKeeper implements Omit<SandboxKeeper, 'where'> {
  readonly #where: string;
  readonly leases: NonNullable<SandboxKeeper['leases']>;
  readonly #connection: Connection;
  readonly #lease: ReplicaLease;
  readonly #machine: MachineClock;
  readonly #life: number;
  /** The sandboxes that this process has taken, although changes of another process can be missing. */
  readonly #incomplete = new Set<string>();
  readonly #staging: Staging;
  #batch = 0;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor({ connection, lease, where, machine, life }: RedisKeeperParts) {
    this.#where = where;
    this.#connection = connection;
    this.#lease = lease;
    this.#machine = machine;
    this.#life = life;
    const send = (script: string, args: readonly string[]) => this.#repeat(script, args);
    this.#staging = new Staging({ send, where, life: stagingLives * life });
    this.leases = {
      holds: id => lease.holds(id),
      renewed: () => lease.renewed(),
      newNumber: async () => Number(await this.#ask(['INCR', `${prefix}number`])),
      exists: async id => (await this.#ask(['EXISTS', `${prefix}sandbox:${id}`])) === 1,
      read: id => this.#read(id),
      release: async id => {
        const fence = lease.fenceOf(id);
        if (fence === undefined) return;
        await this.#release([[id, fence]], true);
        // After a failure, this process still has the fencing number, so that the next release succeeds.
        lease.released(id, fence);
      },
      listen: listener => lease.listen(listener),
    };
  }

  /** Takes the lease of a sandbox and reads its rows. Waits while another process has the lease, at most 5 s. */
  async load(id: string): Promise<KeptSandbox | undefined> {
    // A living process releases a wanted sandbox at its next renewal. The lease of a dead process ends within its life.
    const until = this.#machine.monotonic() + (5 / 3) * this.#life;
    for (;;) {
      const before = this.#lease.lastFenceOf(id);
      const { replica } = this.#lease;
      const [state, fence, last, released, count, expiry = ''] = await this.#take(id);
      if (state === 'unknown') {
        this.#lease.forget(id);
        return undefined;
      }
      if (state === 'taken' && replica === this.#lease.replica) {
        this.#lease.taken(id, String(fence));
        if (released !== 'released') this.#incomplete.add(id);
        const rows = await readRows(command => this.#ask(command), id, Number(count));
        // If the lease has ended in the meantime, another process can have changed the rows.
        if (this.#lease.fenceOf(id) === String(fence))
          return {
            rows,
            expiresAt: expiry === '' ? undefined : Number(expiry),
            isComplete: !this.#incomplete.has(id),
            isContinued: before === last,
          };
      }
      if (state === 'ended') await this.#lease.ended(replica);
      else if (this.#machine.monotonic() > until)
        throw new StoreError('unavailable', `another server process uses sandbox "${id}" of ${this.#where}`);
      await this.#pause();
    }
  }

  /**
   * Writes a batch. The rows of large changes are sent in parts before. Small batches do not wait for these parts, so the caller
   * must not write a sandbox again before its large change was written.
   */
  async write(changes: readonly SandboxChange[]): Promise<void> {
    // If the lease ends while parts are sent, a call can load a sandbox again. Then these changes must be refused.
    const { replica } = this.#lease;
    const fenced = changes.map(change => ({ change, fence: this.#lease.fenceOf(change.id) ?? '' }));
    const staged = new Map<SandboxChange, Staged>();
    for (const change of changes) if (isLarge(change)) staged.set(change, await this.#staging.stage(change));
    const writing = this.#lastWrite.then(() => this.#write(replica, fenced, staged));
    this.#lastWrite = writing.catch(() => {}); // the caller gets the error
    await writing;
  }

  readJournal(id: string, page: JournalPage): Promise<readonly JournalRow[]> {
    return readJournal(command => this.#ask(command), id, page);
  }

  async peek(ids: readonly string[]): Promise<PeekedSandbox[]> {
    const found = await this.#connection.answered(() => this.#connection.script(peekScript, ids));
    return (found as [string, string, string[]][]) // the script returns such a list
      .map(([id, bookings, list]) => ({ id, bookings: Number(bookings), rows: rowsOf(pairsOf(list)) }));
  }

  async expired(now: number, limit: number): Promise<ExpiredSandboxes> {
    const args = [this.#lease.replica, String(now), String(limit)];
    const found = await this.#connection.answered(() => this.#connection.script(expiredScript, args));
    const [next = '', ...list] = found as string[]; // the script returns such a list
    const ids = [...pairsOf(list)].map(([id, fence]) => {
      if (fence !== '') this.#lease.taken(id, fence);
      return id;
    });
    return { ids, next: next === '' ? undefined : Number(next) };
  }

  async list(after: string, limit: number): Promise<string[]> {
    const from = after === '' ? '-' : `(${after}`;
    return (await this.#ask([
      'ZRANGEBYLEX',
      `${prefix}ids`,
      from,
      '+',
      'LIMIT',
      '0',
      String(limit),
    ])) as string[]; // the command returns ids
  }

  async ping(): Promise<void> {
    await this.#ask(['SET', `${prefix}ping`, this.#lease.replica, 'PX', String(this.#life)]);
  }

  async check(): Promise<string[]> {
    const problems: string[] = [];
    for (let after = ''; ; ) {
      const ids = await this.list(after, idsPerPage);
      for (const id of ids)
        if (!(await this.leases.exists(id))) problems.push(`sandbox "${id}" is in the list, but has no data`);
      after = ids.at(-1) ?? '';
      if (ids.length < idsPerPage) return problems;
    }
  }

  async close(isComplete: boolean): Promise<void> {
    const held = [...this.#lease.stop()];
    try {
      await this.#release(
        held.filter(([id]) => !this.#incomplete.has(id)),
        isComplete,
      );
      await this.#release(
        held.filter(([id]) => this.#incomplete.has(id)),
        false,
      );
      await this.#ask(['DEL', `${prefix}replica:${this.#lease.replica}`]);
    } finally {
      this.#connection.close();
    }
  }

  async #take(id: string): Promise<(string | number)[]> {
    const args = [this.#lease.replica, id, String(this.#life)];
    return (await this.#connection.answered(() => this.#connection.script(takeScript, args))) as (
      | string
      | number
    )[]; // the script returns such a list
  }

  async #read(id: string): Promise<KeptSandbox | undefined> {
    if (!(await this.leases.exists(id))) return undefined;
    const count = Number(await this.#ask(['HLEN', `${prefix}rows:${id}`]));
    return { rows: await readRows(command => this.#ask(command), id, count), isComplete: true };
  }

  async #write(
    replica: string,
    fenced: readonly FencedChange[],
    staged: ReadonlyMap<SandboxChange, Staged>,
  ): Promise<void> {
    this.#batch += 1;
    const written = fenced.flatMap(({ change, fence }) => argumentsOf(change, fence, staged.get(change)));
    const args = [replica, String(this.#batch), ...written];
    const [state, ...rest] = (await this.#repeat(writeScript, args)) as string[]; // the script returns such a list
    if (state === 'expired')
      throw new StoreError('unavailable', `${this.#where} removed the rows of a large change too early`);
    const changes = fenced.map(({ change }) => change);
    if (state === 'ended') {
      const ids = changes.map(({ id }) => id);
      await this.#lease.ended(replica).catch(() => {}); // the next call reports this failure
      throw new LeaseError(ids, 'ended');
    }
    if (state === 'refused') {
      const isSame = (id: string) =>
        fenced.some(({ change, fence }) => change.id === id && fence === this.#lease.fenceOf(id));
      for (const id of rest) if (isSame(id)) this.#lease.forget(id);
      throw new LeaseError(rest);
    }
    // If the lease has ended since then, other processes can have the sandboxes.
    if (replica === this.#lease.replica) this.#written(changes, rest);
  }

  #written(changes: readonly SandboxChange[], newFences: string[]): void {
    for (const { id, how } of changes) {
      this.#incomplete.delete(id);
      if (how === 'remove') this.#lease.forget(id);
      if (how === 'replace') this.#lease.taken(id, newFences.shift() ?? '');
    }
  }

  /** Runs a script until Valkey has answered. A batch or a part that Valkey receives twice is written once. */
  async #repeat(script: string, args: readonly string[]): Promise<Reply> {
    const until = this.#machine.monotonic() + this.#life;
    let wasSent = false;
    for (;;) {
      try {
        const reply = await this.#connection.script(script, args);
        if (Array.isArray(reply) && reply[0] === 'ended' && wasSent) throw this.#uncertain();
        return reply;
      } catch (error) {
        if (error instanceof NoReply) wasSent = true;
        else if (!wasSent || (error instanceof StoreError && error.code === 'uncertain')) throw error;
        if (this.#machine.monotonic() > until) throw this.#uncertain(error);
      }
      await this.#pause();
    }
  }

  #uncertain(cause?: unknown): StoreError {
    return new StoreError('uncertain', `${this.#where} did not confirm a write`, { cause });
  }

  async #release(sandboxes: readonly (readonly [string, string])[], isComplete: boolean): Promise<void> {
    for (let from = 0; from < sandboxes.length; from += idsPerPage) {
      const page = sandboxes.slice(from, from + idsPerPage).flat();
      const args = [this.#lease.replica, isComplete ? '1' : '0', ...page];
      await this.#connection.answered(() => this.#connection.script(releaseScript, args));
    }
  }

  #ask(command: readonly string[]) {
    return this.#connection.answered(() => this.#connection.run(command));
  }

  #pause(): Promise<void> {
    return new Promise(resolve => void this.#machine.timer(pauseMs, resolve));
  }
}
