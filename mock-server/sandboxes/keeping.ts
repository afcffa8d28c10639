import type { Journal } from '../journal/index.ts';
import type { SandboxKeep } from './keep.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState } from './sandbox-config.ts';
import type { SandboxSummary } from './suspended.ts';

/** The state of a stored sandbox, and the parts of an earlier copy in memory that continue. */
export interface LoadedSandbox {
  readonly state: RestorableState;
  readonly keep: SandboxKeep;
  /** Whether no other process had the sandbox since this process had the sandbox. */
  readonly isContinued: boolean;
  /** The journal of the copy in memory that a failed write made invalid. */
  readonly journal?: Journal | undefined;
  /** The instant of the creation of the sandbox, in real milliseconds since 1970. */
  readonly createdAt: number | undefined;
  /** Returns the error for a state from which no sandbox can be made. The error names the stored row that is wrong. */
  explain(error: unknown): Error;
}

/** Finds sandboxes in the durable store without loading them. */
export interface StoredSandboxes {
  /**
   * Returns the ids in a shared store after an id, in alphabetical order; undefined if no other process uses the store.
   *
   * @param perRead the number of ids that one read of the store returns
   */
  sharedIds(after: string, perRead?: number): AsyncIterable<string> | undefined;
  /** Returns those of the ids that a shared store no longer has, because another process removed the sandboxes. */
  missing(ids: readonly string[]): Promise<string[]>;
  /** Reads the data of sandboxes for a list in one step. Leaves out sandboxes that are unknown or cannot be read. */
  peek(ids: readonly string[]): Promise<SandboxSummary[]>;
  /**
   * Finds stored sandboxes that have expired, and the next instant at which a sandbox expires, in real milliseconds since 1970. This
   * process can have used the sandboxes since the last write. In a shared store, leaves out the sandboxes of other processes.
   * Resolves with undefined after the store was closed.
   */
  expired(limit: number): Promise<{ ids: readonly string[]; next: number | undefined } | undefined>;
}

/** Creates a sandbox from its loaded state. Receives undefined if the store does not have the sandbox. */
export type WakeUp = (loaded: LoadedSandbox | undefined) => Promise<Sandbox | undefined>;

/** Receives a sandbox whose copy in memory is no longer valid. `isTaken` says that another process uses the sandbox. */
export type LostListener = (sandbox: Sandbox, isTaken: boolean) => void;

/** The durable store, as the sandboxes of a server see it. */
export interface SandboxKeeping {
  /** The stored default sandbox; undefined if the store does not have one yet. The value can be taken once. */
  takeDefault(): LoadedSandbox | undefined;
  /** Whether several processes can use the store. */
  readonly isShared: boolean;
  readonly list: StoredSandboxes;
  /** Returns whether the store has a sandbox with this id. For a shared store, other processes can have changed this. */
  has(id: string): boolean;
  /** Returns whether `load` can find a sandbox with this id. */
  canLoad(id: string): boolean;
  /**
   * Asks a shared store whether the id of a new sandbox is free. After that, `has` returns the current value.
   *
   * @param id undefined for a generated id, which `generate` makes from a number
   * @returns a promise of the id, or undefined if no other process uses the store
   */
  prepareId(id: string | undefined, generate: (number: number) => string): Promise<string> | undefined;
  /** Returns the ids of the stored sandboxes that this process knows. In a shared store, there can be more. */
  knownIds(): Iterable<string>;
  /**
   * Loads a sandbox.
   *
   * @param wakeUp creates the sandbox. Until then, no other process can take the sandbox.
   * @throws StoreError
   */
  load(id: string, wakeUp: WakeUp): Promise<Sandbox | undefined>;
  /** Connects a new sandbox, which replaces a stored sandbox with the same id. */
  attach(id: string, state: RestorableState | undefined): SandboxKeep;
  /**
   * Writes a new sandbox that other calls do not see yet.
   *
   * @throws StoreError
   */
  writeNew(sandbox: Sandbox): Promise<void>;
  /** Notes that the sandbox was constructed. Call this method once for every keep. */
  began(sandbox: Sandbox): void;
  /**
   * Notes that a sandbox leaves memory. Returns false if the store does not have all changes of the sandbox yet; in this case
   * the sandbox must stay.
   */
  release(id: string): boolean;
  /** Removes a sandbox. */
  remove(id: string): void;
  /** Calls the listener for each sandbox that leaves memory because its write failed, or because another process uses it. */
  onLost(listener: LostListener): void;
  /** Resolves when the removal of a sandbox is durable; undefined if no removal of this sandbox is pending. */
  removed(id: string): Promise<void> | undefined;
}
