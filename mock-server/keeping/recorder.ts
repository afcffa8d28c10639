import type { JournalHead } from '../journal/index.ts';
import type { BookingRecord, StoreChanges, StoreSource, TokenRecord } from '../store/index.ts';
import { tokensPerGeneration } from '../store/index.ts';
import type { Row, RowKind, SandboxChange } from './keeper.ts';

type Dropped = SandboxChange['drops'][number];
type Changes = Pick<SandboxChange, 'puts' | 'drops'>;

/** The maximum number of tokens or counts in a row. Thousands of tokens in one row would stop other calls for too long. */
const maxEntries = 500;

/** The positions at which a loaded sandbox continues. */
export interface Positions {
  /** The position of the last changed booking. */
  booking: number;
  /** The position of the last reception of a shared reference. */
  shared: number;
  /** The chunks of tokens and of counts: the position of each chunk, and its number of entries. */
  tokens: ChunkSize[];
  counts: ChunkSize[];
  /** How often the sandbox was loaded without its newest changes. */
  crashes: number;
  /** What the store knows about the journal of the sandbox. */
  journal?: JournalHead | undefined;
}

/** A row with a list of entries, which is written once and dropped as a whole. */
interface ChunkSize {
  position: number;
  size: number;
}

/**
 * Collects the changes of a sandbox's store until the next batch. Bookings, due events and booked rooms have a row each.
 * The tokens and counts of a batch share rows, because a Search must not cost a row.
 */
export class Recorder implements StoreChanges {
  readonly #onChange: () => void;
  readonly #rows = new ChangedRows();
  readonly #tokens: ChunkWriter<[string, TokenRecord]>;
  readonly #counts: ChunkWriter<[number, number]>;
  #position: number;
  #sharedPosition: number;
  /** Whether rows, other than the head, have changed since the last `take`, and whether the last `take` contained some. */
  #hasNewRows = false;
  #hasTakenRows = false;

  /** @param onChange called at every change */
  constructor(onChange: () => void, { booking, shared, tokens, counts }: Positions = noPositions()) {
    this.#onChange = onChange;
    this.#position = booking;
    this.#sharedPosition = shared;
    this.#tokens = new ChunkWriter('tokens', tokens, this.#rows);
    this.#counts = new ChunkWriter('counts', counts, this.#rows);
  }

  /** Whether a change of a booking, a due event or a booked room is not durable yet. */
  get hasUnwrittenRows(): boolean {
    return this.#hasNewRows || this.#hasTakenRows;
  }

  /** Adds the whole initial state of a store, for a sandbox that the keeper does not have yet. */
  addState({ bookings, shared = [], tokens, counts, due, booked }: StoreSource): void {
    for (const record of bookings) this.#addBooking(record);
    for (const [reference, ids] of shared) for (const id of ids) this.shared(reference, id);
    for (const [key, record] of tokens) this.token(key, record);
    for (const [content, count] of counts) this.count(content, count);
    for (const [number, row] of due.entries()) this.dueAdded(number, row);
    for (const [unit, rooms] of booked) this.booked(unit, rooms);
  }

  booking(id: string, value: string, isMoved: boolean): void {
    if (isMoved) this.#position += 1;
    const position = isMoved ? this.#position : this.#rows.puts.get(keyOf('booking', id))?.position;
    this.put({ kind: 'booking', key: id, position, value });
  }

  shared(reference: string, bookingId: string): void {
    this.#sharedPosition += 1;
    const position = this.#sharedPosition;
    this.put({
      kind: 'shared',
      key: String(position),
      position,
      value: JSON.stringify([reference, bookingId]),
    });
  }

  token(key: string, record: TokenRecord): void {
    this.#tokens.add([key, record]);
    this.#onChange();
  }

  count(content: number, count: number): void {
    this.#counts.add([content, count]);
    this.#onChange();
  }

  dueAdded(number: number, row: Parameters<StoreChanges['dueAdded']>[1]): void {
    this.put({ kind: 'due', key: String(number), position: number, value: JSON.stringify(row) });
  }

  dueTaken(number: number): void {
    this.drop({ kind: 'due', key: String(number) });
  }

  booked(unit: string, rooms: number): void {
    if (rooms === 0) this.drop({ kind: 'booked', key: unit });
    else this.put({ kind: 'booked', key: unit, value: String(rooms) });
  }

  /** Adds a row, in place of an earlier change of the same row. */
  put(row: Row): void {
    this.#rows.put(row);
    if (row.kind !== 'head') this.#hasNewRows = true;
    this.#onChange();
  }

