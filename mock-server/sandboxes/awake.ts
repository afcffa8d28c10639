import { hostMachine, type MachineClock } from '../clock/index.ts';
import { releaseSuspended } from '../journal/index.ts';
import { Expiry } from './expiry.ts';
import { IdleWatch } from './idle.ts';
import type { SandboxKeeping } from './keeping.ts';
import type { Namespaces } from './namespaces.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { RestorableState, SandboxIdentity } from './sandbox-config.ts';
import type { StateSource, Surroundings } from './sandbox-source.ts';
import { StoredExpiry } from './stored-expiry.ts';
import {
  createSharedTexts,
  isSmall,
  lastUseOf,
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
  /**
   * Removes a sandbox that has had no call for its `expiresAfter`, and waits until this is durable. Returns false if a call has begun
   * to load the sandbox.
   */
  expire(id: string): Promise<boolean>;
  /** Removes what is known about a sandbox that another process has removed. */
  forget(id: string): void;
}

/** The number of suspended sandboxes that one read of a shared store looks up. */
const idsPerLook = 1_000;

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
  readonly #share = createSharedTexts();
  readonly #idle: IdleWatch;
  /** The suspended sandboxes that the next reads of a shared store look up. */
  #unlooked: string[] = [];
  readonly #expiry: Pick<Expiry, 'watch' | 'end'>;

  constructor({ surroundings, namespaces, keeping, expire, forget }: AwakeParts) {
    this.#namespaces = namespaces;
    this.#surroundings = surroundings;
    this.#machine = surroundings.machine ?? hostMachine;
    this.#keeping = keeping;
    this.#expiry = keeping
      ? new StoredExpiry(this.#machine, keeping, {
          deleteUnused: async id => !this.#isInUse(id) && (await expire(id)),
          forgetMissing: async () => {
            const { ports } = surroundings;
            const ids = [...(ports?.ids() ?? []), ...this.#nextSuspended()];
            for (const id of await keeping.list.missing(ids)) {
              if (this.#awake.has(id)) continue;
              forget(id);
              void ports?.close(id);
            }
          },
        })
      : new Expiry(this.#machine, { usedAt: id => this.#usedAt(id), expire: id => void expire(id) });
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

  /** Adds a sandbox that no call has used. With a durable store it stays in memory, because loading takes longer than creating. */
  addNew(sandbox: Sandbox): Sandbox {
    this.add(sandbox);
    if (!this.#keeping) this.#idle.noteUnused(sandbox);
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

  /** Removes what is known about a suspended sandbox. Returns its identity; undefined if the sandbox is not suspended. */
  forget(id: string): SandboxIdentity | undefined {
    const suspended = this.#suspended.get(id);
    if (!suspended) return undefined;
    this.#expiry.end(id);
    this.#suspended.delete(id);
    const { journalMemory } = this.#surroundings;
    if (journalMemory) releaseSuspended(suspended.journal, journalMemory);
    return lastUseOf(suspended).identity;
  }

  /** Returns the source of a loaded sandbox. If the sandbox was suspended in this process, it continues exactly. */
  sourceOf(loaded: RestorableState): StateSource | undefined {
    const suspended = this.#suspended.get(loaded.identity.id);
    return suspended && sourceOf(suspended, loaded);
  }

  /** Returns the data of sandboxes for a list, in the same order. Reads the sandboxes that are not in memory in one step. */
  async summaries(ids: readonly string[]): Promise<SandboxSummary[]> {
    const known = new Map(ids.map(id => [id, this.#summaryOf(id)]));
    const others = ids.filter(id => !known.get(id));
    if (this.#keeping && others.length > 0)
      for (const one of await this.#keeping.list.peek(others)) known.set(one.identity.id, one);
    return ids.flatMap(id => known.get(id) ?? []);
  }

  #summaryOf(id: string): SandboxSummary | undefined {
    const sandbox = this.#awake.get(id);
    if (sandbox) return summaryOf(sandbox);
    if (this.#keeping?.isShared) return undefined; // another process can have used the sandbox
    const suspended = this.#suspended.get(id);
    return suspended && summaryOfSuspended(suspended, this.#machine);
  }

  #usedAt(id: string): number | undefined {
    const suspended = this.#suspended.get(id);
    return (
      this.#awake.get(id)?.lastUse(this.#machine.monotonic()) ?? (suspended && lastUseOf(suspended).usedAt)
    );
  }

  /** Returns whether a sandbox was used after the store noted its last use. If so, the store notes the newer use. */
  #isInUse(id: string): boolean {
    const sandbox = this.#awake.get(id);
    const now = this.#machine.monotonic();
    const seconds = (sandbox?.identity.expiresAfter ?? 0) - (now - (sandbox?.lastUse(now) ?? 0)) / 1_000;
    if (!sandbox || seconds <= 0) return false;
    this.#expiry.watch(id, seconds);
    sandbox.keep?.settle('none');
    return true;
  }

  #nextSuspended(): string[] {
    if (this.#unlooked.length === 0) this.#unlooked = [...this.#suspended.keys()];
    return this.#unlooked.splice(-idsPerLook).filter(id => this.#suspended.has(id));
  }

  /** Suspends a sandbox. Returns false if a call uses the sandbox, or if it is too large. */
  #suspend(sandbox: Sandbox): boolean {
    const { id } = sandbox.identity;
    const isStored = this.#keeping !== undefined;
    if (sandbox.isBusy() || !(isStored || isSmall(sandbox))) return false;
    if (this.#keeping?.release(id) === false) return false;
    this.#suspended.set(id, suspend(sandbox, isStored, this.#share));
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
