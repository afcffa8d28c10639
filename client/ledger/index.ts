import type { PaymentCondition, Product, ServiceStatus } from '#contracts';

/** The state of a booking in the ledger, which outlives the process (client.states). */
export type LedgerState = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** The record of one requested booking. It has no card; its key holds the names and ages of the guests. */
export interface LedgerRecord {
  /** User, stay, and the caller's own reference. */
  readonly key: string;
  readonly state: LedgerState;
  /** The ExternalReference of DoBooking, by which the booking is looked up when the answer is lost. */
  readonly reference: string;
  readonly product: Product;
  /** When DoBooking was last sent, epoch milliseconds; absent when it was never sent, or every one was refused. */
  readonly sentAt?: number | undefined;
  /** Whether it began as OnRequest: the client follows it for a day (decision 1). */
  readonly fromRequest?: boolean;
  readonly bookingId?: string;
  readonly serviceId?: string;
  /** The last status that the supplier reported. */
  readonly status?: ServiceStatus;
  /** Since when it has that status, and when it was last read, epoch milliseconds: the next process continues the polling. */
  readonly since?: number;
  readonly lookedAt?: number | undefined;
  /** When a payment was sent whose answer is unknown, epoch milliseconds. */
  readonly paySentAt?: number | undefined;
  /** The payment conditions of an offer that is paid after DoBooking. */
  readonly paymentConditions?: readonly PaymentCondition[];
  readonly updatedAt: number;
}

/** The right to act for a booking; one holder has it at a time. */
export interface Claim {
  /** The current record. For a record that was taken over, DoBooking may have been sent. */
  readonly record: LedgerRecord;
  /** Writes a change; when it resolves the record survives the process. Rejects after the claim was released. */
  save(change: Partial<Omit<LedgerRecord, 'key'>>): Promise<void>;
  /** Releases the right; a second call does nothing. */
  release(): Promise<void>;
}

/** The result of a claim: the caller has it, another holder has it, or the booking is confirmed already. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly record: LedgerRecord }
  | { readonly kind: 'done'; readonly record: LedgerRecord };

/**
 * Stores requested bookings. Write your own to keep them in a database; every method may reject with an error.
 *
 * @example createClient({ …, ledger: createFileLedger({ dir: 'bookings' }) })
 */
export interface Ledger {
  /**
   * Claims a booking that is new, has failed before, or is PENDING without a holder.
   *
   * @param fresh returns the record of a new one
   * @param cancelled the reference of a booking that was cancelled since: its record counts as failed
   */
  claim(key: string, fresh: () => LedgerRecord, cancelled?: string): Promise<Claiming>;
  /**
   * Returns the keys of PENDING records without a holder.
   *
   * @param onBroken is called for each record that cannot be read, which is left out
   */
  abandoned(onBroken?: (error: Error) => void): Promise<string[]>;
  /** Claims a PENDING record without a holder; undefined when it is no longer one. */
  takeOver(key: string): Promise<Claim | undefined>;
  /** Returns a record, with or without a holder. */
  find(key: string): Promise<LedgerRecord | undefined>;
  /** Returns a record with the supplier's BookingId, a PENDING one first. It may read all records. */
  findBooking(bookingId: string): Promise<LedgerRecord | undefined>;
}

/** Returns whether a booking is confirmed, and was not cancelled since. */
export const isConfirmed = ({ state, reference }: LedgerRecord, cancelled: string | undefined): boolean =>
  state === 'CONFIRMED' && reference !== cancelled;

/** Returns the record of a trip that still needs work, else the first one. */
export const pendingFirst = (records: readonly LedgerRecord[]): LedgerRecord | undefined =>
  records.find(({ state }) => state === 'PENDING') ?? records[0];

/**
 * Creates a claim on a record.
 *
 * @param write keeps a changed record
 * @param free lets other holders claim it
 */
export function createClaim(
  first: LedgerRecord,
  { write, free }: { write(record: LedgerRecord): Promise<void>; free(): Promise<void> },
): Claim {
  let record = first;
  let isReleased = false;
  return {
    get record() {
      return record;
    },
    async save(change) {
      if (isReleased) throw new Error(`ledger: the claim of ${record.key} was given back; ask for it again`);
      const next = { ...record, ...change };
      await write(next);
      record = next;
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      await free();
    },
  };
}

/**
 * Creates a ledger in memory, which no restart survives.
 *
 * @example createClient({ …, ledger: createMemoryLedger() })
 */
export function createMemoryLedger(): Ledger {
  const records = new Map<string, LedgerRecord>();
  const held = new Set<string>();

  function claimOf(key: string, record: LedgerRecord): Claim {
    const write = async (changed: LedgerRecord) => void records.set(key, changed);
    records.set(key, record);
    held.add(key);
    return createClaim(record, { write, free: async () => void held.delete(key) });
  }

  const isAbandoned = ({ key, state }: LedgerRecord) => state === 'PENDING' && !held.has(key);

  return {
    async claim(key, fresh, cancelled) {
      const known = records.get(key);
      if (known && isConfirmed(known, cancelled)) return { kind: 'done', record: known };
      if (known && held.has(key)) return { kind: 'held', record: known };
      return { kind: 'claimed', claim: claimOf(key, known?.state === 'PENDING' ? known : fresh()) };
    },
    async abandoned() {
      return [...records.values()].filter(isAbandoned).map(({ key }) => key);
    },
    async takeOver(key) {
      const known = records.get(key);
      return known && isAbandoned(known) ? claimOf(key, known) : undefined;
    },
    find: async key => records.get(key),
    findBooking: async bookingId =>
      pendingFirst([...records.values()].filter(record => record.bookingId === bookingId)),
  };
}