  /** Returns the changes since the last call. */
  take(): Changes {
    this.#tokens.flush();
    this.#counts.flush();
    const changes = this.#rows.take();
    this.#hasTakenRows = this.#hasNewRows;
    this.#hasNewRows = false;
    return changes;
  }

  /** Notes that the changes of the last `take` are durable. */
  written(): void {
    this.#hasTakenRows = false;
  }

  /** Takes back changes that could not be written. Later changes of the same rows stay. */
  takeBack(changes: Changes): void {
    this.#hasNewRows ||= this.#hasTakenRows;
    this.#hasTakenRows = false;
    this.#rows.takeBack(changes);
  }

  /** Returns the tokens that are not in a batch yet. */
  unwrittenTokens(): readonly [string, TokenRecord][] {
    const written = [...this.#rows.puts.values()].filter(({ kind }) => kind === 'tokens');
    return [...written.flatMap(({ value }) => JSON.parse(value)), ...this.#tokens.waiting];
  }

  #addBooking(booking: BookingRecord | string): void {
    const text = typeof booking === 'string' ? booking : JSON.stringify(booking);
    const { id }: BookingRecord = typeof booking === 'string' ? JSON.parse(booking) : booking;
    this.booking(id, text, true);
  }

  /** Drops a row. */
  drop(dropped: Dropped): void {
    this.#rows.drop(dropped);
    if (dropped.kind !== 'head') this.#hasNewRows = true;
    this.#onChange();
  }
}

const keyOf = (kind: RowKind, key: string): string => `${kind} ${key}`;
const noPositions = (): Positions => ({ booking: 0, shared: 0, tokens: [], counts: [], crashes: 0 });

/** The rows that have changed since the last batch. */
class ChangedRows {
  readonly puts = new Map<string, Row>();
  readonly #drops = new Map<string, Dropped>();

  put(row: Row): void {
    const key = keyOf(row.kind, row.key);
    this.puts.set(key, row);
    this.#drops.delete(key);
  }

  drop(dropped: Dropped): void {
    const key = keyOf(dropped.kind, dropped.key);
    this.puts.delete(key);
    this.#drops.set(key, dropped);
  }

  take(): Changes {
    const changes = { puts: [...this.puts.values()], drops: [...this.#drops.values()] };
    this.puts.clear();
    this.#drops.clear();
    return changes;
  }

  takeBack({ puts, drops }: Changes): void {
    for (const row of puts) {
      const key = keyOf(row.kind, row.key);
      const later = this.puts.get(key);
      if (later?.position === undefined && later) this.puts.set(key, { ...later, position: row.position });
      else if (!later && !this.#drops.has(key)) this.puts.set(key, row);
    }
    for (const dropped of drops) {
      const key = keyOf(dropped.kind, dropped.key);
      if (!this.puts.has(key)) this.#drops.set(key, dropped);
    }
  }
}

/**
 * Writes entries in rows of a limited size. The store in memory keeps at most two generations of entries, so a row is
 * dropped when so many newer entries exist.
 */
class ChunkWriter<Entry> {
  readonly #kind: RowKind;
  readonly #chunks: ChunkSize[];
  readonly #rows: ChangedRows;
  #total: number;
  #entries: Entry[] = [];

  constructor(kind: RowKind, chunks: ChunkSize[], rows: ChangedRows) {
    this.#kind = kind;
    this.#chunks = chunks;
    this.#rows = rows;
    this.#total = chunks.reduce((sum, { size }) => sum + size, 0);
  }

  /** The entries that are in no row yet. */
  get waiting(): readonly Entry[] {
    return this.#entries;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    if (this.#entries.length >= maxEntries) this.flush();
  }

  /** Puts the waiting entries into a row. */
  flush(): void {
    const size = this.#entries.length;
    if (size === 0) return;
    const position = (this.#chunks.at(-1)?.position ?? 0) + 1;
    this.#rows.put({
      kind: this.#kind,
      key: String(position),
      position,
      value: JSON.stringify(this.#entries),
    });
    this.#chunks.push({ position, size });
    this.#total += size;
    this.#entries = [];
    this.#dropOld();
  }

  #dropOld(): void {
    for (let oldest = this.#chunks[0]; oldest; oldest = this.#chunks[0]) {
      if (this.#total - oldest.size < 2 * tokensPerGeneration) break;
      this.#total -= oldest.size;
      this.#rows.drop({ kind: this.#kind, key: String(oldest.position) });
      this.#chunks.shift();
    }
  }
}
