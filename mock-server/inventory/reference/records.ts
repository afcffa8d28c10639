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

/** Records by their id; null for a removed record. */
export interface Changes {
  readonly destinations: ReadonlyMap<string, Destination | null>;
  readonly hotels: ReadonlyMap<number, Hotel | null>;
  readonly cars: ReadonlyMap<string, ItemRecord | null>;
  readonly transfers: ReadonlyMap<string, ItemRecord | null>;
  readonly tours: ReadonlyMap<string, ItemRecord | null>;
}

export type MutableChanges = {
  [K in keyof Changes]: Changes[K] extends ReadonlyMap<infer Id, infer One> ? Map<Id, One> : never;
};

export const emptyChanges = (): MutableChanges => ({
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

/** The first destination with a code wins, so that a new destination takes no airport away. */
export function groupAirports(cities: readonly Destination[]): ReadonlyMap<string, Destination> {
  const byCode = new Map<string, Destination>();
  for (const city of cities) if (!byCode.has(city.airport.iataCode)) byCode.set(city.airport.iataCode, city);
  return byCode;
}

/** A replaced record keeps its place in lists. */
export function withChanges(base: Records, changes: Changes): Records {
  const destinations =
    changes.destinations.size === 0 ? base.destinations : merge(base.destinations, changes.destinations);
  const airports = once(() => groupAirports(destinations));
  const hotels = createLister(changes.hotels, base.hotelsOf);
  const items: Readonly<Record<ItemKind, (destinationId: string) => readonly ItemRecord[]>> = {
    cars: createLister(changes.cars, id => base.itemsOf('cars', id)),
    transfers: createLister(changes.transfers, id => base.itemsOf('transfers', id)),
    tours: createLister(changes.tours, id => base.itemsOf('tours', id)),
  };
  const destination = (id: string) => {
    const changed = changes.destinations.get(id);
    return changed === undefined ? base.destination(id) : (changed ?? undefined);
  };
  return {
    destinations,
    destination,
    airport: iataCode => airports().get(iataCode),
    hotel(id) {
      const changed = changes.hotels.get(id);
      const hotel = changed === undefined ? base.hotel(id) : changed;
      return hotel && destination(hotel.destinationId) ? hotel : undefined;
    },
    hotelsOf: id => (destination(id) ? hotels(id) : none),
    itemsOf: (kind, id) => items[kind](id),
    item(kind, id) {
      const changed = changes[kind].get(id);
      return changed === undefined ? base.item(kind, id) : (changed ?? undefined);
    },
    sellsStock: base.sellsStock,
  };
}

interface Placed {
  readonly id: string | number;
  readonly destinationId: string;
}

/** Returns a function that lists the records of a destination. */
function createLister<Id extends string | number, One extends Placed>(
  changed: ReadonlyMap<Id, One | null>,
  before: (destinationId: string) => readonly One[],
): (destinationId: string) => readonly One[] {
  if (changed.size === 0) return before;
  const present = once(() =>
    Map.groupBy(
      [...changed.values()].filter(record => record !== null),
      ({ destinationId }) => destinationId,
    ),
  );
  return memoize(destinationId => {
    const old = before(destinationId);
    const own = present().get(destinationId) ?? none;
    const isTouched = own.length > 0 || old.some(({ id }) => changed.has(id as Id));
    return isTouched ? merge(old, changed, own) : old;
  });
}

/** @param own the changed records that are in the list; by default all of them */
function merge<Id extends string | number, One extends { readonly id: string | number }>(
  before: readonly One[],
  changed: ReadonlyMap<Id, One | null>,
  own: readonly One[] = [...changed.values()].filter(record => record !== null),
): readonly One[] {
  const left = new Map(own.map(record => [record.id, record]));
  const kept = before.flatMap(record => {
    if (!changed.has(record.id as Id)) return [record];
    const replaced = left.get(record.id);
    left.delete(record.id);
    return replaced ? [replaced] : [];
  });
  return [...kept, ...left.values()];
}
