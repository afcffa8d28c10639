import type { JournalChange, JournalPage, JournalRow } from '../journal/index.ts';
import { StoreError } from '../store-error.ts';

export type { JournalChange, JournalPage, JournalRow } from '../journal/index.ts';

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
  /** The instant at which the sandbox expires without a further call, in real milliseconds since 1970. Absent if it stays. */
  readonly expiresAt?: number | undefined;
  readonly puts: readonly Row[];
  readonly drops: readonly Pick<Row, 'kind' | 'key'>[];
  /** The changes of the stored journal. Absent if there are none. */
  readonly journal?: readonly JournalChange[];
}

/** The rows of a sandbox, ordered by kind and position. */
export interface KeptSandbox {
  readonly rows: readonly Row[];
  /** The instant at which the sandbox expires without a further call, in real milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** Whether no process ended without closing the store since the last write, so that no change is missing. */
  readonly isComplete: boolean;
  /** Only in a shared store: whether no other process had the sandbox since this process had the sandbox. */
  readonly isContinued?: boolean;
}

/** The head of a sandbox, for a list. */
export interface PeekedSandbox {
  readonly id: string;
  readonly rows: readonly Row[];
  /** The number of bookings. */
  readonly bookings: number;
}

/** The sandboxes that have expired, according to the store. Instants are in real milliseconds since 1970. */
export interface ExpiredSandboxes {
  /** The ids, beginning with the sandbox that expired first. This process can have used these sandboxes since the last write. */
  readonly ids: readonly string[];
  /** The next instant at which a sandbox expires; undefined if no other sandbox expires. */
  readonly next: number | undefined;
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
  /** Returns the rows of a page of a stored journal in order. Takes no lease. Returns no rows for an unknown id. */
  readJournal(id: string, page: JournalPage): Promise<readonly JournalRow[]>;
  /** Stores the changes of several sandboxes: all or none. Resolves when the changes are durable. */
  write(changes: readonly SandboxChange[]): Promise<void>;
  /**
   * Reads the heads of sandboxes for a list, without unknown sandboxes. Takes no lease, so the newest changes of another process
   * can be missing.
   */
  peek(ids: readonly string[]): Promise<PeekedSandbox[]>;
  /** Lists the ids of sandboxes in alphabetical order, at most `limit` ids, beginning after the id `after`. */
  list(after: string, limit: number): Promise<string[]>;
  /**
   * Finds sandboxes that expire at `now` or earlier, at most `limit` sandboxes. A shared store leaves out the sandboxes of other
   * living processes, and takes the leases of the others.
   */
  expired(now: number, limit: number): Promise<ExpiredSandboxes>;
  /** Writes a small value of its own, which belongs to no sandbox. Rejects if the store cannot be written. */
  ping(): Promise<void>;
  /** Reads the whole store, and returns a message for each problem. */
  check(): Promise<string[]>;
  /**
   * Releases the store, so that another process can open the store.
   *
   * @param isComplete whether the store contains every change
   */
  close(isComplete: boolean): Promise<void>;
}
