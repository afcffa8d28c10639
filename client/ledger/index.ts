import type { PaymentCondition, Product, ServiceStatus } from '#contracts';

/** The state of a booking in the ledger, also after the process has ended (client.states). */
export type LedgerState = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** One requested booking. Contains no card data; its key can contain names and ages of guests. */
export interface LedgerRecord {
  /** The user, and either the own reference of the caller or the whole request. */
  readonly key: string;
  readonly state: LedgerState;
  /** The ExternalReference of DoBooking, which finds the booking if the answer is lost. */
  readonly reference: string;
  readonly product: Product;
  /** The own reference of the caller. */
  readonly requestReference?: string | undefined;
  /** The names of the guests, to recognize the booking in a look-up. */
  readonly guests?: string | undefined;
  /** Epoch milliseconds of the last DoBooking; undefined if the supplier cannot have booked. */
  readonly sentAt?: number | undefined;
  /** Began as OnRequest, and is polled for a day (decision 1). */
  readonly fromRequest?: boolean;
  readonly bookingId?: string;
  readonly serviceId?: string;
  readonly status?: ServiceStatus;
  /** Epoch milliseconds at which this `status` was first seen. The polling plan begins here, also in another process. */
  readonly since?: number;
  /** Epoch milliseconds of the last read. */
  readonly lookedAt?: number | undefined;
  /** Epoch milliseconds of a payment whose answer is unknown. */
  readonly paySentAt?: number | undefined;
  /** Declined payments before the one at `paySentAt`. */
  readonly payDeclines?: number | undefined;
  /** A service that is added must have the same currency. */
  readonly currency?: string | undefined;
  /** Of an offer that is paid after DoBooking. */
  readonly paymentConditions?: readonly PaymentCondition[];
  readonly updatedAt: number;
}

/** The exclusive right of one process to work on a booking. */
export interface Claim {
  /** An earlier holder may have sent DoBooking. */
  readonly record: LedgerRecord;
  /** Changes some fields. Resolves when the change is stored permanently. Rejects after `release`. */
  save(change: Partial<Omit<LedgerRecord, 'key'>>): Promise<void>;
  release(): Promise<void>;
}

/** `claimed`: the caller has the claim. `held`: another process has it. `done`: the booking is confirmed. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly record: LedgerRecord }
  | { readonly kind: 'done'; readonly record: LedgerRecord };

/**
 * Stores requested bookings; implement it to use a database. Every method may reject with an error.
 *
 * @example createClient({ …, ledger: createFileLedger({ dir: 'bookings' }) })
 */
export interface Ledger {
  /**
   * Claims a booking that has no record or has failed, or a PENDING record that no process holds.
   *
   * @param fresh returns the record for a new booking
   * @param cancelled the reference of a booking that was confirmed and then cancelled; it counts as failed
   */
  claim(key: string, fresh: () => LedgerRecord, cancelled?: string): Promise<Claiming>;
  /**
   * Returns the keys of PENDING records that no process holds.
   *
   * @param onBroken gets each unreadable record, which the result leaves out
   */
  abandoned(onBroken?: (error: Error) => void): Promise<string[]>;
  /** Claims such a record; undefined if another process was faster. */
  takeOver(key: string): Promise<Claim | undefined>;
  /** Also if a process holds the record. */
  find(key: string): Promise<LedgerRecord | undefined>;
  /** By the BookingId of the supplier; prefers a PENDING record. May have to read all records. */
  findBooking(bookingId: string): Promise<LedgerRecord | undefined>;
}

export const isConfirmed = ({ state, reference }: LedgerRecord, cancelled: string | undefined): boolean =>
  state === 'CONFIRMED' && reference !== cancelled;

export const preferPending = (records: readonly LedgerRecord[]): LedgerRecord | undefined =>
  records.find(({ state }) => state === 'PENDING') ?? records[0];

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
 * Creates a ledger in memory, which loses its records when the process ends.
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
