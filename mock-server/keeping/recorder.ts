import type { StoreChanges, StoreSource } from '../store/index.ts';
import type { Row } from './store.ts';

/** The kinds of rows beside the head. */
export type RowKind = 'booking' | 'shared' | 'token' | 'count' | 'due' | 'booked';

/** Returns the key of a row. */
export const keyOf = (kind: RowKind | 'head', key: string | number): string => `${kind} ${key}`;

/**
 * Collects the changes of a sandbox's store until the next commit. Each row begins with its position, because bookings, tokens and
 * references have an order.
 */
export class Recorder implements StoreChanges {
  readonly #onChange: () => void;
  #puts = new Map<string, string>();
  #drops = new Set<string>();
  /** The positions of rows that keep their positions when they change. */
  readonly #positions = new Map<string, number>();
  #last = 0;

  /** @param onChange called at every change */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Whether there are changes. */
  get isEmpty(): boolean {
    return this.#puts.size + this.#drops.size === 0;
  }

  booking(id: string, text: string, isMoved: boolean): void {
    const key = keyOf('booking', id);
    this.#put(key, text, isMoved ? undefined : this.#positions.get(key));
  }

  shared(reference: string, bookingId: string): void {
    const position = this.#last + 1;
    this.#put(keyOf('shared', position), JSON.stringify([reference, bookingId]));
  }

  token(key: string, record: Parameters<StoreChanges['token']>[1]): void {
    this.#put(keyOf('token', key), JSON.stringify(record));
  }

  tokenDropped(key: string): void {
    this.#drop(keyOf('token', key));
  }

  count(content: number, count: number): void {
    this.#put(keyOf('count', content), String(count));
  }

  countDropped(content: number): void {
    this.#drop(keyOf('count', content));
  }

  dueAdded(number: number, row: Parameters<StoreChanges['dueAdded']>[1]): void {
    this.#put(keyOf('due', number), JSON.stringify(row));
  }

  dueTaken(number: number): void {
    this.#drop(keyOf('due', number));
  }

  booked(unit: string, rooms: number): void {
    const key = keyOf('booked', unit);
    if (rooms === 0) this.#drop(key);
    else this.#put(key, String(rooms), this.#positions.get(key));
  }

  /** Adds the whole state of a store, for a sandbox that the durable store does not have yet. */
  addState({ bookings, shared = [], tokens, counts, due, booked }: StoreSource): void {
    for (const booking of bookings) {
      const text = typeof booking === 'string' ? booking : JSON.stringify(booking);
      const { id }: { id: string } = typeof booking === 'string' ? JSON.parse(booking) : booking;
      this.booking(id, text, true);
    }
    for (const [reference, ids] of shared) for (const id of ids) this.shared(reference, id);
    for (const [key, record] of tokens) this.token(key, record);
    for (const [content, count] of counts) this.count(content, count);
    for (const [number, row] of due.entries()) this.dueAdded(number, row);
    for (const [unit, rooms] of booked) this.booked(unit, rooms);
  }

  /** Continues with the rows that the durable store has. */
  continueWith(rows: readonly Row[]): void {
    this.#puts.clear();
    this.#drops.clear();
    this.#positions.clear();
    this.#last = 0;
    for (const { key, value } of rows) {
      const position = positionOf(value);
      if (Number.isNaN(position)) continue;
      this.#last = Math.max(this.#last, position);
      if (keepsPosition(key)) this.#positions.set(key, position);
    }
  }

  /** Returns the changes since the last call. */
  take(): { puts: Row[]; drops: string[] } {
    const puts = [...this.#puts].map(([key, value]) => ({ key, value }));
    const drops = [...this.#drops];
    this.#puts = new Map();
    this.#drops = new Set();
    return { puts, drops };
  }

  #put(key: string, value: string, known?: number): void {
    if (known === undefined) this.#last += 1;
    const position = known ?? this.#last;
    if (keepsPosition(key)) this.#positions.set(key, position);
    this.#puts.set(key, `${position} ${value}`);
    this.#drops.delete(key);
    this.#onChange();
  }

  #drop(key: string): void {
    this.#positions.delete(key);
    this.#puts.delete(key);
    this.#drops.add(key);
    this.#onChange();
  }
}

const keepsPosition = (key: string): boolean => key.startsWith('booking ') || key.startsWith('booked ');

/** Returns the position at the beginning of a row; NaN for a row of the head. */
export const positionOf = (value: string): number => Number.parseInt(value, 10);
