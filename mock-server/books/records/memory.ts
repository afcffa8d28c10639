import { isFinal } from '#contracts';
import { createRotatingMap, SortedList } from '../../clock/index.ts';
import type { BookingRecord, DueRow, TokenRecord } from './records.ts';

/** The caller must check all other criteria of a request. */
export interface ListQuery {
  owner: string;
  ids?: readonly string[];
  reference?: string;
  /** Epoch milliseconds, inclusive. */
  updatedFrom?: number;
}

export interface StoreState {
  /** The last changed at the end; objects or their JSON texts. */
  bookings: readonly (BookingRecord | string)[];
  tokens: [string, TokenRecord][];
  counts: [number, number][];
  due: DueRow[];
  /** In the order of `due`, from a durable store. */
  dueNumbers?: number[];
  /** The bookings that share a reference, in the order in which they received it, which `bookings` does not show. */
  shared?: [reference: string, ids: string[]][];
}

/** `shared`: a booking received a reference that another booking also has. `due`: the key is unique in the sandbox. */
export type RowKind = 'booking' | 'shared' | 'token' | 'count' | 'due';

/** For a durable store. The calls are synchronous and must be fast. */
export interface StoreChanges {
  /** `keepsPlace`: a replaced value keeps its place in the order. */
  put(kind: RowKind, key: string | number, value: unknown, keepsPlace?: boolean): void;
  drop(kind: RowKind, key: string | number): void;
}

interface Entry {
  text: string;
  readonly owner: string;
  change: number;
  /** How many services are in the index. Services are never removed, and their reference never changes. */
  indexed: number;
  held: readonly string[];
}

/** The store keeps two generations. */
export const tokensPerGeneration = 20_000;

