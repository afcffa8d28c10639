import { createHeap } from '../heap.ts';
import { createBookingTable } from './memory-bookings.ts';
import type { DueRow } from './records.ts';
import { createRotatingMap } from './rotating-map.ts';
import type { CreateStore } from './store.ts';

/** The maximum number of tokens in a generation of a rotating map. The store keeps two generations. */
export const tokensPerGeneration = 20_000;

/**
 * Creates a store in memory. With `changes`, the store reports every change after its initial state.
 *
 * @example const store = createMemoryStore()
 */
export const createMemoryStore: CreateStore = (state, changes) => {
  const bookings = createBookingTable(state, changes);
  const tokens = createRotatingMap(tokensPerGeneration, state?.tokens);
  const counts = createRotatingMap(tokensPerGeneration, state?.counts);
  const booked = new Map(state?.booked);
  const minCount = state?.minCount ?? 0;
  const due = createHeap<DueRow & { row: number }>((a, b) => a.at - b.at || a.row - b.row);
  // A durable store finds the row of an event by its number, so a loaded event keeps its number.
  let rows = 0;
  for (const [index, event] of (state?.due ?? []).entries()) {
    const row = state?.dueNumbers?.[index] ?? index;
    due.push({ ...event, row });
    rows = Math.max(rows, row + 1);
  }

  return {
    ...bookings.methods,
    get bookingCount() {
      return bookings.methods.bookingCount;
    },
    token: key => tokens.get(key),
    saveToken(key, record) {
      tokens.set(key, record);
      changes?.token(key, record);
    },
    countUp(content) {
      const count = Math.max(counts.get(content) ?? 0, minCount);
      counts.set(content, count + 1);
      changes?.count(content, count + 1);
      return count;
    },
    addDue(row) {
      changes?.dueAdded(rows, row);
      due.push({ ...row, row: rows++ });
    },
    nextDue: () => due.peek()?.at,
    takeDue(until) {
      const first = due.peek();
      if (!first || first.at > until) return undefined;
      changes?.dueTaken(first.row);
      return due.pop();
    },
    booked: unit => booked.get(unit) ?? 0,
    addBooked(unit, rooms) {
      const count = (booked.get(unit) ?? 0) + rooms;
      if (count === 0) booked.delete(unit);
      else booked.set(unit, count);
      changes?.booked(unit, count);
    },
    recordCount: () => tokens.size + counts.size + due.size,
    dump: () => ({
      ...bookings.dump(),
      tokens: tokens.entries(),
      counts: counts.entries(),
      due: due.inOrder().map(({ row, ...rest }) => rest),
      booked: [...booked],
    }),
  };
};
