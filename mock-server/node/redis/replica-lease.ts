import type { MachineClock } from '../../clock/index.ts';
import type { LeaseListener } from '../../keeping/index.ts';
import { newProcessId } from '../../seed-secrets.ts';
import { StoreError } from '../../store-error.ts';
import type { Connection } from './connection.ts';
import { renewScript, startScript } from './scripts.ts';

interface ReplicaLeaseOptions {
  readonly connection: Connection;
  readonly where: string;
  readonly machine: MachineClock;
  /** The life of a lease without renewal, in milliseconds. */
  readonly life: number;
}

/** The part of a lease's life after which this process no longer relies on the lease. Clocks of two machines can differ in speed. */
const reliablePart = 0.9;

/**
 * The lease of this server process. The process renews the lease three times in the life of the lease. When the lease ends,
 * other processes can take all sandboxes of this process.
 */
export class ReplicaLease {
  readonly #options: ReplicaLeaseOptions;
  readonly #fences = new Map<string, string>();
  /** The last fencing numbers of the sandboxes that this process no longer has. */
  readonly #lastFences = new Map<string, string>();
  #replica = '';
  #validUntil = Number.NEGATIVE_INFINITY;
  #listener: LeaseListener | undefined;
  #renewing: Promise<void> | undefined;
  #beginning: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(options: ReplicaLeaseOptions) {
    this.#options = options;
  }

  /** The id of the lease. */
  get replica(): string {
    return this.#replica;
  }

  listen(listener: LeaseListener): void {
    this.#listener = listener;
  }

  holds(id: string): boolean {
    return this.#fences.has(id) && this.#options.machine.monotonic() < this.#validUntil;
  }

  /** Returns the fencing number of a sandbox; undefined if this process does not have the sandbox. */
  fenceOf(id: string): string | undefined {
    return this.#fences.get(id);
  }

  /** Returns the fencing number that this process had last for a sandbox. */
  lastFenceOf(id: string): string | undefined {
    return this.#fences.get(id) ?? this.#lastFences.get(id);
  }

  taken(id: string, fence: string): void {
    this.#fences.set(id, fence);
    this.#lastFences.delete(id);
  }

  /** Notes that a sandbox with this fencing number was released. */
  released(id: string, fence: string): void {
    if (this.#fences.get(id) !== fence) return;
    this.#fences.delete(id);
    this.#lastFences.set(id, fence);
  }

  /** Forgets a sandbox that was removed, or that another process has. */
  forget(id: string): void {
    this.#fences.delete(id);
    this.#lastFences.delete(id);
  }

  /** Starts the first lease, and the renewals. @throws StoreError */
  async start(): Promise<void> {
    await this.#begin();
    this.#scheduleRenewal();
  }

  /** Ends the renewals. Returns the sandboxes and their fencing numbers. */
  stop(): ReadonlyMap<string, string> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    return this.#fences;
  }

  /** Resolves when the lease was renewed. @throws StoreError when the lease has ended or Valkey does not answer */
  async renewed(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  /**
   * Notes that a lease has ended, and begins a new lease. Does nothing if a new lease has already begun.
   *
   * @param replica the id of the lease that has ended
   * @throws StoreError when Valkey does not answer
   */
  ended(replica: string): Promise<void> {
    if (replica !== this.#replica) return Promise.resolve();
    this.#beginning ??= this.#loseAll().finally(() => {
      this.#beginning = undefined;
    });
    return this.#beginning;
  }

  async #loseAll(): Promise<void> {
    const ids = [...this.#fences.keys()];
    for (const [id, fence] of this.#fences) this.#lastFences.set(id, fence);
    this.#fences.clear();
    this.#validUntil = Number.NEGATIVE_INFINITY;
    if (ids.length > 0) this.#listener?.lost(ids);
    await this.#begin();
  }

  async #begin(): Promise<void> {
    const { connection, machine, life } = this.#options;
    const began = machine.monotonic();
    const replica = newProcessId();
    await connection.answered(() => connection.script(startScript, [replica, String(life)]));
    this.#replica = replica;
    this.#validUntil = began + life * reliablePart;
    // If Valkey is slow, a part of the life is over.
    if (machine.monotonic() - began > life / 3) this.#renew().catch(() => {});
  }

  async #renew(): Promise<void> {
    const { connection, machine, life, where } = this.#options;
    const began = machine.monotonic();
    const replica = this.#replica;
    const wanted = await connection.answered(() => connection.script(renewScript, [replica, String(life)]));
    if (replica !== this.#replica) return;
    if (wanted === null) {
      await this.ended(replica);
      throw new StoreError('unavailable', `the lease of this server in ${where} has ended`);
    }
    this.#validUntil = Math.max(this.#validUntil, began + life * reliablePart);
    for (const id of wanted as string[]) this.#listener?.wanted(id); // the script returns a list of ids
  }

  #scheduleRenewal(): void {
    if (this.#isStopped) return;
    this.#cancelTimer = this.#options.machine.timer(this.#options.life / 3, () => {
      // A renewal does not wait for the reply to the last one. Otherwise the lease would end while Valkey is slow.
      this.#renew().catch(() => {}); // the calls of clients report the failure
      this.#scheduleRenewal();
    });
  }
}
