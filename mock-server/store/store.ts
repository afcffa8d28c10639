import type { BookingRecord, DueRow, TokenRecord } from './records.ts';

/** What a list of bookings is looked for by; everything else is filtered by the caller. */
export interface ListQuery {
  owner: string;
  /** Only these ids. */
  ids?: readonly string[];
  /** What the client called some service of it. */
  reference?: string;
  /** Some service starts from this date to the other one, both inclusive. */
  startFrom?: string;
  startTo?: string;
  /** Only those changed at this instant or later, epoch milliseconds. */
  updatedFrom?: number;
}

/**
 * Where a sandbox keeps what it must not forget. Synchronous: a handler runs from its first read to its last write
 * without anyone in between. Everything is found by key; nothing scans but a list without one.
 */
export interface Store {
  booking(id: string): BookingRecord | undefined;
  /**
   * Inserts or replaces. `changed` moves the booking to the front of the change order; whoever passes it has set
   * `updatedAt` to now, so that the change order is the order of `updatedAt` too.
   */
  saveBooking(record: BookingRecord, changed: boolean): void;
  readonly bookingCount: number;
  /** The id of the booking that the client's reference was given last, for itself or for a service attached to it. */
  idByReference(owner: string, reference: string): string | undefined;
  /**
   * Bookings, the last changed first, each read when it is asked for. With `updatedFrom` it ends at the first one that
   * changed earlier.
   */
  list(query: ListQuery): Iterable<BookingRecord>;

  token(key: string): TokenRecord | undefined;
  /** Keeps a token; old ones are forgotten a generation at a time. */
  saveToken(key: string, record: TokenRecord): void;
  /** How many times this content was counted before, then counts it. Forgotten with the generation of tokens. */
  countUp(content: number): number;

  addDue(row: DueRow): void;
  /** When the next row is due. */
  nextDue(): number | undefined;
  /** Takes the next row that is due at or before the instant. */
  takeDue(until: number): DueRow | undefined;

  /** How many rooms of an offer are booked. */
  booked(unit: string): number;
  addBooked(unit: string, rooms: number): void;

  /** Everything as plain data. */
  dump(): StoreState;
}

/** A store as plain data. */
export interface StoreState {
  /** In change order, the last changed last. */
  bookings: BookingRecord[];
  tokens: [string, TokenRecord][];
  counts: [number, number][];
  due: DueRow[];
  booked: [string, number][];
}

/** Makes a store, empty or from what another one dumped. */
export type CreateStore = (state?: StoreState) => Store;
