import { compact, maxTimer } from '#contracts/util';
import { hostMachine, type MachineClock } from '../clock/index.ts';
import { type SandboxState, type SandboxSummary, summaryOf } from './codec.ts';
import { newSandbox, type SandboxConfig, type SandboxIdentity } from './config.ts';
import {
  checkNewId,
  defaultSandbox,
  idIn,
  isSandboxId,
  Namespaces,
  namespaceOf,
  refuseTaken,
  refuseUnknown,
  SandboxError,
} from './ids.ts';
import { Sandbox, type SandboxKeep, type SandboxSource, type Surroundings } from './sandbox.ts';
import type { Catalogue } from './scenario-runs/index.ts';

/** The sandboxes, as the durable store sees them. */
export interface KeepingHost {
  create(source: SandboxSource, keep: SandboxKeep): Sandbox;
  /** Another process has reset a sandbox. */
  replaced(before: Sandbox, after: Sandbox): void;
  /** The store does not have a sandbox. */
  gone(id: string, sandbox: Sandbox | undefined): void;
}

/** The durable store, as the sandboxes see it. */
export interface SandboxKeeping {
  /** Undefined if the store did not have it at the start. */
  takeDefault(): Sandbox | undefined;
  readonly isShared: boolean;
  /** Of the stored sandboxes at the start. */
  knownIds(): Iterable<string>;
  /** @throws StoreError */
  load(id: string): Promise<Sandbox | undefined>;
  attach(id: string): SandboxKeep;
  /** A sandbox was created or reset. */
  began(sandbox: Sandbox): void;
  /** From memory. Returns false if the sandbox is in use. */
  release(id: string): boolean;
  /** From the store, with `expected` only if the sandbox has this version. Returns whether it is gone. */
  remove(id: string, expected?: number): Promise<boolean>;
  /** Leaves out those that cannot be read. */
  list(after: string, limit: number): Promise<SandboxSummary[]>;
  /** Resolves with undefined after the store was closed. */
  expired(limit: number): Promise<{ id: string; version: number }[] | undefined>;
  canReach(): Promise<boolean>;
  /** @throws StoreError when a change could not be written */
  close(): Promise<void>;
}

export type FindHolder = (near: string, holds: (identity: SandboxIdentity) => boolean) => string | undefined;

/** In real milliseconds: without a call until a stored sandbox leaves memory, and between two searches. */
const idleTime = 60_000;
const searchInterval = 10_000;
const perRead = 100;

/** All sandboxes of a server, which share no state. With a durable store, one without calls leaves memory, and the next call loads it. */
export class Sandboxes {
  /** @internal */
  readonly catalogue: Catalogue;
  /** Undefined without a durable store. @internal */
  readonly keeping: SandboxKeeping | undefined;
  readonly #surroundings: Surroundings;
  readonly #machine: MachineClock;
  readonly #all = new Map<string, Sandbox>();
  /** Also of sandboxes that are only in the store. */
  readonly #ids = new Set<string>();
  /** A program has these sandboxes, so they stay in memory. */
  readonly #held = new Set<string>();
  readonly #loading = new Map<string, Promise<Sandbox | undefined>>();
  readonly #removing = new Map<string, Promise<void>>();
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();
  readonly #removalListeners = new Set<(id: string) => void>();
  /** @internal */
  readonly namespaces: Namespaces;
  #generated = 0;
  /** Cancel the timers. */
  readonly #expiries = new Map<string, () => void>();
  readonly #first: SandboxConfig;

