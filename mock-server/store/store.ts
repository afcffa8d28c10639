/** One stored value of a sandbox: a part of its head, a booking, a token, a count or a due event. */
export interface Row {
  /** The kind and the key of the value, such as `booking 3012`. Unique in its sandbox. */
  readonly key: string;
  readonly value: string;
}

/** The recorded exchange with a number, as redacted JSON text. */
export interface CallRow {
  readonly number: number;
  readonly text: string;
}

export interface Version {
  /** Another number after each commit. No two sandboxes of a store ever have the same number at the same id. */
  readonly version: number;
  /** The version of the commit that created or reset the sandbox. */
  readonly born: number;
  /** How many recorded exchanges were ever written. A reader of the journal continues after this position. */
  readonly calls: number;
}

export interface Stored extends Version {
  readonly rows: readonly Row[];
  /** The instant at which the sandbox expires without a further call, in real milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
}

export interface Change {
  /** Removes all earlier rows and the journal first, because the sandbox was created or reset. */
  readonly replaces?: boolean;
  readonly expiresAt?: number | undefined;
  readonly puts: readonly Row[];
  readonly drops: readonly string[];
  /** Removes the whole journal first, because this server keeps no journals. */
  readonly dropsJournal?: boolean;
  readonly calls: readonly CallRow[];
  readonly dropCalls: readonly number[];
}

export interface Heading {
  readonly id: string;
  readonly rows: readonly Row[];
}

/** A page of a journal in the order in which the exchanges were written. */
export interface JournalPage {
  readonly rows: readonly CallRow[];
  /** The position of the last exchange of the page; the requested position if the page is empty. */
  readonly last: number;
  readonly hasMore: boolean;
}

/**
 * A durable store of sandboxes. Every method rejects with a StoreError when the storage fails.
 *
 * @example const store = await openStore('sqlite:data');
 */
export interface DurableStore {
  /** The place of the store as the user wrote it, for messages, such as `sqlite:/var/lib/understudy`. */
  readonly where: string;
  /** A message for each setting of the store with which it can lose sandboxes. */
  readonly warnings?: readonly string[];
  /** Whether several processes can use the store at the same time. */
  readonly isShared: boolean;
  load(id: string): Promise<Stored | undefined>;
  /** Returns the version of a sandbox; 0 for an unknown id. */
  version(id: string): Promise<number>;
  /**
   * Writes a change: all of it or nothing.
   *
   * @param expected the version that the sandbox must have; 0 if the sandbox must not exist
   * @returns `conflict` if the sandbox has another version. The commit has then changed nothing.
   */
  commit(id: string, expected: number, change: Change): Promise<Version | 'conflict'>;
  /** Writes only exchanges. Does nothing if the sandbox was removed or reset, so that `born` is another number. */
  addCalls(
    id: string,
    born: number,
    change: Pick<Change, 'calls' | 'dropCalls'>,
  ): Promise<Version | undefined>;
  /** Removes a sandbox, with `expected` only if it has this version. Returns whether the sandbox is gone. */
  remove(id: string, expected?: number): Promise<boolean>;
  /** Lists sandboxes in alphabetical order of their ids, after an id. */
  list(after: string, limit: number): Promise<Heading[]>;
  /** Finds sandboxes that expire at `now` (real milliseconds since 1970) or earlier, the earliest first. */
  expired(now: number, limit: number): Promise<{ id: string; version: number }[]>;
  /** Reads the exchanges that were written after a position. */
  journal(id: string, after: number, limit: number): Promise<JournalPage>;
  /** Calls the listener after each commit of another process. Returns the function that ends this. Only in a shared store. */
  watch?(id: string, listener: () => void): Promise<() => void>;
  /** Writes a small value of its own, which belongs to no sandbox. Rejects if the store cannot be written. */
  ping(): Promise<void>;
  /** Reads the whole store, and returns a message for each problem of the storage itself. */
  check(): Promise<string[]>;
  /** Releases the store, so that another process can open the store. */
  close(): Promise<void>;
}
