import type { InventoryKind } from '#contracts/inventory';
import { memoize, once } from '#contracts/util';
import type { Destination, Hotel, ItemKind, ItemRecord } from './schemas.ts';

type Id = string | number;

export type AnyRecord = Destination | Hotel | ItemRecord;

/** The records of one kind. */
export interface Table {
  get(id: Id): AnyRecord | undefined;
  /** In a destination. The place of all destinations is an empty text. */
  listIn(place: string): readonly AnyRecord[];
}

type Tables = Readonly<Record<InventoryKind, Table>>;

/** By id; null for a removed record. The map of a kind has only records of this kind. */
export type Changes = Readonly<Record<InventoryKind, Map<Id, AnyRecord | null>>>;

const forKinds = <Value>(make: (kind: InventoryKind) => Value): Readonly<Record<InventoryKind, Value>> => ({
  destinations: make('destinations'),
  hotels: make('hotels'),
  cars: make('cars'),
  transfers: make('transfers'),
  tours: make('tours'),
});

export const emptyChanges = (): Changes => forKinds(() => new Map());

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
  /** @internal */
  readonly tables: Tables;
}

const none: readonly never[] = Object.freeze([]);
export const noTables: Tables = forKinds(() => ({ get: () => undefined, listIn: () => none }));

export function createRecords(tables: Tables, sellsStock: Records['sellsStock'] = () => true): Records {
  const destinations = tables.destinations.listIn('') as readonly Destination[];
  // The first destination with a code wins, so that a new destination takes no airport away.
  const airports = once(() => new Map(destinations.toReversed().map(city => [city.airport.code, city])));
  const destination = (id: string) => tables.destinations.get(id) as Destination | undefined;
  return {
    tables,
    sellsStock,
    destinations,
    destination,
    airport: iataCode => airports().get(iataCode),
    hotel(id) {
      const hotel = tables.hotels.get(id) as Hotel | undefined;
      return hotel && destination(hotel.destination) ? hotel : undefined;
    },
    hotelsOf: id => (destination(id) ? tables.hotels.listIn(id) : none) as readonly Hotel[],
    itemsOf: (kind, id) => tables[kind].listIn(id) as readonly ItemRecord[],
    item: (kind, id) => tables[kind].get(id) as ItemRecord | undefined,
  };
}

export function recordIn(records: Records, kind: InventoryKind, id: Id): AnyRecord | undefined {
  if (kind === 'destinations') return records.destination(String(id));
  return kind === 'hotels' ? records.hotel(Number(id)) : records.item(kind, String(id));
}

/** Only the records of existing destinations. */
export const recordsIn = ({ tables, destinations }: Records, kind: InventoryKind): readonly AnyRecord[] =>
  kind === 'destinations' ? destinations : destinations.flatMap(({ id }) => tables[kind].listIn(id));

export const withChanges = ({ tables, sellsStock }: Records, changes: Changes): Records =>
  createRecords(
    forKinds(kind => changeTable(tables[kind], changes[kind])),
    sellsStock,
  );

const placeOf = (record: AnyRecord): string => ('destination' in record ? record.destination : '');

/** A replaced record keeps its place in lists. */
function changeTable(before: Table, changed: Changes[InventoryKind]): Table {
  if (changed.size === 0) return before;
  const added = once(() =>
    Map.groupBy(
      [...changed.values()].filter(record => record !== null),
      placeOf,
    ),
  );
  return {
    get(id) {
      const record = changed.get(id);
      return record === undefined ? before.get(id) : (record ?? undefined);
    },
    listIn: memoize(place => {
      const old = before.listIn(place);
      const own = added().get(place) ?? none;
      const kept = old.filter(({ id }) => {
        const record = changed.get(id);
        return record === undefined || (record !== null && placeOf(record) === place);
      });
      if (own.length === 0 && kept.length === old.length) return old;
      return [...new Map([...kept, ...own].map(record => [record.id, record])).values()];
    }),
  };
}
