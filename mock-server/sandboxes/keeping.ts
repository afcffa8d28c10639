import type { Keep } from './keep.ts';
import type { Sandbox } from './sandbox.ts';
import type { RestorableState } from './sandbox-config.ts';
import type { SandboxSummary } from './summary.ts';

/** The connection of one sandbox with the durable store. */
export type SandboxKeep = Keep<Sandbox>;

/** The state of a stored sandbox. */
export interface LoadedSandbox {
  readonly state: RestorableState;
  /** The instant of the creation of the sandbox, in real milliseconds since 1970. */
  readonly createdAt: number;
  readonly lost: { facts: number; bodies: number };
}

/** The sandboxes of a server, as the durable store sees them. */
export interface KeepingHost {
  create(loaded: LoadedSandbox, keep: SandboxKeep): Sandbox;
  /** Another process has reset a sandbox. */
  replaced(before: Sandbox, after: Sandbox): void;
  /** The store does not have a sandbox. */
  gone(id: string, sandbox: Sandbox | undefined): void;
}

/** The durable store, as the sandboxes of a server see it. */
export interface SandboxKeeping {
  connect(host: KeepingHost): void;
  /** Returns the stored default sandbox; undefined if the store did not have one at the start. */
  takeDefault(): Sandbox | undefined;
  /** Whether several processes can use the store. */
  readonly isShared: boolean;
  /** Returns the ids of the stored sandboxes at the start. */
  knownIds(): Iterable<string>;
  /** Loads a sandbox. @throws StoreError */
  load(id: string): Promise<Sandbox | undefined>;
  /** Connects a new sandbox, which has the content of a state. */
  attach(id: string, state?: RestorableState): SandboxKeep;
  /** Notes that a sandbox was created or reset. */
  began(sandbox: Sandbox): void;
  /** Removes a sandbox from memory. Returns false if it is in use. */
  release(id: string): boolean;
  /** Removes a sandbox from the store, with `expected` only if it has this version. Returns whether it is gone. */
  remove(id: string, expected?: number): Promise<boolean>;
  /** Lists stored sandboxes. Leaves out those that cannot be read. */
  list(after: string, limit: number): Promise<SandboxSummary[]>;
  /** Finds stored sandboxes that have expired. Resolves with undefined after the store was closed. */
  expired(limit: number): Promise<{ id: string; version: number }[] | undefined>;
}
