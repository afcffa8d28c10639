import type { Row, SandboxChange } from '../../keeping/index.ts';

/**
 * The maximum number of rows in a message between the threads, and in a transaction that adds or deletes the rows of a large sandbox.
 * Copying a message blocks the thread that serves calls, and a transaction delays other changes.
 */
export const rowsPerPart = 500;

/** The maximum number of rows of a journal that a transaction deletes. Most of them have 100 kB, and are on the disk only. */
export const journalRowsPerPart = 16;

/** The first rows of a sandbox, by kind and key. */
export interface FirstPage {
  readonly number: number;
  readonly rows: readonly Row[];
  readonly expiresAt: number | undefined;
  readonly isComplete: boolean;
}

/** A change whose rows the file can already have, in a hidden sandbox. */
export interface StagedChange extends SandboxChange {
  /** The number of the hidden sandbox. */
  readonly staged?: number;
}
