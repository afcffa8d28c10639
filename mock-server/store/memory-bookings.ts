import { type BookingReader, ChangeLog, type Entries, type Entry } from './change-log.ts';
import type { StoreChanges } from './changes.ts';
import { OrderedMap } from './ordered-map.ts';
import type { BookingRecord, ServiceRecord } from './records.ts';
import { ShardedMap } from './sharded-map.ts';
import type { ListQuery, RestReading } from './store.ts';

/** The maximum number of bookings that are found by an index. For more bookings, all bookings are read. */
const maxPicked = 2_000;

/** The receiver of changes; undefined while the store loads its initial state. */
export interface Reporting {
  to?: StoreChanges | undefined;
}

/**
 * Creates the bookings of a store in memory. The bookings are kept as JSON text. Text takes a third of the memory that
 * objects take, and needs less garbage collection. The text of a booking is parsed when a caller reads the booking.
 */
export function createBookingTable(reporting: Reporting) {
  const entries = new ShardedMap<Entry>();
  const index = createBookingIndex(reporting);
  // All bookings of a user share one string, because every request brings its own copy of the user name.
  const owners = new Map<string, string>();
  const log = new ChangeLog(entries);

  function saveBooking(record: BookingRecord, changed: boolean): void {
    save(record, JSON.stringify(record), changed);
  }

  function save(record: BookingRecord, text: string, changed: boolean): void {
    const { id, owner, services } = record;
    if (!owners.has(owner)) owners.set(owner, owner);
    const known = entries.get(id);
    const entry = known ?? { text: '', owner: owners.get(owner) ?? owner, change: 0, indexed: 0 };
    if (known) log.beforeChange(id, known);
    entry.text = text;
    for (const service of services.slice(entry.indexed)) index.add(id, owner, service);
    entry.indexed = services.length;
    for (const { confirmation } of services)
      if (confirmation !== undefined) index.addConfirmation(id, confirmation);
    if (!known) entries.set(id, entry);
    const isMoved = changed || !known;
    if (isMoved) log.append(id, entry);
    reporting.to?.booking(id, text, isMoved);
  }

  const scan = (query: ListQuery) => scanTable(query, { entries, index, log });

  return {
    /** Adds a booking, as the last changed booking. */
    load(booking: BookingRecord | string): void {
      if (typeof booking === 'string') save(JSON.parse(booking), booking, true);
      else saveBooking(booking, true);
    },
    shared: (): Pick<RestReading, 'shared'> => index.shared(),
    setShared: index.setShared,
    inChangeOrder: () => [...log.newestFirst()].reverse().map(read),
    read: (): BookingReader => log.reader(),
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
      *list(query: ListQuery): Generator<BookingRecord> {
        for (const booking of scan(query)) if (booking) yield booking;
      },
      scan,
    },
  };
}

interface Table {
  readonly entries: Entries;
  readonly index: ReturnType<typeof createBookingIndex>;
  readonly log: ChangeLog;
}

/** Yields the bookings that fit a query, and undefined for the others. */
function* scanTable(query: ListQuery, table: Table): Generator<BookingRecord | undefined> {
  const { owner, updatedFrom = 0 } = query;
  const ids = indexed(query, table.index);
  // If most bookings fit a query, it takes longer to sort them than to read all bookings in their order.
  const found =
    ids === undefined || ids.length > maxPicked ? readAll(owner, table.log) : readPicked(owner, ids, table);
  for (const booking of found) {
    if (booking && booking.updatedAt < updatedFrom) return;
    yield booking;
  }
}

function* readPicked(owner: string, ids: readonly string[], { entries }: Table) {
  for (const entry of pick(entries, ids)) yield entry.owner === owner ? read(entry) : undefined;
}

/** Reads all bookings of a user, as they are at the first step. */
function* readAll(owner: string, log: ChangeLog) {
  const reader = log.reader();
  try {
    for (const text of reader.newestOf(owner)) yield text === '' ? undefined : read({ text });
  } finally {
    reader.end();
  }
}

/** Returns the ids of the bookings that an index finds for a query; undefined if no index fits, or for a range of too many bookings. */
function indexed(
  { owner, ids, reference, confirmation, startFrom, startTo }: ListQuery,
  index: ReturnType<typeof createBookingIndex>,
): readonly string[] | undefined {
  if (ids) return ids;
  if (confirmation !== undefined) return index.byConfirmation(confirmation);
  if (reference !== undefined) return index.byReference(owner, reference);
  if (startFrom === undefined && startTo === undefined) return undefined;
  return index.byStart(startFrom, startTo);
}

