import { StoreError } from '../store-error.ts';

/** The kinds of rows that a keeper stores for a sandbox. */
export type RowKind = 'head' | 'booking' | 'shared' | 'due' | 'booked' | 'tokens' | 'counts';

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
  /** Only in a shared store: whether no other process had the sandbox since this process had the sandbox. */
  readonly isContinued?: boolean;
}

/** The events of the leases in a shared store. */
export interface LeaseListener {
  /** The leases of these sandboxes have ended without a release. */
  lost(ids: readonly string[]): void;
  /** Another process asks for a sandbox of this process. */
  wanted(id: string): void;
}

/**
 * The leases of a store that several processes share. A process has a sandbox in memory only while it holds the lease of
 * the sandbox. `load` takes the lease of an existing sandbox, and `write` takes the lease of a new sandbox. Each lease has a
 * fencing number, which every write checks.
 */
export interface SandboxLeases {
  /** Returns whether this process certainly holds the lease at this moment. */
  holds(id: string): boolean;
  /** Resolves when the leases were renewed. Rejects with a StoreError when the store does not answer or the leases have ended. */
  renewed(): Promise<void>;
  /** Returns a number that no process has received before, for the id of a sandbox. */
  newNumber(): Promise<number>;
  exists(id: string): Promise<boolean>;
  /**
   * Reads the head of a sandbox and the number of its bookings, for a list. Takes no lease, so the newest changes can be
   * missing. Returns undefined for an unknown id.
   */
  peek(id: string): Promise<{ rows: readonly Row[]; bookings: number } | undefined>;
  /** Reads a sandbox without its lease, so the newest changes can be missing. Returns undefined for an unknown id. */
  read(id: string): Promise<KeptSandbox | undefined>;
  /** Gives the lease of a sandbox back, after all its changes were written. */
  release(id: string): Promise<void>;
  listen(listener: LeaseListener): void;
}

/** Why a process lost a sandbox: another process took the sandbox, or the process did not renew its lease in time. */
type LeaseEnd = 'taken' | 'ended';

/** The error of a write to sandboxes whose leases have ended. The write has changed nothing. */
export class LeaseError extends StoreError {
  readonly ids: readonly string[];
  readonly #cause: LeaseEnd;

  constructor(ids: readonly string[], cause: LeaseEnd = 'taken') {
    const names = ids.map(id => `"${id}"`).join(', ');
    const taken = `another server process uses the sandbox ${names} now`;
    super(
      'unavailable',
      cause === 'taken' ? taken : `the lease of this server for the sandbox ${names} has ended`,
    );
    this.ids = ids;
    this.#cause = cause;
  }

  /** Returns the error for one of the sandboxes. A client must not see the ids of other sandboxes. */
  of(id: string): LeaseError {
    return new LeaseError([id], this.#cause);
  }
}

/**
 * A durable store of sandboxes. Every method is asynchronous. Every method rejects with a StoreError when the storage
 * fails.
 */
export interface SandboxKeeper {
  /** The place of the store as the user wrote it, for messages, such as `sqlite:/var/lib/understudy`. */
  readonly where: string;
  /** A message for each setting of the store with which it can lose sandboxes. */
  readonly warnings?: readonly string[];
  /** The leases of the sandboxes. Present only if several processes can use the store at the same time. */
  readonly leases?: SandboxLeases;
  /** Returns the rows of a sandbox; undefined for an unknown id. */
  load(id: string): Promise<KeptSandbox | undefined>;
  /** Stores the changes of several sandboxes: all or none. Resolves when the changes are durable. */
  write(changes: readonly SandboxChange[]): Promise<void>;
  /** Lists the ids of sandboxes in alphabetical order, at most `limit` ids, beginning after the id `after`. */
  list(after: string, limit: number): Promise<string[]>;
  /**
   * Returns the ids of the sandboxes with `expiresAfter`, and this time in seconds. Absent if several processes use the store,
   * because another process can use a sandbox when its time ends.
   */
  expiring?(): Promise<(readonly [id: string, seconds: number])[]>;
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
