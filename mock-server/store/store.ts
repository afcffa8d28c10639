import type { BookingRecord, DueRow, TokenRecord } from './records.ts';

/** The criteria by which the store lists bookings. The caller filters by all others. */
export interface ListQuery {
  owner: string;
  /** Only these ids. */
  ids?: readonly string[];
  /** The ExternalReference of one of its services. */
  reference?: string;
  /** One of its services starts between these two dates, both inclusive. */
  startFrom?: string;
  startTo?: string;
  /** Only bookings that changed at this instant or later, epoch milliseconds. */
  updatedFrom?: number;
}

/**
 * The store of a sandbox: its bookings, tokens and due events. It is synchronous, so no other call runs between the first
 * read and the last write of a handler. Each read uses a key; only a list without criteria scans.
 */
export interface Store {
  booking(id: string): BookingRecord | undefined;
  /**
   * Inserts or replaces a booking. `changed` moves it to the front of the change order. The caller must then have set
   * `updatedAt` to now, so that the change order is also the order of `updatedAt`.
   */
  saveBooking(record: BookingRecord, changed: boolean): void;
  readonly bookingCount: number;
  /** Returns the id of the booking that got this reference last, for one of its services. */
  idByReference(owner: string, reference: string): string | undefined;
  /**
   * Lists bookings, the last changed first. A booking is read when the caller takes it. With `updatedFrom` the list ends at
   * the first booking that changed earlier.
   */
  list(query: ListQuery): Iterable<BookingRecord>;

  token(key: string): TokenRecord | undefined;
  /** Keeps the record of a token. Old records are dropped a generation at a time. */
  saveToken(key: string, record: TokenRecord): void;
  /** Returns how often this content was counted before, and counts it. The count is dropped with its generation. */
  countUp(content: number): number;

  addDue(row: DueRow): void;
  /** Returns the instant at which the next row is due, epoch milliseconds. */
  nextDue(): number | undefined;
  /** Takes the next row that is due at or before the instant. */
  takeDue(until: number): DueRow | undefined;

  /** Returns how many rooms of an offer are booked. */
  booked(unit: string): number;
  addBooked(unit: string, rooms: number): void;

  /** Returns the whole store as plain data. */
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

/** Creates a store: empty, or from the dump of another one. */
export type CreateStore = (state?: StoreState) => Store;
