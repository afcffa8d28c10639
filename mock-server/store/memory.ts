import { createHeap } from '../heap.ts';
import { createGenerations } from './generations.ts';
import type { BookingRecord, DueRow } from './records.ts';
import type { CreateStore, ListQuery } from './store.ts';

/** Tokens kept per generation; two generations live. */
export const tokensPerGeneration = 30_000;

/**
 * A store in memory. Bookings are kept as JSON text, which takes a third of the memory of objects and spares the
 * garbage collector from walking millions of them.
 *
 * @example const store = createMemoryStore()
 */
export const createMemoryStore: CreateStore = state => {
  const bookings = createBookings(state?.bookings);
  const tokens = createGenerations(tokensPerGeneration, state?.tokens);
  const counts = createGenerations(tokensPerGeneration, state?.counts);
  const booked = new Map(state?.booked);
  let rows = 0;
  const due = createHeap<DueRow & { row: number }>((a, b) => a.at - b.at || a.row - b.row);
  const addDue = (row: DueRow) => due.push({ ...row, row: rows++ });
  for (const row of state?.due ?? []) addDue(row);

  return {
    ...bookings.store,
    get bookingCount() {
      return bookings.store.bookingCount;
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
    addBooked: (unit, rooms) => void booked.set(unit, (booked.get(unit) ?? 0) + rooms),
    dump: () => ({
      bookings: bookings.inChangeOrder(),
      tokens: tokens.entries(),
      counts: counts.entries(),
      due: due.inOrder().map(({ row, ...rest }) => rest),
      booked: [...booked],
    }),
  };
};

interface Entry {
  text: string;
  /** Position in the log of changes. */
  change: number;
}

function createBookings(from: BookingRecord[] = []) {
  const entries = new Map<string, Entry>();
  // Ids joined by blanks: nearly always one, and text is the smallest list there is.
  const byReference = new Map<string, string>();
  const byStart = new Map<string, string[]>();
  // Every change appends; an older position of the same booking is stale, and skipped.
  let changes: string[] = [];

  const read = (entry: Entry): BookingRecord => JSON.parse(entry.text);

  function saveBooking(record: BookingRecord, changed: boolean): void {
    const before = entries.get(record.id);
    const change = changed || !before ? changes.push(record.id) - 1 : before.change;
    entries.set(record.id, { text: JSON.stringify(record), change });
    if (!before) index(record);
    if (changes.length > 2 * entries.size + 1_000) dropStale();
  }

  function index({ id, owner, reference, services }: BookingRecord): void {
    if (reference !== undefined) {
      const key = `${owner} ${reference}`;
      const ids = byReference.get(key);
      byReference.set(key, ids === undefined ? id : `${ids} ${id}`);
    }
    const start = services[0]?.start ?? '';
    const ids = byStart.get(start);
    if (ids) ids.push(id);
    else byStart.set(start, [id]);
  }

  function dropStale(): void {
    changes = changes.filter((id, position) => entries.get(id)?.change === position);
    for (const [position, id] of changes.entries()) {
      const entry = entries.get(id);
      if (entry) entry.change = position;
    }
  }

  function* newestFirst(): Generator<BookingRecord> {
    for (let position = changes.length - 1; position >= 0; position -= 1) {
      const entry = entries.get(changes[position] ?? '');
      if (entry?.change === position) yield read(entry);
    }
  }

  function pick(ids: Iterable<string>): BookingRecord[] {
    const found = [...new Set(ids)].flatMap(id => entries.get(id) ?? []);
    return found.sort((a, b) => b.change - a.change).map(read);
  }

  function candidates(query: ListQuery): Iterable<BookingRecord> {
    if (query.ids) return pick(query.ids);
    if (query.reference !== undefined) return pick(referred(query.owner, query.reference));
    if (query.startFrom === undefined && query.startTo === undefined) return newestFirst();
    const { startFrom = '', startTo = '9999-12-31' } = query;
    return pick(
      [...byStart].filter(([start]) => start >= startFrom && start <= startTo).flatMap(([, ids]) => ids),
    );
  }

  const referred = (owner: string, reference: string) =>
    byReference.get(`${owner} ${reference}`)?.split(' ') ?? [];

  for (const record of from) saveBooking(record, true);
  return {
    inChangeOrder: () => [...newestFirst()].reverse(),
    store: {
      booking(id: string) {
        const entry = entries.get(id);
        return entry && read(entry);
      },
      saveBooking,
      get bookingCount() {
        return entries.size;
      },
      idByReference: (owner: string, reference: string) => referred(owner, reference).at(-1),
      *list(query: ListQuery) {
        for (const booking of candidates(query)) if (booking.owner === query.owner) yield booking;
      },
    },
  };
}
