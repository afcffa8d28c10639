import type { DueRow, TokenRecord } from './records.ts';

/**
 * Receives every change of a store, so that a durable store can write the changes. The initial state of a store is no
 * change. The calls are synchronous and must be fast.
 */
export interface StoreChanges {
  /**
   * A booking was inserted or replaced.
   *
   * @param text the booking as JSON text
   * @param isMoved whether the booking became the last changed booking
   */
  booking(id: string, text: string, isMoved: boolean): void;
  /**
   * A booking received a reference that another booking also has. The calls are in the order of the receptions.
   *
   * @param reference a key that also contains the user
   */
  shared(reference: string, bookingId: string): void;
  /** A token, or the answer for an idempotency key, was stored. */
  token(key: string, record: TokenRecord): void;
  /** The record of a token was dropped, because there are too many. */
  tokenDropped(key: string): void;
  /** A content was counted. */
  count(content: number, count: number): void;
  /** The count of a content was dropped, because there are too many. */
  countDropped(content: number): void;
  /** A due event was added under a number that is unique in its sandbox. */
  dueAdded(number: number, row: DueRow): void;
  /** The due event with this number was removed. */
  dueTaken(number: number): void;
  /** The number of booked rooms of an offer changed. */
  booked(unit: string, rooms: number): void;
}
