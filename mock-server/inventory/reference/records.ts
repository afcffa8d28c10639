import type { InventoryKind } from '#contracts/inventory';
import { memoize, once } from '#contracts/util';
import type { Destination, Hotel, ItemKind, ItemRecord } from './schemas.ts';

/** The same lists are returned until a record of theirs changes. */
export interface Records {
  readonly destinations: readonly Destination[];
  destination(id: string): Destination | undefined;
  /** The IATA code is in capitals (ep.airport). */
  airport(iataCode: string): Destination | undefined;
  hotel(id: number): Hotel | undefined;
  hotelsOf(destinationId: string): readonly Hotel[];
  itemsOf(kind: ItemKind, destinationId: string): readonly ItemRecord[];
  item(kind: ItemKind, id: string): ItemRecord | undefined;
  /** Whether every destination also has the built-in cars, transfers or tours. */
  sellsStock(kind: ItemKind): boolean;
}

type Id = string | number;

export type AnyRecord = Destination | Hotel | ItemRecord;

/** By id; null for a removed record. The map of a kind has only records of this kind. */
export type Changes = Readonly<Record<InventoryKind, Map<Id, AnyRecord | null>>>;

export const emptyChanges = (): Changes => ({
  destinations: new Map(),
  hotels: new Map(),
  cars: new Map(),
  transfers: new Map(),
  tours: new Map(),
});

const none: readonly never[] = Object.freeze([]);

export const noRecords: Records = {
  destinations: none,
  destination: () => undefined,
  airport: () => undefined,
  hotel: () => undefined,
  hotelsOf: () => none,
  itemsOf: () => none,
  item: () => undefined,
  sellsStock: () => true,
};

export function recordIn(records: Records, kind: InventoryKind, id: Id): AnyRecord | undefined {
  if (kind === 'destinations') return records.destination(String(id));
  return kind === 'hotels' ? records.hotel(Number(id)) : records.item(kind, String(id));
}

/** Only the records of existing destinations. */
export function recordsIn(records: Records, kind: InventoryKind): readonly AnyRecord[] {
  if (kind === 'destinations') return records.destinations;
  return records.destinations.flatMap(({ id }): readonly AnyRecord[] =>
    kind === 'hotels' ? records.hotelsOf(id) : records.itemsOf(kind, id),
  );
}

/** The first destination with a code wins, so that a new destination takes no airport away. */
export const groupAirports = (cities: readonly Destination[]): ReadonlyMap<string, Destination> =>
  new Map(cities.toReversed().map(city => [city.airport.code, city]));

/** A replaced record keeps its place in lists. */
export function withChanges(base: Records, changes: Changes): Records {
  const destinations = merge(base.destinations, changes.destinations);
  const airports = once(() => groupAirports(destinations));
  const hotels = createLister(changes.hotels, base.hotelsOf);
  const items = memoize((kind: ItemKind) => createLister(changes[kind], id => base.itemsOf(kind, id)));
  const changed = <One extends AnyRecord>(kind: InventoryKind, id: Id, before: One | undefined) => {
    const record = changes[kind].get(id) as One | null | undefined;
    return record === undefined ? before : (record ?? undefined);
  };
  const destination = (id: string) => changed('destinations', id, base.destination(id));
  return {
    destinations,
    destination,
    airport: iataCode => airports().get(iataCode),
    hotel(id) {
      const hotel = changed('hotels', id, base.hotel(id));
      return hotel && destination(hotel.destination) ? hotel : undefined;
    },
    hotelsOf: id => (destination(id) ? hotels(id) : none),
    itemsOf: (kind, id) => items(kind)(id),
    item: (kind, id) => changed(kind, id, base.item(kind, id)),
    sellsStock: base.sellsStock,
  };
}

type Placed = Hotel | ItemRecord;

function createLister<One extends Placed>(
  changed: Changes[InventoryKind],
  before: (destinationId: string) => readonly One[],
): (destinationId: string) => readonly One[] {
  if (changed.size === 0) return before;
  const present = once(() => Map.groupBy(presentIn<One>(changed), record => record.destination));
  return memoize(destinationId => {
    const old = before(destinationId);
    const own = present().get(destinationId) ?? none;
    const isTouched = own.length > 0 || old.some(({ id }) => changed.has(id));
    return isTouched ? merge(old, changed, own) : old;
  });
}

const presentIn = <One extends AnyRecord>(changed: Changes[InventoryKind]): One[] =>
  [...changed.values()].filter(record => record !== null) as AnyRecord[] as One[];

/** @param own the changed records that are in the list; by default all of them */
function merge<One extends AnyRecord>(
  before: readonly One[],
  changed: Changes[InventoryKind],
  own: readonly One[] = presentIn(changed),
): readonly One[] {
  if (changed.size === 0) return before;
  const left = new Map<Id, One>(own.map(record => [record.id, record]));
  const kept = before.flatMap(record => {
    if (!changed.has(record.id)) return [record];
    const replaced = left.get(record.id);
    left.delete(record.id);
    return replaced ? [replaced] : [];
  });
  return [...kept, ...left.values()];
}
