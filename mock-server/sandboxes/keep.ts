import type { StoredJournal } from '../journal/index.ts';
import type { StoreChanges } from '../store/index.ts';
import type { StoreError } from '../store-error.ts';

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
  /** The stored journal of the sandbox; undefined if the server does not keep journals. */
  readonly journal: StoredJournal | undefined;
  /**
   * Why the sandbox in memory is no longer valid: a write failed, or another process has the sandbox. Undefined while the
   * sandbox is valid. The next call loads the sandbox again.
   */
  readonly lostBy: StoreError | undefined;
  /**
   * Notes that a call has ended.
   *
   * @returns undefined if the answer can be sent now. Otherwise a promise that resolves when the changes are durable, and
   *   rejects with a StoreError when the write failed.
   */
  settle(reported: Reported): Promise<void> | undefined;
}
