/** The kinds of rows that a keeper stores for a sandbox. */
export type RowKind = 'head' | 'booking' | 'due' | 'booked' | 'tokens' | 'counts';

/** One row of a sandbox. The kind and the key identify the row in its sandbox. */
export interface Row {
  readonly kind: RowKind;
  readonly key: string;
  /** The position among the rows of this kind. Without a position, an existing row keeps its position. */
  readonly position?: number | undefined;
  /** The value as JSON text. */
  readonly value: string;
}

/** The changes of one sandbox since the last batch. */
export interface SandboxChange {
  readonly id: string;
  /** `replace` removes all earlier rows of the sandbox first; `remove` removes the sandbox; `update` keeps the other rows. */
  readonly how: 'update' | 'replace' | 'remove';
  /** The hashes of the credentials and tokens that select the sandbox. Present only with `replace`. */
  readonly owners?: readonly string[];
  readonly puts: readonly Row[];
  readonly drops: readonly Pick<Row, 'kind' | 'key'>[];
}

/** The rows of a sandbox, ordered by kind and position. */
export interface KeptSandbox {
  readonly rows: readonly Row[];
  /** Whether no process ended without closing the store since the last write, so that no change is missing. */
  readonly isComplete: boolean;
}

/**
 * A durable store of sandboxes. Every method is asynchronous. Every method rejects with a StoreError when the storage
 * fails.
 */
export interface SandboxKeeper {
  /** The place of the store as the user wrote it, for messages, such as `sqlite:/var/lib/understudy`. */
  readonly where: string;
  /** Returns the rows of a sandbox; undefined for an unknown id. */
  load(id: string): Promise<KeptSandbox | undefined>;
  /** Stores the changes of several sandboxes: all or none. Resolves when the changes are durable. */
  write(changes: readonly SandboxChange[]): Promise<void>;
  /** Lists the ids of sandboxes in alphabetical order, at most `limit` ids, beginning after the id `after`. */
  list(after: string, limit: number): Promise<string[]>;
  /** Returns the id of the first sandbox to which a credential or token with this hash belongs. */
  findOwner(hash: string): Promise<string | undefined>;
  /** Reads the whole store, and returns a message for each problem. */
  check(): Promise<string[]>;
  /**
   * Releases the store, so that another process can open the store.
   *
   * @param isComplete whether the store contains every change
   */
  close(isComplete: boolean): Promise<void>;
}
