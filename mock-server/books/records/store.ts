import type { BookingRecord, DueRow, TokenRecord } from './records.ts';

/** The criteria that the store applies when it lists bookings. The caller must check all other criteria of a request. */
export interface ListQuery {
  owner: string;
  ids?: readonly string[];
  reference?: string;
  /** List only bookings that changed at this instant or later, in epoch milliseconds. */
  updatedFrom?: number;
}

/**
 * The store of a sandbox: its bookings, tokens and due events. The store is synchronous, so no other call runs between the first
 * read and the last write of a handler. Each read finds its records by a key. Only a list without criteria scans all bookings.
 */
export interface Store {
  booking(id: string): BookingRecord | undefined;
  /**
   * Inserts or replaces a booking. With `changed`, the booking becomes the last changed booking. In this case the caller must
   * first set `updatedAt` to the present instant, so that bookings in change order are also in order of `updatedAt`.
   */
  saveBooking(record: BookingRecord, changed: boolean): void;
  readonly bookingCount: number;
  /** Returns the id of the last booking that received this reference for one of its services. */
  idByReference(owner: string, reference: string): string | undefined;
  /**
   * Lists bookings, the last changed first. A booking is parsed when the caller takes it from the iterator. With `updatedFrom`
   * the list ends at the first booking that changed earlier.
   */
  list(query: ListQuery): Iterable<BookingRecord>;
  /** Returns the JSON texts of all bookings, the last changed first, beginning after the booking with the id `after`. */
  bookingTexts(after?: string): readonly string[];

  token(key: string): TokenRecord | undefined;
  /** Stores the record of a token. When there are too many records, the store drops the oldest records. */
  saveToken(key: string, record: TokenRecord): void;
  /** Returns how often this content was counted before, and then adds one. The store drops old counts. */
  countUp(content: number): number;

  addDue(row: DueRow): void;
  /** Returns the instant of the next due event, in epoch milliseconds; undefined when no event is left. */
  nextDue(): number | undefined;
  /** Removes and returns the next event that is due at or before `until`; undefined when no event is due. */
  takeDue(until: number): DueRow | undefined;

  booked(unit: string): number;
  addBooked(unit: string, rooms: number): void;

  /** Returns the whole store as plain data, with the bookings as JSON texts, which take a third of the memory of objects. */
  dump(): StoreState;
}

export interface StoreState {
  /** The bookings in the order of their last changes, the last changed at the end. Each booking is an object or its JSON text. */
  bookings: readonly (BookingRecord | string)[];
  tokens: [string, TokenRecord][];
  counts: [number, number][];
  due: DueRow[];
  /** The numbers of the due events, in the order of `due`, if the state comes from a durable store. */
  dueNumbers?: number[];
  booked: [string, number][];
  /**
   * The ids of bookings that share a reference, in the order in which they received the reference. The order of `bookings`
   * does not show this order.
   */
  shared?: [reference: string, ids: string[]][];
}

/** Creates a store. The store is empty, or contains the dumped state of another store. `changes` receives later changes. */
export type CreateStore = (state?: StoreState, changes?: StoreChanges) => Store;

/**
 * Receives every change of a store, so that a durable store can write the changes. The initial state of a store is no
 * change. The calls are synchronous and must be fast.
 */
export interface StoreChanges {
  /** A booking was inserted or replaced. `text`: the booking as JSON text. `isMoved`: whether the booking became the last changed booking. */
  booking(id: string, text: string, isMoved: boolean): void;
  /**
   * A booking received a reference that another booking also has. The calls are in the order of the receptions. `reference`: a key
   * that also contains the user.
   */
  shared(reference: string, bookingId: string): void;
  token(key: string, record: TokenRecord): void;
  /** The record of a token was dropped, because there are too many. */
  tokenDropped(key: string): void;
  count(content: number, count: number): void;
  /** The count of a content was dropped, because there are too many. */
  countDropped(content: number): void;
  /** A due event was added under a number that is unique in its sandbox. */
  dueAdded(number: number, row: DueRow): void;
  dueTaken(number: number): void;
  booked(unit: string, rooms: number): void;
}
