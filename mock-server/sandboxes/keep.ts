import type { StoreChanges } from '../store/index.ts';

/**
 * The connection of one sandbox with the durable store. Each call has a turn, in which it changes the sandbox in memory. The changes
 * are committed before the turn ends. `Owner` is `Sandbox`; a name here would make a cycle of imports.
 */
export interface Keep<Owner> {
  /** Receives the changes of the sandbox's store. */
  readonly changes: StoreChanges;
  /** Whether the store also has the recorded exchanges. */
  readonly keepsJournal: boolean;
  /**
   * Runs a call when the earlier turns have ended, and commits its changes. If another process has changed the sandbox in the meantime,
   * takes back all effects of the call, reads the sandbox again, and runs the call again.
   *
   * @param work receives the sandbox, which is another object if another process has reset it. Must not start another turn of the sandbox.
   * @throws StoreError if the store has failed. The sandbox is then as it was before the turn.
   * @throws SandboxError if another process has removed the sandbox
   */
  run<Result>(work: (sandbox: Owner) => Result | Promise<Result>): Promise<Result>;
  /** Why the last turn could not be committed; undefined if it was committed. */
  readonly failure: unknown;
  /** Waits until the changes outside turns are durable. */
  saved(): Promise<void>;
  /** Keeps the sandbox in memory. Returns the function that ends this. */
  use(): () => void;
  /** Calls a function when the changes of the present turn are durable; now if no turn runs. */
  afterCommit(fn: () => void): void;
  /** Calls a function if the present turn must be taken back. */
  undo(fn: () => void): void;
  /** Runs a step of the clock that no call requests in a turn of its own. */
  alone(step: () => void): void;
  /** Notes the present text of an exchange for the store, and an exchange that the journal has dropped. */
  call(number: number, text: string): void;
  callDropped(number: number): void;
  /** Receives messages about commits of other processes, as long as the sandbox is in memory. */
  watch(): void;
  /** Reads the exchanges of other processes, and those of an earlier process. @throws StoreError */
  readCalls(): Promise<void>;
}
