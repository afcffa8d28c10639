import { checkOptions } from '../check-options.ts';
import { hostMachine } from '../clock/index.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import { type CredentialIndex, createCredentialIndex } from './credential-index.ts';
import { type CheckSandbox, fillInSlices } from './fill-in-slices.ts';
import { dropUndefined, identify } from './identify.ts';
import type { LoadedSandbox, SandboxKeeping } from './keeping.ts';
import { idIn, isSandboxId } from './namespace.ts';
import { Namespaces } from './namespaces.ts';
import { sandboxConfig } from './options.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { type RestorableState, type SandboxConfig, startPlaces, withSetup } from './sandbox-config.ts';
import { invalidId, SandboxError, unknownSandbox } from './sandbox-error.ts';
import type { SandboxSource, Surroundings } from './sandbox-source.ts';

export { bookingsOf, viewBooking } from './bookings-view.ts';
export { closeSandbox } from './close-sandbox.ts';
export { collectState } from './collect-state.ts';
export { type CredentialIndex, staticOwner } from './credential-index.ts';
export { exportTexts } from './export-state.ts';
export { defaultOptions } from './identify.ts';
export type { Reported, SandboxKeep } from './keep.ts';
export type { LoadedSandbox, SandboxKeeping } from './keeping.ts';
export { idIn, isSandboxId, namespaceOf } from './namespace.ts';
export { type Namespace, Namespaces, type Quotas } from './namespaces.ts';
export { sandboxConfig } from './options.ts';
export { type AfterPause, type PauseEnd, pauseFor } from './pause.ts';
export type { RateWindow } from './rate-window.ts';
export type { Sandbox } from './sandbox.ts';
export type {
  Credential,
  RestorableState,
  SandboxIdentity,
  SandboxOptions,
  SandboxState,
} from './sandbox-config.ts';
export { type SandboxConfig, withSetup } from './sandbox-config.ts';
export { SandboxError } from './sandbox-error.ts';

/** The id of the sandbox that every server starts with. */
export const defaultSandbox = 'default';

interface InSlices {
  id?: string | undefined;
  check?: CheckSandbox;
}

/** All sandboxes of a server. The sandboxes share no state. */
export class Sandboxes {
  /** The scenarios that the sandboxes can run. @internal */
  readonly catalogue: Catalogue;
  readonly #surroundings: Surroundings;
  readonly #keeping: SandboxKeeping | undefined;
  readonly #loading = new Map<string, Promise<Sandbox | undefined>>();
  readonly #all = new Map<string, Sandbox>();
  readonly #listeners = new Set<(sandbox: Sandbox) => void>();
  readonly #credentials = createCredentialIndex();
  /** The namespaces with their quotas. @internal */
  readonly namespaces: Namespaces;
  /** The ids of sandboxes that are being restored. */
  readonly #claimed = new Set<string>();
  #generated = 0;

  /** @internal */
  constructor(surroundings: Surroundings, keeping?: SandboxKeeping) {
    this.catalogue = surroundings.catalogue;
    this.#surroundings = surroundings;
    this.namespaces = new Namespaces(surroundings.machine ?? hostMachine);
    this.#keeping = keeping;
    for (const id of keeping?.knownIds() ?? []) this.namespaces.added(id);
    keeping?.onLost(sandbox => this.#forget(sandbox));
    const first = keeping?.takeDefault();
    if (first) this.#wakeUp(first);
  }

  /** Finds the sandbox of a credential, a token or a managerId. @internal */
  get credentials(): CredentialIndex {
    return this.#credentials;
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
    checkOptions('sandboxes.create', given, sandboxConfig);
    const config = withSetup(given, this.catalogue);
    const id = this.#claim(config.id);
    return this.#keep({
      identity: identify(id, config, this.#surroundings.secrets),
      clock: config.clock ?? { mode: 'real' },
      faults: config.faults,
      placeOf: startPlaces(config, this.catalogue),
    });
  }

  /** Creates a sandbox from the state of another sandbox. The new sandbox has its own id. */
  restore(state: RestorableState, config: Pick<SandboxConfig, 'id'> = {}): Sandbox {
    return this.#keep({ state, identity: { ...state.identity, id: this.#claim(config.id) } });
  }

