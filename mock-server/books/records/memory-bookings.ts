import type { BookingRecord, ServiceRecord } from './records.ts';
import type { ListQuery, StoreChanges, StoreState } from './store.ts';

interface Entry {
  text: string;
  readonly owner: string;
  change: number;
  /** The number of services that are in the index. Services are never removed, and their start and reference never change. */
  indexed: number;
}

/** The receiver of changes; undefined while the store loads its initial state. */
export interface Reporting {
  to?: StoreChanges | undefined;
}

/** The bookings are JSON text, which takes a third of the memory of objects, and needs less garbage collection. */
export function createBookingTable(reporting: Reporting) {
  /** The bookings by id, the last changed at the end. */
  const entries = new Map<string, Entry>();
  const index = createBookingIndex(reporting);
  // All bookings of a user share one string, because every request brings its own copy of the user name.
  const owners = new Map<string, string>();
  let changes = 0;

  function saveBooking(record: BookingRecord, changed: boolean): void {
    save(record, JSON.stringify(record), changed);
  }

  function save(record: BookingRecord, text: string, changed: boolean): void {
    const { id, owner, services } = record;
    if (!owners.has(owner)) owners.set(owner, owner);
    const known = entries.get(id);
    const entry = known ?? { text: '', owner: owners.get(owner) ?? owner, change: 0, indexed: 0 };
    entry.text = text;
    for (const service of services.slice(entry.indexed)) index.add(id, owner, service);
    entry.indexed = services.length;
    const isMoved = changed || !known;
    if (isMoved) {
      entries.delete(id);
      entries.set(id, entry);
      changes += 1;
      entry.change = changes;
    }
    reporting.to?.booking(id, text, isMoved);
  }

  const newestFirst = () => [...entries.values()].reverse();

  return {
    load(booking: BookingRecord | string): void {
      if (typeof booking === 'string') save(JSON.parse(booking), booking, true);
      else saveBooking(booking, true);
    },
    shared: index.shared,
    setShared: index.setShared,
    texts: () => Array.from(entries.values(), ({ text }) => text),
    methods: {
      booking(id: string): BookingRecord | undefined {
        const entry = entries.get(id);
        return entry && read(entry);
      },
      saveBooking,
      get bookingCount() {
        return entries.size;
      },
      idByReference: (owner: string, reference: string) => index.byReference(owner, reference).at(-1),
      list(query: ListQuery): Iterable<BookingRecord> {
        const { owner, reference } = query;
        const ids = query.ids ?? (reference === undefined ? undefined : index.byReference(owner, reference));
        return listed(query, ids ? pick(entries, ids) : newestFirst());
      },
      bookingTexts(after?: string): readonly string[] {
        const { change = Number.POSITIVE_INFINITY } = entries.get(after ?? '') ?? {};
        return newestFirst().flatMap(entry => (entry.change < change ? [entry.text] : []));
      },
    },
  };
}

/** Yields the bookings of the user of a query, until the first that changed too early. */
function* listed({ owner, updatedFrom = 0 }: ListQuery, entries: readonly Entry[]): Generator<BookingRecord> {
  for (const entry of entries) {
    if (entry.owner !== owner) continue;
    const booking = read(entry);
    if (booking.updatedAt < updatedFrom) return;
    yield booking;
  }
}

const read = ({ text }: Entry): BookingRecord => JSON.parse(text);

function pick(entries: ReadonlyMap<string, Entry>, ids: Iterable<string>): Entry[] {
  const found = [...new Set(ids)].flatMap(id => entries.get(id) ?? []);
  return found.sort((a, b) => b.change - a.change);
}

function createBookingIndex(reporting: Reporting) {
  const references = createLists();
  // The key is JSON text, because both parts can contain any character.
  const keyOf = (owner: string, reference: string) => JSON.stringify([owner, reference]);

  function addReference(key: string, id: string): void {
    const ids = references.get(key);
    const [first = id] = ids;
    const isShared = ids.some(other => other !== first);
    if (!isShared && first !== id) for (const other of ids) reporting.to?.shared(key, other);
    if (isShared || first !== id) reporting.to?.shared(key, id);
    references.add(key, id);
  }

  return {
    add(id: string, owner: string, { reference }: ServiceRecord): void {
      if (reference !== undefined) addReference(keyOf(owner, reference), id);
    },
    /** Returns the ids of bookings with this reference; the newest id is at the end. An id can occur more than once. */
    byReference: (owner: string, reference: string) => references.get(keyOf(owner, reference)),
    /** Returns the references of several bookings. The ids are in the order in which the bookings received the reference. */
    shared(): Pick<StoreState, 'shared'> {
      const shared = references.several();
      return shared.length > 0 ? { shared } : {};
    },
    /** Moves ids of bookings with this reference to the end, in this order. */
    setShared(key: string, ids: readonly string[]): void {
      const moved = new Set(ids);
      references.set(key, [...references.get(key).filter(id => !moved.has(id)), ...ids]);
      for (const id of ids) reporting.to?.shared(key, id);
    },
  };
}

function createLists() {
  const lists = new Map<string, string[]>();
  return {
    several: () =>
      [...lists].flatMap(([key, ids]): [string, string[]][] => (ids.length > 1 ? [[key, [...ids]]] : [])),
    set: (key: string, ids: string[]) => void lists.set(key, ids),
    get: (key: string): readonly string[] => lists.get(key) ?? [],
    add(key: string, id: string): void {
      const list = lists.get(key);
      if (list) list.push(id);
      else lists.set(key, [id]);
    },
  };
}