  /** `first`: of the default sandbox, unless the durable store has one. @internal */
  constructor(
    surroundings: Surroundings,
    first: SandboxConfig,
    keep?: (host: KeepingHost) => SandboxKeeping,
  ) {
    this.catalogue = surroundings.catalogue;
    this.#surroundings = surroundings;
    this.#machine = surroundings.machine ?? hostMachine;
    this.#first = first;
    this.keeping = keep?.({
      create: (source, kept) => new Sandbox(source, surroundings, kept),
      replaced: (before, after) => {
        this.#forget(before);
        this.#add(after);
      },
      gone: (id, sandbox) => {
        if (sandbox) this.#forget(sandbox);
        this.#noteRemoval(id);
      },
    });
    this.namespaces = new Namespaces(this.#machine);
    for (const id of this.keeping?.knownIds() ?? []) this.#noteId(id);
    const stored = this.keeping?.takeDefault();
    if (stored) this.#add(stored);
    if (this.keeping) this.#search(this.keeping);
    if (!this.has(defaultSandbox)) this.#createFirst();
  }

  #createFirst(): Sandbox {
    return this.create({
      id: defaultSandbox,
      credential: { Username: 'demo', Password: 'demo' },
      staticToken: 'demo-static-token',
      managerId: 1,
      mcpToken: 'demo-mcp-token',
      ...compact(this.#first),
    });
  }

  /** `live`: in memory. @internal */
  get counts(): { all: number; live: number; journalBytes: number } {
    const journalBytes = this.#surroundings.journalMemory?.used ?? 0;
    return { all: this.#ids.size, live: this.#all.size, journalBytes };
  }

  /**
   * Creates a sandbox.
   *
   * @throws TypeError for an unknown or wrong option
   * @throws SandboxError when the id is taken or ill-formed, or when there are too many sandboxes
   * @throws UnknownScenario
   * @throws FaultError
   */
  create(given: SandboxConfig = {}): Sandbox {
    return this.#hold(this.make(given));
  }

  /** Like `create`, but the sandbox can leave memory. @internal */
  make(given: SandboxConfig): Sandbox {
    return this.#begin(newSandbox(given, { ...this.#surroundings, claim: this.#claim }));
  }

  /** Creates a sandbox from the state of another sandbox. The new sandbox has its own id. */
  restore(state: SandboxState, config: Pick<SandboxConfig, 'id'> = {}): Sandbox {
    return this.#hold(this.#copyOf(state, config.id));
  }

  /** @internal */
  async restoreStored(state: SandboxState, wanted?: string): Promise<Sandbox> {
    return this.created(this.#copyOf(state, wanted));
  }

  /** @throws SandboxError if another server has created a sandbox with the same id @internal */
  async created(sandbox: Sandbox): Promise<Sandbox> {
    const { keep, identity } = sandbox;
    await keep?.saved();
    if (keep && this.#all.get(identity.id) !== sandbox) refuseTaken(identity.id);
    return sandbox;
  }

  /** Returns a sandbox; undefined for an unknown id, and for a sandbox that is only in the durable store. */
  get(id: string): Sandbox | undefined {
    const sandbox = this.find(id);
    return sandbox && this.#hold(sandbox);
  }

  /** Like `get`, but the sandbox can leave memory. @internal */
  readonly find = (id: string): Sandbox | undefined => {
    const sandbox = this.#all.get(id);
    if (sandbox) sandbox.usedAt = this.#machine.monotonic();
    return sandbox;
  };

  /** In memory or only in the durable store. @internal */
  readonly has = (id: string): boolean => this.#ids.has(id) && !this.#removing.has(id);

  /** A promise for a sandbox that is only in the durable store, which rejects with a StoreError when the store fails. @internal */
  wake(id: string): Sandbox | undefined | Promise<Sandbox | undefined> {
    const loading = this.#loading.get(id);
    if (loading) return loading;
    const sandbox = this.find(id);
    if (sandbox || !this.keeping || !isSandboxId(id)) return sandbox;
    if (!this.keeping.isShared && !this.#ids.has(id) && id !== defaultSandbox) return undefined;
    const load = this.#load(this.keeping, id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, load);
    return load;
  }

  async #load(keeping: SandboxKeeping, id: string): Promise<Sandbox | undefined> {
    await this.#removing.get(id)?.catch(() => {});
    const loaded = await keeping.load(id);
    if (!loaded) this.#noteRemoval(id);
    else if (this.#all.get(id) !== loaded) this.#add(loaded);
    if (loaded || id !== defaultSandbox) return this.#all.get(id);
    await this.#createFirst().keep?.saved();
    return this.#all.get(id);
  }

  /** The first of several, because a fork has the credentials of its origin. No message may have an id of another namespace. @internal */
  readonly holderOf: FindHolder = (near, holds) => {
    const namespace = namespaceOf(near);
    for (const [id, { identity }] of this.#all)
      if (namespaceOf(id) === namespace && holds(identity)) return id;
    return undefined;
  };

  /** Until the removal of a sandbox is durable. @throws StoreError @internal */
  readonly removed = (id: string): Promise<void> | undefined => this.#removing.get(id);

  /** Returns a sandbox, or throws a SandboxError that names the nearest id. */
  require(id: string): Sandbox {
    return this.#hold(this.findOrThrow(id));
  }

  /** Like `require`, but the sandbox can leave memory. @internal */
  readonly findOrThrow = (id: string): Sandbox => this.find(id) ?? refuseUnknown(id, this.ids());

  /** Returns the sandboxes in alphabetical order. With a durable store, returns only the sandboxes in memory. */
  list(): Sandbox[] {
    return [...this.#all.keys()].sort().flatMap(id => this.get(id) ?? []);
  }

  /** @internal */
  readonly ids = (): Iterable<string> => [...this.#ids].filter(this.has);

  /** In alphabetical order, without stored sandboxes that cannot be read. @internal */
  async page(after: string, limit: number): Promise<SandboxSummary[]> {
    if (!this.keeping) {
      const ids = [...this.#all.keys()].filter(id => id > after).sort();
      return ids.slice(0, limit).flatMap(id => summaryOf(this.#all.get(id) as Sandbox));
    }
    const stored = await this.keeping.list(after, limit);
    return stored.map(one => {
      const own = this.keeping?.isShared ? undefined : this.#all.get(one.identity.id);
      return own ? summaryOf(own) : one;
    });
  }

  /** Closes and removes a sandbox, also a stored sandbox that cannot be read; returns false for an unknown id. */
  remove(id: string): boolean {
    const sandbox = this.find(id);
    if (!this.has(id)) return false;
    if (!this.keeping) {
      if (sandbox) this.#forget(sandbox);
      this.#noteRemoval(id);
      return true;
    }
    const removing = this.keeping
      .remove(id)
      .then(() => this.#noteRemoval(id))
      .finally(() => this.#removing.delete(id));
    removing.catch(() => {}); // the caller of `removed` reports the failure
    this.#removing.set(id, removing);
    return true;
  }

  /** Replaces a sandbox by a new sandbox with the same id, credentials and initial settings. */
  reset(id: string): Sandbox {
    return this.#hold(this.renew(this.require(id)));
  }

  /** Like `reset`, but the new sandbox can leave memory. @internal */
  renew(before: Sandbox): Sandbox {
    const { identity, start, keep } = before;
    const fresh = new Sandbox({ identity, start }, this.#surroundings, keep);
    this.#forget(before);
    this.keeping?.began(fresh);
    this.#add(fresh);
    keep?.undo(() => {
      this.#forget(fresh);
      before.reopen();
      this.#add(before);
    });
    return fresh;
  }

  /** Calls the listener for every sandbox that is removed or reset. Returns the function that unsubscribes. */
  onGone(listener: (sandbox: Sandbox) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Also for a sandbox that is not in memory. @internal */
  onRemoved = (listener: (id: string) => void) => void this.#removalListeners.add(listener);

  /**
   * Never generates an id twice: with the id of a removed sandbox, a new one could accept its clients. With a durable store, ids are
   * random, because another process cannot know the removed ids. @internal
   */
  freeId(namespace?: string): string {
    const { secrets } = this.#surroundings;
    for (;;) {
      this.#generated += 1;
      const count = this.#generated;
      const own = this.keeping ? secrets.newSecret(`id ${count}`, '').slice(0, 12) : count;
      const id = idIn(namespace, `s${own}`);
      if (!this.has(id)) return id;
    }
  }

  readonly #claim = (wanted: string | undefined): string => {
    const id = checkNewId(wanted ?? this.freeId(), this.has);
    const { maxSandboxes = Number.POSITIVE_INFINITY } = this.#surroundings;
    if (this.#all.size < maxSandboxes) return id;
    const fix = 'delete sandboxes that are no longer used, or start the server with a larger --max-sandboxes';
    throw new SandboxError(
      'full',
      id,
      `this server has ${maxSandboxes} sandboxes in memory, its maximum; ${fix}`,
    );
  };

  /** Other servers of a shared store create and remove sandboxes of a namespace with a quota. @internal */
  async recount(id: string): Promise<void> {
    const { name, quotas } = this.namespaces.find(id) ?? {};
    if (!this.keeping?.isShared || quotas?.sandboxes === undefined) return;
    const stored = await this.page(`${name}.`, quotas.sandboxes + 1);
    const found = new Set(
      stored.map(({ identity }) => identity.id).filter(one => one.startsWith(`${name}.`)),
    );
    for (const one of found) this.#noteId(one);
    for (const one of this.namespaces.find(id)?.ids ?? [])
      if (!found.has(one) && found.size <= quotas.sandboxes && !this.#all.has(one)) this.#noteRemoval(one);
  }

  #noteId(id: string): void {
    this.#ids.add(id);
    this.namespaces.added(id);
  }

  #noteRemoval(id: string): void {
    if (!this.#ids.delete(id)) return;
    this.namespaces.removed(id);
    for (const listener of this.#removalListeners) listener(id);
  }

  #copyOf(state: SandboxState, wanted: string | undefined): Sandbox {
    const identity = { ...state.identity, id: this.#claim(wanted) };
    return this.#begin({ identity, start: state.start, state });
  }

  #begin(source: SandboxSource): Sandbox {
    const keep = this.keeping?.attach(source.identity.id);
    const sandbox = new Sandbox(source, this.#surroundings, keep);
    this.keeping?.began(sandbox);
    return this.#add(sandbox);
  }

  #add(sandbox: Sandbox): Sandbox {
    const { id, expiresAfter } = sandbox.identity;
    this.#noteId(id);
    this.#all.set(id, sandbox);
    sandbox.namespace = this.namespaces.find(id);
    sandbox.namespace?.setBookings(id, sandbox.store.bookingCount);
    if (expiresAfter !== undefined && !this.keeping) this.#watchExpiry(sandbox, expiresAfter * 1_000);
    return sandbox;
  }

  #forget(sandbox: Sandbox): void {
    this.#drop(sandbox);
    sandbox.close();
    sandbox.afterCommit(() => {
      for (const listener of this.#listeners) listener(sandbox);
      sandbox.journal.release();
    });
  }

  #drop(sandbox: Sandbox): void {
    const { id } = sandbox.identity;
    if (this.#all.get(id) !== sandbox) return;
    this.#all.delete(id);
    this.#expiries.get(id)?.();
    this.#expiries.delete(id);
  }

  #watchExpiry(sandbox: Sandbox, after: number, wait = after): void {
    const { id } = sandbox.identity;
    const ring = () => {
      const now = this.#machine.monotonic();
      const left = sandbox.lastUse(now) + after - now;
      if (left > 0) this.#watchExpiry(sandbox, after, left);
      else this.remove(id);
    };
    const ms = Math.min(maxTimer, Math.max(1, Math.ceil(wait)));
    this.#expiries.set(id, this.#machine.timer(ms, ring, true));
  }

  #hold(sandbox: Sandbox): Sandbox {
    if (this.keeping) this.#held.add(sandbox.identity.id);
    return sandbox;
  }

  #search(keeping: SandboxKeeping): void {
    const search = async () => {
      this.#dropIdle(keeping);
      const expired = await keeping.expired(perRead).catch(() => []); // the store does not answer now
      if (!expired) return; // the store is closed
      for (const { id, version } of expired) await this.#expire(keeping, id, version);
      for (const id of this.#surroundings.ports?.ids() ?? [])
        await this.#all
          .get(id)
          ?.keep?.saved()
          .catch(() => {}); // a port closes when its sandbox is gone
      this.#machine.timer(expired.length === perRead ? 1 : searchInterval, search, true);
    };
    this.#machine.afterMacrotask(search);
  }

  #dropIdle(keeping: SandboxKeeping): void {
    const before = this.#machine.monotonic() - idleTime;
    const withPort = new Set(this.#surroundings.ports?.ids());
    for (const [id, sandbox] of this.#all) {
      if (
        this.#held.has(id) ||
        withPort.has(id) ||
        sandbox.lastUse(before + idleTime) > before ||
        !keeping.release(id)
      )
        continue;
      this.#drop(sandbox);
      sandbox.journal.release();
    }
  }

  /** Unless a call of this process uses the sandbox. */
  async #expire(keeping: SandboxKeeping, id: string, version: number): Promise<void> {
    const sandbox = this.#all.get(id);
    const now = this.#machine.monotonic();
    const unused = now - (sandbox?.lastUse(now) ?? Number.NEGATIVE_INFINITY);
    if (sandbox && unused < (sandbox.identity.expiresAfter ?? 0) * 1_000) return;
    const isGone = await keeping.remove(id, version).catch(() => false);
    if (isGone) this.#noteRemoval(id);
  }
}
