import type { DueRow, StoreSource, TokenRecord } from '../store/index.ts';
import type { KeptSandbox, Row } from './keeper.ts';
import type { Positions } from './recorder.ts';

/** Each crash raises all counts by this number. Fewer calls with equal content can be lost by a crash. */
const countsPerCrash = 1_000_000;

/** The state of a sandbox's store, and the positions at which its recorder continues. */
interface StoredState {
  readonly store: StoreSource;
  readonly positions: Positions;
}

/**
 * Reads the state of a sandbox's store from its rows. Yields after each row. The bookings stay texts.
 *
 * @throws SyntaxError for a damaged row that is not a booking
 */
export function* readStore({ rows }: KeptSandbox, crashes: number): Generator<void, StoredState> {
  const reader = new StateReader(crashes);
  for (const row of rows) yield reader.add(row);
  return reader.end();
}

/** Collects the state of a store. */
class StateReader {
  readonly #minCount: number;
  readonly #positions: Positions;
  readonly #bookings: string[] = [];
  readonly #tokens: [string, TokenRecord][] = [];
  readonly #counts: [number, number][] = [];
  readonly #due: DueRow[] = [];
  readonly #dueNumbers: number[] = [];
  readonly #booked: [string, number][] = [];
  /** The bookings of each reference. If a booking received a reference more than once, the last time counts. */
  readonly #shared = new Map<string, Set<string>>();

  constructor(crashes: number) {
    this.#minCount = crashes * countsPerCrash;
    this.#positions = { booking: 0, shared: 0, tokens: [], counts: [], crashes };
  }

  add({ kind, key, position = 0, value }: Row): void {
    const positions = this.#positions;
    if (kind === 'booking' || kind === 'shared') positions[kind] = Math.max(positions[kind], position);
    if (kind === 'booking') this.#bookings.push(value);
    else if (kind === 'shared') this.#addShared(JSON.parse(value));
    else if (kind === 'booked') this.#booked.push([key, Number(value)]);
    else if (kind === 'tokens') positions.tokens.push({ position, size: addEntries(this.#tokens, value) });
    else if (kind === 'counts') positions.counts.push({ position, size: addEntries(this.#counts, value) });
    else if (kind === 'due') {
      this.#due.push(JSON.parse(value));
      this.#dueNumbers.push(Number(key));
    }
  }

  end(): StoredState {
    const store = {
      bookings: this.#bookings,
      shared: [...this.#shared].map(([reference, ids]): [string, string[]] => [reference, [...ids]]),
      tokens: this.#tokens,
      counts: this.#counts,
      due: this.#due,
      dueNumbers: this.#dueNumbers,
      booked: this.#booked,
      minCount: this.#minCount,
    };
    return { store, positions: this.#positions };
  }

  #addShared([reference, id]: [reference: string, id: string]): void {
    const ids = this.#shared.get(reference) ?? new Set();
    this.#shared.set(reference, ids);
    ids.delete(id);
    ids.add(id);
  }
}

/** Adds the entries of a row to a list. Returns their number. */
function addEntries<Entry>(list: Entry[], value: string): number {
  const entries: Entry[] = JSON.parse(value); // a recorder has written this list
  for (const entry of entries) list.push(entry);
  return entries.length;
}
