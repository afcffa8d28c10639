import { hostMachine } from '../clock/index.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import { AwakeSandboxes } from './awake.ts';
import { type CredentialIndex, createCredentialIndex } from './credential-index.ts';
import type { FirstSandbox } from './first-sandbox.ts';
import { IdList } from './id-list.ts';
import type { LoadedSandbox, SandboxKeeping } from './keeping.ts';
import { idIn, isSandboxId } from './namespace.ts';
import { Namespaces } from './namespaces.ts';
import { NewIds } from './new-ids.ts';
import { newSource } from './new-source.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import type { RestorableState, SandboxConfig } from './sandbox-config.ts';
import { checkNewId, refuseUnknown } from './sandbox-error.ts';
import type { SandboxSource, Surroundings } from './sandbox-source.ts';
import { Waking } from './waking.ts';

/**
 * All sandboxes of a server. The sandboxes share no state. A sandbox that a program takes from this object stays in memory.
 * Other sandboxes are suspended when no call uses them, and the next call makes them again.
 */
export class Sandboxes {
  /** The scenarios that the sandboxes can run. @internal */
  readonly catalogue: Catalogue;
  /** Whether the sandboxes are in a durable store. @internal */
  readonly isDurable: boolean;
  readonly #surroundings: Surroundings;
  readonly #keeping: SandboxKeeping | undefined;
  readonly #waking: Waking | undefined;
  readonly #awake: AwakeSandboxes;
  readonly #ids = new IdList(id => this.has(id));
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();
  readonly #removalListeners = new Set<(id: string) => void>();
  readonly #credentials = createCredentialIndex();
  /** Finds the sandbox of a credential, a token or a managerId. @internal */
  readonly credentials: CredentialIndex = this.#credentials;
  /** The namespaces with their quotas. @internal */
  readonly namespaces: Namespaces;
  /** The ids of sandboxes that are being restored. */
  readonly #claimed = new Set<string>();
  readonly #newIds: NewIds;

  /** @internal */
  constructor(surroundings: Surroundings, keeping?: SandboxKeeping) {
    this.catalogue = surroundings.catalogue;
    this.#surroundings = surroundings;
    this.#keeping = keeping;
    this.isDurable = keeping !== undefined;
    this.#newIds = new NewIds({ ...surroundings, isDurable: this.isDurable, has: id => this.has(id) });
    this.namespaces = new Namespaces(surroundings.machine ?? hostMachine);
    const forget = (id: string) => this.#forgetSuspended(id);
    this.#awake = new AwakeSandboxes({
      surroundings,
      namespaces: this.namespaces,
      keeping,
      expire: async id => {
        if (this.#waking?.of(id)) return false; // a call uses the sandbox
        this.remove(id);
        await this.removed(id);
        return true;
      },
      forget,
    });
    const { find } = this;
    const create = (loaded: LoadedSandbox) => this.#createLoaded(loaded);
    this.#waking = keeping && new Waking({ keeping, find, forget, create, add: one => this.#add(one) });
    for (const id of keeping?.knownIds() ?? []) this.#noteId(id);
    keeping?.onLost((sandbox, isTaken) => this.#forget(sandbox, isTaken));
    const first = keeping?.takeDefault();
    if (first) this.#awake.hold(this.#add(create(first)));
  }

