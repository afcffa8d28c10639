import type { Product, ServiceStatus } from '#contracts';

/** What a client keeps of each booking it wants, whatever happens to its process (client.states). */
export type LedgerState = 'PENDING' | 'CONFIRMED' | 'FAILED';

/** One wanted booking. Everything in it can be written to a file: it holds no card and no guest. */
export interface LedgerRecord {
  /** Who wants what: user, stay, and the caller's own reference. */
  readonly key: string;
  readonly state: LedgerState;
  /** The ExternalReference that DoBooking was sent with: what it is looked up by when the answer is lost. */
  readonly reference: string;
  readonly product: Product;
  /** When DoBooking was last sent, epoch milliseconds; absent while nothing was. */
  readonly sentAt?: number;
  readonly bookingId?: string;
  readonly serviceId?: string;
  /** What the supplier said last. */
  readonly status?: ServiceStatus;
  readonly updatedAt: number;
}

/** The right to act for a wanted booking, which one holder has at a time. */
export interface Claim {
  /** As it stands. Of a new one nothing was sent; one that was taken over may have been. */
  readonly record: LedgerRecord;
  /** Writes what changed; when it resolves the record outlives the process. */
  save(change: Partial<Omit<LedgerRecord, 'key'>>): Promise<void>;
  /** Gives the right back. */
  release(): Promise<void>;
}

/** What became of asking for a claim: it is the caller's, another one holds it, or there is nothing left to do. */
export type Claiming =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'held'; readonly record: LedgerRecord }
  | { readonly kind: 'done'; readonly record: LedgerRecord };

/** Where wanted bookings are kept. */
export interface Ledger {
  /**
   * Claims a wanted booking: a new one, one that failed before, or one whose holder is gone.
   *
   * @param fresh the record of a new one
   */
  claim(key: string, fresh: () => LedgerRecord): Promise<Claiming>;
  /** The keys of those that are PENDING and that nobody holds. */
  abandoned(): Promise<string[]>;
}

/**
 * A ledger in memory: enough for as long as the process lives.
 *
 * @example createClient({ …, ledger: createMemoryLedger() })
 */
export function createMemoryLedger(): Ledger {
  const records = new Map<string, LedgerRecord>();
  const held = new Set<string>();

  function claimOf(key: string, first: LedgerRecord): Claim {
    let record = first;
    records.set(key, record);
    held.add(key);
    return {
      get record() {
        return record;
      },
      async save(change) {
        record = { ...record, ...change };
        records.set(key, record);
      },
      async release() {
        held.delete(key);
      },
    };
  }

  return {
    async claim(key, fresh) {
      const known = records.get(key);
      if (known && held.has(key)) return { kind: 'held', record: known };
      if (known?.state === 'CONFIRMED') return { kind: 'done', record: known };
      return { kind: 'claimed', claim: claimOf(key, known?.state === 'PENDING' ? known : fresh()) };
    },
    async abandoned() {
      const open = [...records.values()].filter(({ key, state }) => state === 'PENDING' && !held.has(key));
      return open.map(({ key }) => key);
    },
  };
}
