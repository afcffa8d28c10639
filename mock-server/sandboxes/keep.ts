import type { Journal } from '../journal/index.ts';
import type { StoreChanges, TokenRecord } from '../store/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxState } from './sandbox-config.ts';

/**
 * What an answer reports, which decides whether the answer waits for the durable store.
 *
 * - `change`: the call changed the sandbox. The answer waits until the change is durable.
 * - `look`: the answer shows bookings. The answer waits if a change of these bookings is not durable yet.
 * - `none`: the answer waits for nothing. The store writes its changes within 100 ms.
 */
export type Reported = 'change' | 'look' | 'none';

/** The connection of one sandbox with the durable store. */
export interface SandboxKeep {
  /** Receives the changes of the sandbox's store. */
  readonly changes: StoreChanges;
  /** Whether a write failed, so that the sandbox in memory is no longer valid. The next call loads the sandbox again. */
  readonly isLost: boolean;
  /**
   * Notes that a call has ended.
   *
   * @returns undefined if the answer can be sent now. Otherwise a promise that resolves when the changes are durable, and
   *   rejects with a StoreError when the write failed.
   */
  settle(reported: Reported): Promise<void> | undefined;
}

/** The state of a stored sandbox, and the parts of an earlier copy in memory that continue. */
export interface LoadedSandbox {
  readonly state: SandboxState;
  readonly keep: SandboxKeep;
  /** The journal of the copy in memory that a failed write made invalid. */
  readonly journal?: Journal | undefined;
  /** The tokens that the failed copy had issued and the store does not have. */
  readonly tokens?: readonly [string, TokenRecord][] | undefined;
}

/** The durable store, as the sandboxes of a server see it. */
export interface SandboxKeeping {
  /** The stored default sandbox; undefined if the store does not have one yet. The value can be taken once. */
  takeDefault(): LoadedSandbox | undefined;
  /** Returns whether the store has a sandbox with this id. */
  has(id: string): boolean;
  /** Returns the ids of all stored sandboxes. */
  ids(): Iterable<string>;
  load(id: string): Promise<LoadedSandbox | undefined>;
  /** Connects a new sandbox, which replaces a stored sandbox with the same id. */
  attach(id: string, state: SandboxState | undefined): SandboxKeep;
  /** Notes that the sandbox was constructed. Call this method once for every keep. */
  began(sandbox: Sandbox): void;
  /** Removes a sandbox. */
  remove(id: string): void;
  /** Calls the listener for a sandbox whose write failed. */
  onLost(listener: (sandbox: Sandbox) => void): void;
  /** Resolves when all creations, resets and removals are durable; undefined if none is pending. */
  settled(): Promise<void> | undefined;
}
