import { createRotatingMap, SortedList } from '../../clock/index.ts';
import { createBookingTable, type Reporting } from './memory-bookings.ts';
import type { DueRow, TokenRecord } from './records.ts';
import type { CreateStore, Store, StoreState } from './store.ts';

/** The maximum number of tokens in a generation of a rotating map. The store keeps two generations. */
export const tokensPerGeneration = 20_000;

/** Creates a store in memory. With `changes`, the store reports every change after its initial state. */
export const createMemoryStore: CreateStore = (state, changes) => {
  const reporting: Reporting = {};
  const bookings = createBookingTable(reporting);
  const due = createDueQueue(reporting);
  const tokens = createRotatingMap<string, TokenRecord>(tokensPerGeneration, key =>
    reporting.to?.tokenDropped(key),
  );
  const counts = createCounts(reporting);
  const booked = new Map<string, number>();

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

  function load(source: StoreState): void {
    for (const booking of source.bookings) bookings.load(booking);
    for (const [key, ids] of source.shared ?? []) bookings.setShared(key, ids);
    for (const [key, record] of source.tokens) saveToken(key, record);
    for (const [content, count] of source.counts) counts.set(content, count);
    for (const [index, row] of source.due.entries()) due.add(row, source.dueNumbers?.[index]);
    for (const [unit, rooms] of source.booked) addBooked(unit, rooms);
  }

  if (state) load(state);
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
    dump: () => ({
      bookings: bookings.texts(),
      tokens: tokens.entries(),
      counts: counts.entries(),
      due: due.read(),
      booked: [...booked],
      ...bookings.shared(),
    }),
  };
};

/** Creates a store whose content can be replaced while other parts of a sandbox refer to it. `create`: creates a store with a content. */
export function createReplaceable(
  create: (state?: StoreState) => Store,
  state?: StoreState,
): { store: Store; replace(state: StoreState): void } {
  let current = create(state);
  return {
    store: new Proxy(current, { get: (_, name) => Reflect.get(current, name) }),
    replace(next) {
      current = create(next);
    },
  };
}

function createCounts(reporting: Reporting) {
  const counts = createRotatingMap<number, number>(tokensPerGeneration, content =>
    reporting.to?.countDropped(content),
  );
  function set(content: number, count: number): void {
    counts.set(content, count);
    reporting.to?.count(content, count);
  }
  return {
    set,
    up(content: number): number {
      const count = counts.get(content) ?? 0;
      set(content, count + 1);
      return count;
    },
    entries: () => counts.entries(),
  };
}

function createDueQueue(reporting: Reporting) {
  const queue = new SortedList<{ row: DueRow; number: number }>(
    (a, b) => a.row.at - b.row.at || a.number - b.number,
  );
  let next = 0;

  /** Adds an event under a number. A durable store finds the row of an event by its number. */
  function add(row: DueRow, number: number = next): void {
    reporting.to?.dueAdded(number, row);
    queue.add({ row: { ...row }, number });
    next = Math.max(next, number + 1);
  }

  return {
    add,
    read: (): DueRow[] => queue.all.map(({ row }) => ({ ...row })),
    methods: {
      addDue: (row: DueRow) => add(row),
      nextDue: () => queue.first?.row.at,
      takeDue(until: number): DueRow | undefined {
        const { first } = queue;
        if (!first || first.row.at > until) return undefined;
        queue.takeFirst();
        reporting.to?.dueTaken(first.number);
        return first.row;
      },
    },
  };
}
