import type { PaymentCondition, Product, ServiceStatus } from '#contracts';

/** The state of a booking in the ledger, which outlives the process (client.states). */
export type LedgerState = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** One requested booking. A file can hold all of it: it has no card, and of the guests names and ages in its key. */
export interface LedgerRecord {
  /** User, stay, and the caller's own reference. */
  readonly key: string;
  readonly state: LedgerState;
  /** The ExternalReference of DoBooking, by which the booking is looked up when the answer is lost. */
  readonly reference: string;
  readonly product: Product;
  /** When DoBooking was last sent, epoch milliseconds; absent when none was sent, or all were refused. */
  readonly sentAt?: number | undefined;
  /** Whether it began as OnRequest: the client follows it for a day (decision 1). */
  readonly fromRequest?: boolean;
  readonly bookingId?: string;
  readonly serviceId?: string;
  /** The last status that the supplier reported. */
  readonly status?: ServiceStatus;
  /** Since when it has that status, and when it was last read, epoch milliseconds: polling goes on where a process ended. */
  readonly since?: number;
  readonly lookedAt?: number | undefined;
  /** When a payment was sent whose answer is unknown, epoch milliseconds. */
  readonly paySentAt?: number | undefined;
  /** The payment conditions of an offer that is paid after DoBooking. */
  readonly paymentConditions?: readonly PaymentCondition[];
  readonly updatedAt: number;
}

/** The right to act for a booking, which one holder has at a time. */
export interface Claim {
  /** The current record. Of a new one nothing was sent; for one that was taken over DoBooking may have been. */
  readonly record: LedgerRecord;
  /** Writes a change; when it resolves the record survives the process. Rejects after the claim was released. */
  save(change: Partial<Omit<LedgerRecord, 'key'>>): Promise<void>;
  /** Gives the right back; a second call does nothing. */
  release(): Promise<void>;
}

/** The result of a claim: the caller has it, another holder has it, or the booking is confirmed already. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly record: LedgerRecord }
  | { readonly kind: 'done'; readonly record: LedgerRecord };

/** Remembers requested bookings. */
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
  /** Claims one of those; undefined when it is not one any more. */
  takeOver(key: string): Promise<Claim | undefined>;
  /** Returns a record, with or without a holder. */
  find(key: string): Promise<LedgerRecord | undefined>;
  /** Returns the record with the supplier's id, of several in a trip one that is PENDING; it may have to read all of them. */
  findBooking(bookingId: string): Promise<LedgerRecord | undefined>;
}

/** Whether a booking is confirmed, and was not cancelled since. */
export const isConfirmed = ({ state, reference }: LedgerRecord, cancelled: string | undefined): boolean =>
  state === 'CONFIRMED' && reference !== cancelled;

/** Returns, of several services of a trip, one that still needs work. */
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
