import type { StoreState, TokenRecord } from '../store/index.ts';
import type { KeptSandbox, Row, RowKind } from './keeper.ts';
import type { Positions } from './recorder.ts';

/** Each crash raises all counts by this number. Fewer calls with equal content can be lost by a crash. */
const countsPerCrash = 1_000_000;

/**
 * Returns the state of a sandbox's store, and the positions at which its recorder continues.
 *
 * @throws SyntaxError for a damaged row
 */
export function readStore(
  { rows }: KeptSandbox,
  crashes: number,
): { store: StoreState; positions: Positions } {
  const of = (kind: RowKind) => rows.filter(row => row.kind === kind);
  const values = (kind: RowKind) => of(kind).map(({ value }) => JSON.parse(value));
  const tokens = of('tokens');
  const counts = of('counts');
  return {
    store: {
      bookings: values('booking'),
      shared: sharedOf(of('shared')),
      tokens: entriesOf<[string, TokenRecord]>(tokens),
      counts: entriesOf<[number, number]>(counts),
      due: values('due'),
      dueNumbers: of('due').map(({ key }) => Number(key)),
      booked: of('booked').map(({ key, value }) => [key, Number(value)]),
      minCount: crashes * countsPerCrash,
    },
    positions: {
      booking: lastOf(of('booking')),
      shared: lastOf(of('shared')),
      tokens: tokens.map(sizeOf),
      counts: counts.map(sizeOf),
      crashes,
    },
  };
}

const lastOf = (rows: readonly Row[]): number =>
  rows.reduce((last, { position = 0 }) => Math.max(last, position), 0);

/** Returns the bookings of each reference. If a booking received a reference more than once, the last time counts. */
function sharedOf(rows: readonly Row[]): NonNullable<StoreState['shared']> {
  const lists = new Map<string, Set<string>>();
  for (const { value } of rows) {
    const [reference, id]: [string, string] = JSON.parse(value);
    const ids = lists.get(reference) ?? new Set();
    lists.set(reference, ids);
    ids.delete(id);
    ids.add(id);
  }
  return [...lists].map(([reference, ids]) => [reference, [...ids]]);
}

const entriesOf = <Entry>(chunks: readonly Row[]): Entry[] =>
  chunks.flatMap(({ value }) => JSON.parse(value) as Entry[]); // a recorder has written these lists

const sizeOf = ({ position = 0, value }: Row) => ({ position, size: JSON.parse(value).length });
