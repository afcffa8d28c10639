import type { PaymentCondition, Product, ServiceStatus } from '#contracts';

/** What a client keeps of each booking it wants, whatever happens to its process (client.states). */
export type LedgerState = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** One wanted booking. Everything in it can be written to a file: it holds no card, and of the guests names and ages in its key. */
export interface LedgerRecord {
  /** Who wants what: user, stay, and the caller's own reference. */
  readonly key: string;
  readonly state: LedgerState;
  /** The ExternalReference that DoBooking was sent with: what it is looked up by when the answer is lost. */
  readonly reference: string;
  readonly product: Product;
  /** When DoBooking was last sent, epoch milliseconds; absent while nothing was, or all that was has been refused. */
  readonly sentAt?: number | undefined;
  /** Whether what was sent can only be requested: such a booking is followed for a day (decision 1). */
  readonly fromRequest?: boolean;
  readonly bookingId?: string;
  readonly serviceId?: string;
  /** What the supplier said last. */
  readonly status?: ServiceStatus;
  /** Since when it has said so, and when it was last looked at, epoch milliseconds: polling goes on where another process ended. */
  readonly since?: number;
  readonly lookedAt?: number | undefined;
  /** When a payment was sent of which nobody knows yet whether it was charged, epoch milliseconds. */
  readonly paySentAt?: number | undefined;
  /** The ways to pay that were offered for what is paid after DoBooking. */
  readonly paymentConditions?: readonly PaymentCondition[];
  readonly updatedAt: number;
}

/** The right to act for a wanted booking, which one holder has at a time. */
export interface Claim {
  /** As it stands. Of a new one nothing was sent; one that was taken over may have been. */
  readonly record: LedgerRecord;
  /** Writes what changed; when it resolves the record outlives the process. Rejects once the claim was given back. */
  save(change: Partial<Omit<LedgerRecord, 'key'>>): Promise<void>;
  /** Gives the right back; of no effect the second time. */
  release(): Promise<void>;
}

/** What became of asking for a claim: it is the caller's, another one holds it, or the booking stands already. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly record: LedgerRecord }
  | { readonly kind: 'done'; readonly record: LedgerRecord };

/** Where wanted bookings are kept. */
export interface Ledger {
  /**
   * Claims a wanted booking: a new one, one that failed before, or one that is PENDING and that nobody holds.
   *
   * @param fresh the record of a new one
   * @param gone the reference of a booking that stands no more, cancelled say: its record counts as failed
   */
  claim(key: string, fresh: () => LedgerRecord, gone?: string): Promise<Claiming>;
  /**
   * The keys of those that are PENDING and that nobody holds.
   *
   * @param onBroken told of each record that cannot be read, which is left out
   */
  abandoned(onBroken?: (error: Error) => void): Promise<string[]>;
  /** Claims one of those; undefined when it is none any more. */
  takeOver(key: string): Promise<Claim | undefined>;
  /** A wanted booking as it stands, whoever holds it. */
  find(key: string): Promise<LedgerRecord | undefined>;
  /** The one that the supplier knows by an id, of several in a trip one that is PENDING; it may have to look through all of them. */
  findBooking(bookingId: string): Promise<LedgerRecord | undefined>;
}

/** Whether a booking stands, as far as is known: one that is gone does not. */
export const isStanding = ({ state, reference }: LedgerRecord, gone: string | undefined): boolean =>
  state === 'CONFIRMED' && reference !== gone;

/** Of several services of a trip, the one about which something is still to be done. */
export const pendingFirst = (records: readonly LedgerRecord[]): LedgerRecord | undefined =>
  records.find(({ state }) => state === 'PENDING') ?? records[0];

/** A claim was used after it had been given back. */
export const claimIsOver = (key: string): Error =>
  new Error(`ledger: the claim of ${key} was given back; ask for it again`);

/**
 * A ledger in memory: enough for as long as the process lives.
 *
 * @example createClient({ …, ledger: createMemoryLedger() })
 */
export function createMemoryLedger(): Ledger {
  const records = new Map<string, LedgerRecord>();
  const held = new Map<string, Claim>();

  function claimOf(key: string, record: LedgerRecord): Claim {
    records.set(key, record);
    let last = record;
    const claim: Claim = {
      get record() {
        return last;
      },
      async save(change) {
        if (held.get(key) !== claim) throw claimIsOver(key);
        last = { ...last, ...change };
        records.set(key, last);
      },
      async release() {
        if (held.get(key) === claim) held.delete(key);
      },
    };
    held.set(key, claim);
    return claim;
  }

  const isAbandoned = ({ key, state }: LedgerRecord) => state === 'PENDING' && !held.has(key);

  return {
    async claim(key, fresh, gone) {
      const known = records.get(key);
      if (known && isStanding(known, gone)) return { kind: 'done', record: known };
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
