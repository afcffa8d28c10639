import { createHeap } from '../heap.ts';
import { createBookingTable } from './memory-bookings.ts';
import type { DueRow } from './records.ts';
import { createRotatingMap } from './rotating-map.ts';
import type { CreateStore } from './store.ts';

/** The maximum number of tokens in a generation of a rotating map. The store keeps two generations. */
export const tokensPerGeneration = 20_000;

/**
 * Creates a store in memory.
 *
 * @example const store = createMemoryStore()
 */
export const createMemoryStore: CreateStore = state => {
  const bookings = createBookingTable(state?.bookings);
  const tokens = createRotatingMap(tokensPerGeneration, state?.tokens);
  const counts = createRotatingMap(tokensPerGeneration, state?.counts);
  const booked = new Map(state?.booked);
  let rows = 0;
  const due = createHeap<DueRow & { row: number }>((a, b) => a.at - b.at || a.row - b.row);
  const addDue = (row: DueRow) => due.push({ ...row, row: rows++ });
  for (const row of state?.due ?? []) addDue(row);

  return {
    ...bookings.methods,
    get bookingCount() {
      return bookings.methods.bookingCount;
    },
    token: key => tokens.get(key),
    saveToken: (key, record) => tokens.set(key, record),
    countUp(content) {
      const count = counts.get(content) ?? 0;
      counts.set(content, count + 1);
      return count;
    },
    addDue,
    nextDue: () => due.peek()?.at,
    takeDue(until) {
      const first = due.peek();
      return first && first.at <= until ? due.pop() : undefined;
    },
    booked: unit => booked.get(unit) ?? 0,
    addBooked(unit, rooms) {
      const count = (booked.get(unit) ?? 0) + rooms;
      if (count === 0) booked.delete(unit);
      else booked.set(unit, count);
    },
    dump: () => ({
      bookings: bookings.inChangeOrder(),
      tokens: tokens.entries(),
      counts: counts.entries(),
      due: due.inOrder().map(({ row, ...rest }) => rest),
      booked: [...booked],
    }),
  };
};
