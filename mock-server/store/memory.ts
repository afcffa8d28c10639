import { runAtOnce } from '../clock/index.ts';
import { createHeap } from '../heap.ts';
import { createBookingTable, type Reporting } from './memory-bookings.ts';
import type { DueRow } from './records.ts';
import { createRotatingMap } from './rotating-map.ts';
import type { CreateStore, StoreSource } from './store.ts';

/** The maximum number of tokens in a generation of a rotating map. The store keeps two generations. */
export const tokensPerGeneration = 20_000;

/**
 * Creates a store in memory. With `changes`, the store reports every change after its initial state.
 *
 * @example const store = createMemoryStore()
 */
export const createMemoryStore: CreateStore = (state, changes) => {
  const reporting: Reporting = {};
  const bookings = createBookingTable(reporting);
  const tokens = createRotatingMap<string, StoreSource['tokens'][number][1]>(tokensPerGeneration);
  const counts = createRotatingMap<number, number>(tokensPerGeneration);
  const booked = new Map<string, number>();
  const due = createHeap<NumberedRow>(inOrder);
  let minCount = 0;
  let rows = 0;

  const store: ReturnType<CreateStore> = {
    ...bookings.methods,
    get bookingCount() {
      return bookings.methods.bookingCount;
    },
    token: key => tokens.get(key),
    saveToken(key, record) {
      tokens.set(key, record);
      reporting.to?.token(key, record);
    },
    countUp(content) {
      const count = Math.max(counts.get(content) ?? 0, minCount);
      setCount(content, count + 1);
      return count;
    },
    addDue: row => addDue(row, rows),
    nextDue: () => due.peek()?.at,
    takeDue(until) {
      const first = due.peek();
      if (!first || first.at > until) return undefined;
      reporting.to?.dueTaken(first.row);
      return due.pop();
    },
    booked: unit => booked.get(unit) ?? 0,
    addBooked(unit, rooms) {
      const count = (booked.get(unit) ?? 0) + rooms;
      if (count === 0) booked.delete(unit);
      else booked.set(unit, count);
      reporting.to?.booked(unit, count);
    },
    readBookings: bookings.read,
    dump: () => ({ bookings: bookings.inChangeOrder(), ...dumpRest() }),
    dumpRest,
    *load(source) {
      minCount = Math.max(minCount, source.minCount ?? 0);
      for (const booking of source.bookings) yield bookings.load(booking);
      for (const [key, record] of source.tokens) yield store.saveToken(key, record);
      for (const [content, count] of source.counts) yield setCount(content, count);
      // A durable store finds the row of an event by its number, so a loaded event keeps its number.
      for (const [index, row] of source.due.entries()) yield addDue(row, source.dueNumbers?.[index] ?? index);
      for (const [unit, rooms] of source.booked) yield store.addBooked(unit, rooms);
    },
  };

  function setCount(content: number, count: number): void {
    counts.set(content, count);
    reporting.to?.count(content, count);
  }

  function addDue(row: DueRow, number: number): void {
    reporting.to?.dueAdded(number, row);
    due.push({ ...row, row: number });
    rows = Math.max(rows, number + 1);
  }

  function dumpRest() {
    return {
      tokens: tokens.entries(),
      counts: counts.entries(),
      due: due.inOrder().map(({ row, ...rest }) => rest),
      booked: [...booked],
    };
  }

  if (state) runAtOnce(store.load(state));
  reporting.to = changes;
  return store;
};

type NumberedRow = DueRow & { row: number };
const inOrder = (a: NumberedRow, b: NumberedRow): number => a.at - b.at || a.row - b.row;