  /**
   * Creates a sandbox from the state of another sandbox, in slices. The sandbox does not exist before it is complete.
   *
   * @param check if it throws, the sandbox is not created
   */
  async restoreInSlices(state: RestorableState, { id: wanted, check }: InSlices): Promise<Sandbox> {
    const id = this.#claim(wanted);
    this.#claimed.add(id);
    this.namespaces.added(id);
    try {
      const keep = this.#keeping?.attach(id, undefined);
      const create = (source: SandboxSource) => createSandbox(source, this.#surroundings, keep);
      return this.#add(await fillInSlices(create, { ...state, identity: { ...state.identity, id } }, check));
    } finally {
      this.#claimed.delete(id);
      if (!this.#all.has(id)) this.namespaces.removed(id);
    }
  }

  /** Returns a sandbox in memory; undefined for an unknown id, and for a sandbox that is only in the durable store. */
  get(id: string): Sandbox | undefined {
    return this.#all.get(id);
  }

  /** Returns whether a sandbox exists, in memory or only in the durable store. @internal */
  has(id: string): boolean {
    return this.#all.has(id) || this.#claimed.has(id) || (this.#keeping?.has(id) ?? false);
  }

  /**
   * Returns a sandbox. Loads a sandbox that is only in the durable store; in this case the result is a promise, which
   * rejects with a StoreError when the store fails. @internal
   */
  wake(id: string): Sandbox | undefined | Promise<Sandbox | undefined> {
    const sandbox = this.#all.get(id);
    if (sandbox || !isSandboxId(id) || !this.#keeping?.canLoad(id)) return sandbox;
    const loading = this.#loading.get(id) ?? this.#load(id, this.#keeping);
    this.#loading.set(id, loading);
    return loading;
  }

  /** Loads all sandboxes. @internal */
  async wakeAll(): Promise<void> {
    if (this.#keeping) for await (const id of this.#keeping.ids()) await this.wake(id);
  }

  /**
   * Asks a shared durable store for the id of a new sandbox: whether the wanted id is free, or which id to generate.
   * `create` and `restore` then know the answer. Returns the wanted id if no other process uses the store. @internal
   */
  prepareId(id: string | undefined, namespace?: string): Promise<string> | string | undefined {
    return this.#keeping?.prepareId(id, number => idIn(namespace, `s${number}`)) ?? id;
  }

  /**
   * Waits until all creations, resets and removals are durable. Returns undefined if nothing is pending, and always if
   * there is no durable store. The promise rejects with a StoreError. @internal
   */
  settled(): Promise<void> | undefined {
    return this.#keeping?.settled();
  }

  /** Returns a sandbox, or throws a SandboxError that names the nearest id. */
  require(id: string): Sandbox {
    const sandbox = this.#all.get(id);
    if (sandbox) return sandbox;
    throw unknownSandbox(id, this.#all.keys());
  }

  /** The number of sandboxes, also of those that are only in the durable store. @internal */
  get size(): number {
    return new Set([...this.#all.keys(), ...(this.#keeping?.knownIds() ?? [])]).size;
  }

  list(): Sandbox[] {
    return [...this.#all.values()];
  }

  /** Closes and removes a sandbox; returns false for an unknown id. */
  remove(id: string): boolean {
    const sandbox = this.#all.get(id);
    if (!sandbox) return false;
    this.#all.delete(id);
    this.#credentials.remove(sandbox.identity);
    this.#keeping?.remove(id);
    this.namespaces.removed(id);
    this.#end(sandbox);
    return true;
  }

  /** Replaces a sandbox by a new sandbox with the same id, credentials and initial settings. */
  reset(id: string): Sandbox {
    const before = this.require(id);
    const fresh = this.#keep({ identity: before.identity, ...before.start });
    this.#end(before);
    return fresh;
  }

  /** Calls the listener for every sandbox that is removed or reset. Returns the function that unsubscribes. */
  onGone(listener: (sandbox: Sandbox) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #claim(wanted: string | undefined): string {
    const id = wanted ?? this.freeId();
    if (!isSandboxId(id)) throw invalidId(id);
    if (this.has(id))
      throw new SandboxError('exists', id, `sandbox "${id}" exists; use another id, or delete that sandbox`);
    return id;
  }

  /**
   * Returns an unused id, and never the same id twice. With the id of a removed sandbox, a new sandbox could have
   * the same password, and would accept the clients of the removed sandbox. @internal
   */
  freeId(namespace?: string): string {
    for (;;) {
      this.#generated += 1;
      const id = idIn(namespace, `s${this.#generated}`);
      if (!this.has(id)) return id;
    }
  }

  #keep(source: SandboxSource): Sandbox {
    const state = 'state' in source ? source.state : undefined;
    const { id } = 'state' in source ? (source.identity ?? source.state.identity) : source.identity;
    const keep = this.#keeping?.attach(id, state);
    return this.#add(createSandbox(source, this.#surroundings, keep));
  }

  #add(sandbox: Sandbox): Sandbox {
    const { id } = sandbox.identity;
    this.#all.set(id, sandbox);
    this.#credentials.add(sandbox.identity);
    this.namespaces.added(id);
    sandbox.namespace = this.namespaces.find(id);
    sandbox.namespace?.setBookings(id, sandbox.store.bookingCount);
    this.#keeping?.began(sandbox);
    return sandbox;
  }

  async #load(id: string, keeping: SandboxKeeping): Promise<Sandbox | undefined> {
    try {
      const loaded = await keeping.load(id);
      // In the meantime, the sandbox can have been removed or created again.
      return this.#all.get(id) ?? (loaded && keeping.canLoad(id) ? this.#wakeUp(loaded) : undefined);
    } finally {
      this.#loading.delete(id);
    }
  }

  #wakeUp({ state, keep, journal, createdAt }: LoadedSandbox): Sandbox {
    return this.#add(createSandbox({ state, journal, createdAt }, this.#surroundings, keep));
  }

  /** Removes a sandbox from memory whose changes could not be written. The next call loads the sandbox again. */
  #forget(sandbox: Sandbox): void {
    const { id } = sandbox.identity;
    if (this.#all.get(id) !== sandbox) return;
    this.#all.delete(id);
    this.namespaces.removed(id);
    this.#credentials.remove(sandbox.identity);
    this.#end(sandbox);
  }

  #end(sandbox: Sandbox): void {
    sandbox.close();
    for (const listener of this.#listeners) listener(sandbox);
  }
}

/**
 * Creates the sandboxes of a server and its `default` sandbox.
 *
 * @param first the configuration of the default sandbox, unless the durable store has a default sandbox
 * @param keeping the durable store
 */
export function createSandboxes(
  surroundings: Surroundings,
  first: SandboxConfig = {},
  keeping?: SandboxKeeping,
): Sandboxes {
  const sandboxes = new Sandboxes(surroundings, keeping);
  if (sandboxes.has(defaultSandbox)) return sandboxes;
  sandboxes.create({
    id: defaultSandbox,
    credential: { Username: 'demo', Password: 'demo' },
    staticToken: 'demo-static-token',
    managerId: 1,
    mcpToken: 'demo-mcp-token',
    ...dropUndefined(first),
  });
  return sandboxes;
}