/** Synchronous, so no other call runs between the first read and the last write of a handler. */
export class MemoryStore {
  readonly #changes: StoreChanges | undefined;
  /** The last changed at the end. JSON text takes a third of the memory of objects, and needs less garbage collection. */
  readonly #bookings = new Map<string, Entry>();
  #lastChange = 0;
  /** The last booking that received the reference at the end. An id can occur more than once. */
  readonly #references = new Map<string, string[]>();
  readonly #tokens = createRotatingMap<string, TokenRecord>(tokensPerGeneration, key =>
    this.#changes?.drop('token', key),
  );
  readonly #counts = createRotatingMap<number, number>(tokensPerGeneration, content =>
    this.#changes?.drop('count', content),
  );
  readonly #due = new SortedList<{ row: DueRow; number: number }>(
    (a, b) => a.row.at - b.row.at || a.number - b.number,
  );
  #nextDue = 0;
  readonly #booked = new Map<string, number>();

  constructor(state?: StoreState, changes?: StoreChanges) {
    this.#changes = changes;
    if (state) this.load(state);
  }

  load({ bookings, shared = [], tokens, counts, due, dueNumbers }: StoreState): void {
    const parts = [this.#bookings, this.#references, this.#tokens, this.#counts, this.#due, this.#booked];
    for (const part of parts) part.clear();
    for (const booking of bookings) {
      if (typeof booking === 'string') this.#save(JSON.parse(booking), booking, true);
      else this.saveBooking(booking, true);
    }
    for (const [key, ids] of shared) this.#receiveAgain(key, ids);
    for (const [key, record] of tokens) this.saveToken(key, record);
    for (const [content, count] of counts) this.#setCount(content, count);
    for (const [index, row] of due.entries()) this.addDue(row, dueNumbers?.[index]);
  }

  booking(id: string): BookingRecord | undefined {
    const entry = this.#bookings.get(id);
    return entry && read(entry);
  }

  /** If `changed`, the caller must first set `updatedAt` to now, so that the order of changes is also that of `updatedAt`. */
  saveBooking(record: BookingRecord, changed: boolean): void {
    this.#save(record, JSON.stringify(record), changed);
  }

  get bookingCount(): number {
    return this.#bookings.size;
  }

  /** The last booking that received this reference for any of its services. */
  idByReference(owner: string, reference: string): string | undefined {
    return this.#references.get(referenceKey(owner, reference))?.at(-1);
  }

  /** The last changed first. A booking is parsed when the caller takes it. Only a list without criteria scans all. */
  list(query: ListQuery): Iterable<BookingRecord> {
    const { owner, reference } = query;
    const ids =
      query.ids ??
      (reference === undefined ? undefined : (this.#references.get(referenceKey(owner, reference)) ?? []));
    if (!ids) return listed(query, this.#newestFirst());
    const found = [...new Set(ids)].flatMap(id => this.#bookings.get(id) ?? []);
    return listed(
      query,
      found.sort((a, b) => b.change - a.change),
    );
  }

  /** The last changed first, beginning after the booking `after`. */
  bookingTexts(after = ''): readonly string[] {
    const { change = Number.POSITIVE_INFINITY } = this.#bookings.get(after) ?? {};
    return this.#newestFirst().flatMap(entry => (entry.change < change ? [entry.text] : []));
  }

  token(key: string): TokenRecord | undefined {
    return this.#tokens.get(key);
  }

  saveToken(key: string, record: TokenRecord): void {
    this.#tokens.set(key, record);
    this.#changes?.put('token', key, record);
  }

  /** Returns how often this content was counted before. Old counts are dropped. */
  countUp(content: number): number {
    const count = this.#counts.get(content) ?? 0;
    this.#setCount(content, count + 1);
    return count;
  }

  /** A durable store finds the row of an event by its number. */
  addDue(row: DueRow, number = this.#nextDue): void {
    this.#changes?.put('due', number, row);
    this.#due.add({ row: { ...row }, number });
    this.#nextDue = Math.max(this.#nextDue, number + 1);
  }

  /** In ms since 1970. */
  nextDue(): number | undefined {
    return this.#due.first?.row.at;
  }

  takeDue(until: number): DueRow | undefined {
    const { first } = this.#due;
    if (!first || first.row.at > until) return undefined;
    this.#due.takeFirst();
    this.#changes?.drop('due', first.number);
    return first.row;
  }

  /** How many services hold a unit, such as a room. A final status releases it. */
  booked(unit: string): number {
    return this.#booked.get(unit) ?? 0;
  }

  dump(): StoreState {
    const shared = [...this.#references].flatMap(([key, ids]): [string, string[]][] =>
      ids.length > 1 ? [[key, [...ids]]] : [],
    );
    return {
      bookings: Array.from(this.#bookings.values(), ({ text }) => text),
      tokens: this.#tokens.entries(),
      counts: this.#counts.entries(),
      due: this.#due.all.map(({ row }) => ({ ...row })),
      ...(shared.length > 0 && { shared }),
    };
  }

  #newestFirst(): Entry[] {
    return [...this.#bookings.values()].reverse();
  }

  #save({ id, owner, services }: BookingRecord, text: string, changed: boolean): void {
    const known = this.#bookings.get(id);
    const entry = known ?? { text, owner, change: 0, indexed: 0, held: [] };
    entry.text = text;
    for (const { reference } of services.slice(entry.indexed))
      if (reference !== undefined) this.#receive(referenceKey(owner, reference), id);
    entry.indexed = services.length;
    this.#hold(entry, services);
    const isMoved = changed || !known;
    if (isMoved) {
      this.#bookings.delete(id);
      this.#bookings.set(id, entry);
      this.#lastChange += 1;
      entry.change = this.#lastChange;
    }
    this.#changes?.put('booking', id, text, !isMoved);
  }

  #hold(entry: Entry, services: BookingRecord['services']): void {
    const held = services.flatMap(({ truth, units }) => (isFinal(truth) ? [] : units));
    for (const unit of entry.held) this.#booked.set(unit, this.booked(unit) - 1);
    for (const unit of held) this.#booked.set(unit, this.booked(unit) + 1);
    entry.held = held;
  }

  /** The changes have only references of which the order matters. */
  #receive(key: string, id: string): void {
    const ids = this.#references.get(key) ?? [];
    this.#references.set(key, ids);
    ids.push(id);
    if (ids.length === 1) return;
    for (const one of ids.length === 2 ? ids : [id])
      this.#changes?.put('shared', `${one} ${key}`, [key, one]);
  }

  /** Moves these bookings to the end, in this order. */
  #receiveAgain(key: string, ids: readonly string[]): void {
    const again = new Set(ids);
    const others = (this.#references.get(key) ?? []).filter(id => !again.has(id));
    this.#references.set(key, []);
    for (const id of [...others, ...ids]) this.#receive(key, id);
  }

  #setCount(content: number, count: number): void {
    this.#counts.set(content, count);
    this.#changes?.put('count', content, count);
  }
}

/** Ends at the first booking that changed too early (see `saveBooking`). */
function* listed({ owner, updatedFrom = 0 }: ListQuery, entries: readonly Entry[]): Generator<BookingRecord> {
  for (const entry of entries) {
    if (entry.owner !== owner) continue;
    const booking = read(entry);
    if (booking.updatedAt < updatedFrom) return;
    yield booking;
  }
}

const read = ({ text }: Entry): BookingRecord => JSON.parse(text);

/** As JSON text, because both parts can contain any character. */
const referenceKey = (owner: string, reference: string): string => JSON.stringify([owner, reference]);