const read = ({ text }: Pick<Entry, 'text'>): BookingRecord => JSON.parse(text);

/** Returns the entries of the bookings with these ids, each entry once, the last changed booking first. */
function pick(entries: Entries, ids: Iterable<string>): Entry[] {
  const found = [...new Set(ids)].flatMap(id => entries.get(id) ?? []);
  return found.sort((a, b) => b.change - a.change);
}

/** Creates an index of bookings by the start dates, references and confirmation numbers of their services. */
function createBookingIndex(reporting: Reporting) {
  const references = createLists();
  const starts = createLists();
  const confirmations = createLists();
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
    add(id: string, owner: string, { start, reference }: ServiceRecord): void {
      starts.add(start, id);
      if (reference !== undefined) addReference(keyOf(owner, reference), id);
    },
    /** Adds a confirmation number, which a service gets after its booking. A number that is already there changes nothing. */
    addConfirmation(id: string, confirmation: string): void {
      if (!confirmations.get(confirmation).includes(id)) confirmations.add(confirmation, id);
    },
    byConfirmation: (confirmation: string) => confirmations.get(confirmation),
    /** Returns the ids of bookings with this reference; the newest id is at the end. An id can occur more than once. */
    byReference: (owner: string, reference: string) => references.get(keyOf(owner, reference)),
    /**
     * Begins to read the references of several bookings, as they are now. The ids are in the order in which the bookings received
     * the reference.
     */
    shared: (): Pick<RestReading, 'shared'> =>
      references.hasSeveral() ? { shared: references.readSeveral() } : {},
    /** Moves ids of bookings with this reference to the end, in this order. Yields after each id. */
    *setShared(key: string, ids: string[]): Generator<void, void> {
      const moved = new ShardedMap<true>();
      for (const id of ids) yield moved.set(id, true);
      const all: string[] = [];
      for (const id of references.get(key)) {
        if (!moved.has(id)) all.push(id);
        yield;
      }
      for (const id of ids) {
        all.push(id);
        yield reporting.to?.shared(key, id);
      }
      references.set(key, all);
    },
    /**
     * Returns the ids of bookings with a service that starts between two dates, both inclusive; undefined for too many ids. An id
     * can occur more than once.
     */
    byStart(from = '', to = '9999-12-31'): string[] | undefined {
      const lists = starts.keys().flatMap(start => (start >= from && start <= to ? [starts.get(start)] : []));
      const count = lists.reduce((sum, ids) => sum + ids.length, 0);
      return count > maxPicked ? undefined : lists.flat();
    },
  };
}

/**
 * Creates lists of ids by key. A list with only one id is stored as a string, not as an array. This saves memory,
 * because there can be millions of references, and most belong to one booking.
 */
function createLists() {
  const lists = new ShardedMap<string | string[]>();
  /**
   * The lists that are arrays, the last set at the end, so that an export does not read all keys. `count` is the length of a list,
   * because an array gets more ids while an export runs.
   */
  const arrays = new OrderedMap<{ readonly ids: string[]; readonly count: number }>();
  function set(key: string, ids: string[]): void {
    lists.set(key, ids);
    arrays.delete(key);
    arrays.set(key, { ids, count: ids.length });
  }
  function append(key: string, ids: string[], id: string): void {
    ids.push(id);
    arrays.set(key, { ids, count: ids.length });
  }
  function get(key: string): readonly string[] {
    const list = lists.get(key) ?? [];
    return typeof list === 'string' ? [list] : list;
  }
  return {
    keys: () => [...lists.keys()],
    hasSeveral: () => arrays.size > 0,
    readSeveral: () => listsOf(arrays.entries()),
    set,
    get,
    add(key: string, id: string): void {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, id);
      else if (typeof list === 'string') set(key, [list, id]);
      else append(key, list, id);
    },
  };
}

function* listsOf(
  arrays: Iterable<[string, { ids: string[]; count: number }]>,
): Generator<[string, string[]], void> {
  for (const [key, { ids, count }] of arrays) yield [key, ids.slice(0, count)];
}