  /** The number of sandboxes, the number of those in memory, and the bytes of all journals. @internal */
  get counts(): { all: number; live: number; journalBytes: number } {
    const journalBytes = this.#surroundings.journalMemory?.used ?? 0;
    return { all: this.#ids.size, live: this.#awake.size, journalBytes };
  }

  /**
   * Creates a sandbox.
   *
   * @throws TypeError for an unknown or wrong option
   * @throws SandboxError when the id is taken or ill-formed
   * @throws UnknownScenario
   * @throws FaultError
   */
  create(given: SandboxConfig = {}): Sandbox {
    return this.#awake.hold(this.make(given));
  }

  /** Creates a sandbox that can be suspended. Throws the same errors as `create`. @internal */
  make(given: SandboxConfig): Sandbox {
    return this.#keep(newSource(given, { ...this.#surroundings, claim: this.#claim }));
  }

  /** Creates a sandbox from the state of another sandbox. The new sandbox has its own id. */
  restore(state: RestorableState, config: Pick<SandboxConfig, 'id'> = {}): Sandbox {
    const identity = { ...state.identity, id: this.#claim(config.id) };
    return this.#awake.hold(this.#keep({ state, identity }));
  }

  /** Does the same as `restore` for a sandbox that can be suspended. The sandbox does not exist before the store has it. @internal */
  async restoreStored(state: RestorableState, wanted?: string): Promise<Sandbox> {
    const id = this.#claim(wanted);
    this.#claimed.add(id);
    this.namespaces.added(id);
    this.namespaces.find(id)?.setBookings(id, state.store.bookings.length);
    try {
      const keep = this.#keeping?.attach(id, state);
      const sandbox = createSandbox({ state, identity: { ...state.identity, id } }, this.#surroundings, keep);
      if (this.#keeping) await this.#keeping.writeNew(sandbox);
      return this.#add(sandbox);
    } finally {
      this.#claimed.delete(id);
      if (!this.#awake.has(id)) this.namespaces.removed(id);
    }
  }

  /** Returns a sandbox; undefined for an unknown id, and for a sandbox that is only in the durable store. */
  get(id: string): Sandbox | undefined {
    const sandbox = this.find(id);
    return sandbox && this.#awake.hold(sandbox);
  }

  /** Like `get`, but the sandbox can be suspended when the current turn of the event loop has ended. @internal */
  readonly find = (id: string): Sandbox | undefined => this.#awake.find(id);

  /** Returns whether a sandbox exists, in memory or only in the durable store. @internal */
  readonly has = (id: string): boolean =>
    this.#awake.has(id) || this.#claimed.has(id) || (this.#keeping?.has(id) ?? false);

  /**
   * Returns a sandbox. Loads a sandbox that is only in the durable store. In this case the result is a promise, which rejects with a
   * StoreError when the store fails. @internal
   */
  wake(id: string): Sandbox | undefined | Promise<Sandbox | undefined> {
    const waking = this.#waking?.of(id);
    if (waking) return waking;
    const sandbox = this.find(id);
    if (sandbox || this.#claimed.has(id) || !isSandboxId(id) || !this.#keeping?.canLoad(id)) return sandbox;
    return this.#waking?.load(id);
  }

  /** Uses a sandbox that each server of a shared store creates if the store does not have it. @internal */
  readonly share = (first: FirstSandbox) => this.#waking?.share(first);

  /** Asks a shared store whether the wanted id is free, or which id to generate. Otherwise returns the wanted id. @internal */
  prepareId(id: string | undefined, namespace?: string): Promise<string> | string | undefined {
    const preparing = this.#keeping?.prepareId(id, number => idIn(namespace, `s${number}`));
    return (
      preparing?.then(free => {
        if (!this.#keeping?.has(free)) this.#forgetSuspended(free);
        return free;
      }) ?? id
    );
  }

  /** Waits until the removal of a sandbox is durable, or throws a StoreError. Returns undefined if none is pending. @internal */
  readonly removed = (id: string): Promise<void> | undefined => this.#keeping?.removed(id);

  /** Returns a sandbox, or throws a SandboxError that names the nearest id. */
  require(id: string): Sandbox {
    return this.#awake.hold(this.findOrThrow(id));
  }

  /** Like `require`, but the sandbox can be suspended when the current turn of the event loop has ended. @internal */
  readonly findOrThrow = (id: string): Sandbox => this.find(id) ?? refuseUnknown(id, this.idsNear(id));

  /** Returns the sandboxes. With a durable store, returns only the sandboxes in memory. */
  list(): Sandbox[] {
    const ids = this.#keeping ? this.#awake.ids() : this.#ids.after('');
    return [...ids].flatMap(id => this.get(id) ?? []);
  }

  /** Returns all ids after an id, in alphabetical order. A read of a shared store returns `perRead` ids. @internal */
  ids = (after = '', perRead?: number): Iterable<string> | AsyncIterable<string> =>
    this.#keeping?.list.sharedIds(after, perRead) ?? this.#ids.after(after);

  /** Returns ids for the hint in a message about a wrong id. A message must not compare 100,000 ids. @internal */
  readonly idsNear = (id: string): Iterable<string> => this.#ids.near(id);

  /**
   * Returns the data of sandboxes for a list. Wakes no suspended sandbox, and leaves out stored sandboxes that cannot be read.
   * @internal
   */
  readonly summaries = (ids: readonly string[]) => this.#awake.summaries(ids);

  /** Closes and removes a sandbox, also a stored sandbox that cannot be read; returns false for an unknown id. */
  remove(id: string): boolean {
    const sandbox = this.find(id);
    if (!sandbox && !this.#keeping?.has(id)) return false;
    this.#keeping?.remove(id);
    this.#forgetIdentity(id);
    if (sandbox) {
      this.#awake.remove(sandbox);
      this.#credentials.remove(sandbox.identity);
      this.#end(sandbox);
    }
    const removing = this.removed(id);
    const note = () => (this.has(id) ? this.#noteId(id) : this.#noteRemoval(id));
    if (removing) removing.then(() => this.#noteRemoval(id), note);
    else this.#noteRemoval(id);
    return true;
  }

  /** Notes a removal that is durable. Until then the sandbox counts towards its quota, because the removal can fail. */
  #noteRemoval(id: string): void {
    if (!this.has(id)) this.#forgetSuspended(id);
    for (const listener of this.#removalListeners) listener(id);
  }

  /** Replaces a sandbox by a new sandbox with the same id, credentials and initial settings. */
  reset(id: string): Sandbox {
    return this.#awake.hold(this.renew(this.require(id)));
  }

  /** Like `reset`, but the new sandbox can be suspended. @internal */
  renew(before: Sandbox): Sandbox {
    this.#awake.remove(before);
    const fresh = this.#keep({ identity: before.identity, ...before.start });
    this.#end(before);
    return fresh;
  }

  /** Calls the listener for every sandbox that is removed or reset. Returns the function that unsubscribes. */
  onGone(listener: (sandbox: Sandbox) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls the listener with the id of every sandbox that is removed, also of a sandbox that is not in memory. @internal */
  onRemoved = (listener: (id: string) => void) => void this.#removalListeners.add(listener);

  readonly #claim = (wanted: string | undefined): string => checkNewId(wanted ?? this.freeId(), this.has);

  /** Returns an unused id, and never the same id twice. @internal */
  freeId = (namespace?: string): string => this.#newIds.next(namespace);

  #noteId(id: string): void {
    this.#ids.add(id);
    this.namespaces.added(id);
  }

  /** Creates a sandbox from the durable store. @throws StoreError that names the stored row that is wrong */
  #createLoaded({ state, journal, createdAt, keep, explain }: LoadedSandbox): Sandbox {
    try {
      const source = this.#awake.sourceOf(state) ?? { state, journal, createdAt };
      return createSandbox(source, this.#surroundings, keep);
    } catch (error) {
      throw explain(error);
    }
  }

  #keep(source: SandboxSource): Sandbox {
    const state = 'state' in source ? source.state : undefined;
    const { id } = 'state' in source ? (source.identity ?? source.state.identity) : source.identity;
    const keep = this.#keeping?.attach(id, state);
    return this.#add(createSandbox(source, this.#surroundings, keep), true);
  }

  #add(sandbox: Sandbox, isNew = false): Sandbox {
    this.#noteId(sandbox.identity.id);
    this.#credentials.add(sandbox.identity);
    this.#keeping?.began(sandbox);
    return isNew ? this.#awake.addNew(sandbox) : this.#awake.add(sandbox);
  }

  /** Removes a sandbox from memory whose changes could not be written, or that another process uses. The next call loads it again. */
  #forget(sandbox: Sandbox, isTaken: boolean): void {
    if (!this.#awake.remove(sandbox)) return;
    const { id } = sandbox.identity;
    this.#credentials.remove(sandbox.identity);
    this.#close(sandbox);
    if (isTaken) this.namespaces.removed(id);
    else if (!this.has(id)) this.#noteRemoval(id); // the sandbox was new
  }

  /** Removes what is known about a suspended sandbox, because another process has used the sandbox, or the sandbox was removed. */
  #forgetSuspended(id: string): void {
    this.namespaces.removed(id);
    this.#forgetIdentity(id);
  }

  #forgetIdentity(id: string): void {
    this.#ids.remove(id);
    const identity = this.#awake.forget(id);
    if (identity) this.#credentials.remove(identity);
  }

  /** Ends a sandbox that was removed or reset. A durable store releases the journal when this change is durable. */
  #end(sandbox: Sandbox): void {
    this.#close(sandbox);
    if (!this.#keeping) sandbox.journal.release();
  }

  #close(sandbox: Sandbox): void {
    sandbox.close();
    for (const listener of this.#listeners) listener(sandbox);
  }
}
