import { hostMachine, type MachineClock } from '../clock/index.ts';
import { Expiry } from './expiry.ts';
import { IdleWatch } from './idle.ts';
import type { SandboxKeeping } from './keeping.ts';
import type { Namespaces } from './namespaces.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { RestorableState } from './sandbox-config.ts';
import type { StateSource, Surroundings } from './sandbox-source.ts';
import {
  isSmall,
  type SandboxSummary,
  type Suspended,
  sourceOf,
  summaryOf,
  summaryOfSuspended,
  suspend,
} from './suspended.ts';

interface AwakeParts {
  readonly surroundings: Surroundings;
  readonly namespaces: Namespaces;
  readonly keeping: SandboxKeeping | undefined;
  /** Removes a sandbox that has had no call for its `expiresAfter`. */
  expire(id: string): void;
}

/**
 * The sandboxes in memory, and the suspended ones. A sandbox without calls is suspended, and `find` makes it again. With a
 * durable store, a suspended sandbox must be loaded first.
 */
export class AwakeSandboxes {
  readonly #surroundings: Surroundings;
  readonly #machine: MachineClock;
  readonly #keeping: SandboxKeeping | undefined;
  readonly #namespaces: Namespaces;
  readonly #awake = new Map<string, Sandbox>();
  readonly #suspended = new Map<string, Suspended>();
  readonly #idle: IdleWatch;
  readonly #startedAt: number;
  readonly #expiry: Expiry;

  constructor({ surroundings, namespaces, keeping, expire }: AwakeParts) {
    this.#namespaces = namespaces;
    this.#surroundings = surroundings;
    this.#machine = surroundings.machine ?? hostMachine;
    this.#keeping = keeping;
    this.#expiry = new Expiry(this.#machine, { usedAt: id => this.#usedAt(id), expire });
    this.#startedAt = this.#machine.monotonic();
    for (const [id, seconds] of keeping?.expiring ?? []) this.#expiry.watch(id, seconds);
    this.#idle = new IdleWatch(this.#machine, sandbox => this.#suspend(sandbox));
  }

  /** The number of sandboxes in memory. */
  get size(): number {
    return this.#awake.size;
  }

  has(id: string): boolean {
    return this.#awake.has(id) || this.#suspended.has(id);
  }

  /** Returns the ids of the sandboxes in memory. */
  ids(): Iterable<string> {
    return [...this.#awake.keys()];
  }

  /** Returns a sandbox, and notes that a call uses the sandbox. Returns undefined if the sandbox must be loaded first. */
  find(id: string): Sandbox | undefined {
    const sandbox = this.#awake.get(id) ?? this.#resume(id);
    if (sandbox) sandbox.usedAt = this.#machine.monotonic();
    return sandbox;
  }

  /** Adds a sandbox, which replaces a sandbox with the same id. */
  add(sandbox: Sandbox): Sandbox {
    const { id, expiresAfter } = sandbox.identity;
    this.#awake.set(id, sandbox);
    if (expiresAfter !== undefined) this.#expiry.watch(id, expiresAfter);
    this.#suspended.delete(id);
    sandbox.namespace = this.#namespaces.find(id);
    sandbox.namespace?.setBookings(id, sandbox.store.bookingCount);
    this.#idle.add(sandbox);
    return sandbox;
  }

  /** Keeps a sandbox in memory, because a program has the object. */
  hold(sandbox: Sandbox): Sandbox {
    this.#idle.remove(sandbox);
    return sandbox;
  }

  /** Removes a sandbox. Returns false if another sandbox has the id. */
  remove(sandbox: Sandbox): boolean {
    const { id } = sandbox.identity;
    this.#idle.remove(sandbox);
    if (this.#awake.get(id) !== sandbox) return false;
    this.#expiry.end(id);
    return this.#awake.delete(id);
  }

  /** Removes what is known about a suspended sandbox, because another process has used or removed the sandbox. */
  forget(id: string): void {
    this.#expiry.end(id);
    this.#suspended.delete(id);
  }

  /** Forgets a suspended sandbox if another process has removed it from the store. Returns the id. */
  readonly forgetRemoved = (id: string): string => {
    if (!this.#awake.has(id) && !this.#keeping?.has(id)) this.forget(id);
    return id;
  };

  /** Returns the source of a loaded sandbox. If the sandbox was suspended in this process, it continues exactly. */
  sourceOf(loaded: RestorableState): StateSource | undefined {
    const suspended = this.#suspended.get(loaded.identity.id);
    return suspended && sourceOf(suspended, loaded);
  }

  /** Returns the data of a sandbox for a list; undefined if the sandbox must be loaded first. A promise only for a shared store. */
  summary(id: string): SandboxSummary | undefined | Promise<SandboxSummary | undefined> {
    const sandbox = this.#awake.get(id);
    if (sandbox) return summaryOf(sandbox);
    const shared = this.#keeping?.peek(id);
    if (shared) return shared;
    const suspended = this.#suspended.get(id);
    return suspended && summaryOfSuspended(suspended, this.#machine);
  }

  #usedAt(id: string): number | undefined {
    const sandbox = this.#awake.get(id);
    if (sandbox?.isBusy()) return this.#machine.monotonic();
    const usedAt = sandbox?.usedAt ?? this.#suspended.get(id)?.usedAt;
    // No call has loaded the sandbox since the start.
    return usedAt ?? (this.#keeping?.has(id) && !this.#keeping.isShared ? this.#startedAt : undefined);
  }

  /** Suspends a sandbox. Returns false if a call uses the sandbox, or if it is too large. */
  #suspend(sandbox: Sandbox): boolean {
    const { id } = sandbox.identity;
    const isStored = this.#keeping !== undefined;
    if (sandbox.isBusy() || !(isStored || isSmall(sandbox))) return false;
    // Another process could use the sandbox after the release, and this process would not know when the sandbox expires.
    if (this.#keeping?.isShared && sandbox.identity.expiresAfter !== undefined) return false;
    if (this.#keeping?.release(id) === false) return false;
    this.#suspended.set(id, suspend(sandbox, isStored));
    this.#awake.delete(id);
    return true;
  }

  /** Makes a suspended sandbox again, if the durable store is not needed for this. */
  #resume(id: string): Sandbox | undefined {
    const suspended = this.#suspended.get(id);
    if (suspended?.store === undefined) return undefined;
    return this.add(createSandbox(sourceOf(suspended), this.#surroundings, undefined));
  }
}
