import type { PaymentCondition, Product, ServiceStatus } from '#contracts';

/** The state of a booking in the ledger. A ledger keeps this state after the process has ended (client.states). */
export type LedgerState = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** The record of one requested booking. It contains no card data, but its key can contain the names and ages of the guests. */
export interface LedgerRecord {
  /** The key of the requested booking. It contains the user, and either the caller's reference or the whole request. */
  readonly key: string;
  readonly state: LedgerState;
  /** The ExternalReference of DoBooking. The client uses this reference to find the booking if the answer is lost. */
  readonly reference: string;
  readonly product: Product;
  /** The caller's own reference of the request; absent if the request has no reference. */
  readonly requestReference?: string | undefined;
  /** The names of the guests. The client compares them with a booking that a look-up by the reference finds. */
  readonly guests?: string | undefined;
  /** The time when the client last sent DoBooking, in epoch milliseconds; undefined if the supplier cannot have booked. */
  readonly sentAt?: number | undefined;
  /** Whether the booking began as OnRequest. The client polls such a booking for a day (decision 1). */
  readonly fromRequest?: boolean;
  readonly bookingId?: string;
  readonly serviceId?: string;
  /** The last status that the supplier reported. */
  readonly status?: ServiceStatus;
  /**
   * The time when the client first saw this `status`, in epoch milliseconds. If another process continues, the polling
   * plan still begins at this time.
   */
  readonly since?: number;
  /** The time when the client last read the booking, in epoch milliseconds. */
  readonly lookedAt?: number | undefined;
  /** The time when the client sent a payment whose answer is unknown, in epoch milliseconds. */
  readonly paySentAt?: number | undefined;
  /** The number of declined payments of the booking before the payment at `paySentAt`. */
  readonly payDeclines?: number | undefined;
  /** The currency of the booking. A service that is added to the booking must have the same currency. */
  readonly currency?: string | undefined;
  /** The payment conditions of an offer that is paid after DoBooking. */
  readonly paymentConditions?: readonly PaymentCondition[];
  readonly updatedAt: number;
}

/** The exclusive right to work on a booking. Only one process at a time can hold the claim. */
export interface Claim {
  /** The current record. If an earlier process held the claim, that process may have sent DoBooking. */
  readonly record: LedgerRecord;
  /** Changes some fields of the record. When the promise resolves, the change is stored permanently. Rejects after `release`. */
  save(change: Partial<Omit<LedgerRecord, 'key'>>): Promise<void>;
  /** Releases the claim. A second call does nothing. */
  release(): Promise<void>;
}

/**
 * The result of `claim`: `claimed` if the caller has the claim, `held` if another process has the claim, `done` if the booking
 * is already confirmed.
 */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly record: LedgerRecord }
  | { readonly kind: 'done'; readonly record: LedgerRecord };

/**
 * Stores requested bookings. To keep the bookings in a database, implement this interface. Every method may reject with an
 * error.
 *
 * @example createClient({ …, ledger: createFileLedger({ dir: 'bookings' }) })
 */
export interface Ledger {
  /**
   * Claims a booking. The claim succeeds for a booking that has no record or has failed, and for a PENDING record that no
   * process holds.
   *
   * @param fresh returns the record for a new booking
   * @param cancelled the reference of a booking that was confirmed and then cancelled; the ledger treats its record as failed
   */
  claim(key: string, fresh: () => LedgerRecord, cancelled?: string): Promise<Claiming>;
  /**
   * Returns the keys of PENDING records that no process holds.
   *
   * @param onBroken is called for each unreadable record; the result does not contain that record
   */
  abandoned(onBroken?: (error: Error) => void): Promise<string[]>;
  /** Claims a PENDING record that no process holds. Returns undefined if another process claimed the record first. */
  takeOver(key: string): Promise<Claim | undefined>;
  /** Returns the record of a key, even if a process holds the record. */
  find(key: string): Promise<LedgerRecord | undefined>;
  /**
   * Returns the record of a booking by the supplier's BookingId. If several records have this BookingId, prefers a
   * PENDING one. For this, the ledger may have to read all records.
   */
  findBooking(bookingId: string): Promise<LedgerRecord | undefined>;
}

/** The booking with the reference `cancelled` does not count. */
export const isConfirmed = ({ state, reference }: LedgerRecord, cancelled: string | undefined): boolean =>
  state === 'CONFIRMED' && reference !== cancelled;

export const preferPending = (records: readonly LedgerRecord[]): LedgerRecord | undefined =>
  records.find(({ state }) => state === 'PENDING') ?? records[0];

/**
 * @param write stores a changed record
 * @param free releases the record for other processes
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
      if (isReleased)
        throw new Error(
          `ledger: the claim of ${record.key} was released; claim the booking again before you save`,
        );
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
 * Creates a ledger in memory. The records are lost when the process ends.
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
      preferPending([...records.values()].filter(record => record.bookingId === bookingId)),
  };
}
