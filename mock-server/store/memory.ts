import { runAtOnce } from '../clock/index.ts';
import { collectRest } from './collect-rest.ts';
import { createDueQueue } from './due-queue.ts';
import { createBookingTable, type Reporting } from './memory-bookings.ts';
import { OrderedMap } from './ordered-map.ts';
import type { TokenRecord } from './records.ts';
import { createRotatingMap } from './rotating-map.ts';
import type { CreateStore, RestReading, StoreSource } from './store.ts';

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
  const due = createDueQueue(reporting);
  const tokens = createRotatingMap<string, TokenRecord>(tokensPerGeneration);
  const counts = createCounts(reporting);
  const booked = new OrderedMap<number>();

  function saveToken(key: string, record: TokenRecord): void {
    tokens.set(key, record);
    reporting.to?.token(key, record);
  }

  function addBooked(unit: string, rooms: number): void {
    const count = (booked.get(unit) ?? 0) + rooms;
    if (count === 0) booked.delete(unit);
    else booked.set(unit, count);
    reporting.to?.booked(unit, count);
  }

  function* load(source: StoreSource, isNew = true): Generator<void, void> {
    reporting.to = isNew ? changes : undefined;
    counts.raiseTo(source.minCount ?? 0);
    for (const booking of source.bookings) yield bookings.load(booking);
    for (const [key, ids] of source.shared ?? []) yield* bookings.setShared(key, ids);
    for (const [key, record] of source.tokens) yield saveToken(key, record);
    for (const [content, count] of source.counts) yield counts.set(content, count);
    for (const [index, row] of source.due.entries()) yield due.add(row, source.dueNumbers?.[index]);
    for (const [unit, rooms] of source.booked) yield addBooked(unit, rooms);
    reporting.to = changes;
  }

  const readRest = (): RestReading => ({
    tokens: tokens.entries(),
    counts: counts.entries(),
    due: due.read(),
    booked: booked.entries(),
    ...bookings.shared(),
  });

  if (state) runAtOnce(load(state, false));
  reporting.to = changes;
  return {
    ...bookings.methods,
    get bookingCount() {
      return bookings.methods.bookingCount;
    },
    ...due.methods,
    token: key => tokens.get(key),
    saveToken,
    countUp: counts.up,
    booked: unit => booked.get(unit) ?? 0,
    addBooked,
    recordCount: () => tokens.size + counts.size() + due.size(),
    readBookings: bookings.read,
    dump: () => ({ bookings: bookings.inChangeOrder(), ...runAtOnce(collectRest(readRest())) }),
    readRest,
    load,
  };
};

/** Creates the counts of a store: how often each content was counted. */
function createCounts(reporting: Reporting) {
  const counts = createRotatingMap<number, number>(tokensPerGeneration);
  let minCount = 0;
  function set(content: number, count: number): void {
    counts.set(content, count);
    reporting.to?.count(content, count);
  }
  return {
    set,
    /** Raises the minimum of every count. */
    raiseTo(count: number): void {
      minCount = Math.max(minCount, count);
    },
    up(content: number): number {
      const count = Math.max(counts.get(content) ?? 0, minCount);
      set(content, count + 1);
      return count;
    },
    entries: () => counts.entries(),
    size: () => counts.size,
  };
}
