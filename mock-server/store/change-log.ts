import { ShardedMap } from './sharded-map.ts';

/** A booking in memory. */
export interface Entry {
  /** The booking as JSON text. */
  text: string;
  readonly owner: string;
  /** The position of the booking's last change in the log of changes. */
  change: number;
  /** The number of services that are in the index. Services are never removed, and their start and reference never change. */
  indexed: number;
}

/**
 * Reads the bookings of a store as they are at one moment. Later changes do not change the result. The caller must call `end` when
 * it needs no more bookings, because the store keeps the old texts of changed bookings until then.
 */
export interface BookingReader {
  /** Yields the texts of all bookings, the last changed at the end. Some texts are empty, so that reading can run in slices. */
  oldestFirst(): Generator<string, void>;
  /** Yields the texts of all bookings, the last changed first. Starts after the booking with the id `after`. Some texts are empty. */
  newestFirst(after?: string): Generator<string, void>;
  /** Yields the texts of the bookings of one user, the last changed first. The texts of other bookings are empty. */
  newestOf(owner: string): Generator<string, void>;
  end(): void;
}

/** The bookings by id. */
export type Entries = Pick<ShardedMap<Entry>, 'get' | 'size'>;

/** What a booking was at the moment at which a reader began. */
type Before = Pick<Entry, 'text' | 'change'>;

/** The number of positions that one append examines while the log is compacted. */
const positionsPerAppend = 16;

/**
 * The log of changes: a list to which each change of a booking appends the booking id. Readers skip all positions of a booking
 * except its last one.
 */
export class ChangeLog {
  readonly #entries: Entries;
  /** For each reader, the earlier content of the bookings that have changed since the reader began. */
  readonly #readers = new Set<ShardedMap<Before>>();
  readonly #ids: string[] = [];
  /**
   * The log is compacted in small steps, because one step over all positions would make other calls wait. Until now, the positions
   * before `#examined` were examined, and their last changes have moved to the positions before `#kept`. No booking has a position
   * between both, so readers skip them. Both are 0 while the log is not compacted.
   */
  #examined = 0;
  #kept = 0;

  constructor(entries: Entries) {
    this.#entries = entries;
  }

  append(id: string, entry: Entry): void {
    entry.change = this.#ids.push(id) - 1;
    // A reader uses the positions of the log, so the log keeps its positions until the last reader has ended.
    if (this.#ids.length > 2 * this.#entries.size + 1_000 && this.#readers.size === 0) this.#compact();
  }

  /** Keeps the content of a booking for the readers. Must be called before each change of the booking. */
  beforeChange(id: string, { text, change }: Entry): void {
    for (const before of this.#readers) if (!before.has(id)) before.set(id, { text, change });
  }

  *newestFirst(): Generator<Entry> {
    for (let position = this.#ids.length - 1; position >= 0; position -= 1) {
      const entry = this.#entries.get(this.#ids[position] ?? '');
      if (entry?.change === position) yield entry;
    }
  }

  reader(): BookingReader {
    const before = new ShardedMap<Before>();
    const last = this.#ids.length - 1;
    this.#readers.add(before);
    const find = (id: string): Before | undefined => before.get(id) ?? this.#entries.get(id);
    const textAt = (position: number): string => {
      const found = find(this.#ids[position] ?? '');
      return found?.change === position ? found.text : '';
    };
    const ownerAt = (position: number) => this.#entries.get(this.#ids[position] ?? '')?.owner;
    return {
      *oldestFirst() {
        for (let position = 0; position <= last; position += 1) yield textAt(position);
      },
      *newestFirst(after = '') {
        const { change = last + 1 } = find(after) ?? {};
        for (let position = Math.min(change - 1, last); position >= 0; position -= 1) yield textAt(position);
      },
      *newestOf(owner) {
        for (let position = last; position >= 0; position -= 1)
          yield ownerAt(position) === owner ? textAt(position) : '';
      },
      end: () => void this.#readers.delete(before),
    };
  }

  #compact(): void {
    const end = Math.min(this.#examined + positionsPerAppend, this.#ids.length);
    for (; this.#examined < end; this.#examined += 1) {
      const id = this.#ids[this.#examined] ?? '';
      const entry = this.#entries.get(id);
      if (entry?.change !== this.#examined) continue;
      this.#ids[this.#kept] = id;
      entry.change = this.#kept;
      this.#kept += 1;
    }
    if (this.#examined < this.#ids.length) return;
    this.#ids.length = this.#kept;
    this.#examined = 0;
    this.#kept = 0;
  }
}
