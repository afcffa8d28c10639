import type { DueRow, StoreSource, TokenRecord } from '../store/index.ts';
import type { KeptSandbox } from './keeper.ts';
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
  const bookings: string[] = [];
  const tokens: [string, TokenRecord][] = [];
  const counts: [number, number][] = [];
  const due: DueRow[] = [];
  const dueNumbers: number[] = [];
  const booked: [string, number][] = [];
  const positions: Positions = { booking: 0, tokens: [], counts: [], crashes };
  for (const { kind, key, position = 0, value } of rows) {
    if (kind === 'booking') {
      bookings.push(value);
      positions.booking = Math.max(positions.booking, position);
    } else if (kind === 'due') {
      due.push(JSON.parse(value));
      dueNumbers.push(Number(key));
    } else if (kind === 'booked') booked.push([key, Number(value)]);
    else if (kind === 'tokens') positions.tokens.push({ position, size: addEntries(tokens, value) });
    else if (kind === 'counts') positions.counts.push({ position, size: addEntries(counts, value) });
    yield;
  }
  const minCount = crashes * countsPerCrash;
  return { store: { bookings, tokens, counts, due, dueNumbers, booked, minCount }, positions };
}

/** Adds the entries of a row to a list. Returns their number. */
function addEntries<Entry>(list: Entry[], value: string): number {
  const entries: Entry[] = JSON.parse(value); // a recorder has written this list
  for (const entry of entries) list.push(entry);
  return entries.length;
}
