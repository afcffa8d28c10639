// The package entry travel-understudy/reference-data, the only one that needs the optional peer dependency @msw/data. Its create() is async
// and its queries scan every record, so the supplier reads keyed records that it derives from the collections once (source.ts).
import { Collection } from '@msw/data';
import type * as z from 'zod';
import {
  checkInventory,
  type InventoryFile,
  type InventoryKind,
  type InventoryProblem,
  inventoryKinds,
} from '#contracts/inventory';
import { once } from '#contracts/util';
import { loadFakers } from '../fakers.ts';
import { createFiller, needsFaker, writeRecord } from '../fill.ts';
import { defaultInventorySeed, type SupplierInventory } from '../source.ts';
import { builtInRecords, hotelsOf, destinations as places } from './find.ts';
import { airportSchema, type Destination, recordSchemas } from './schemas.ts';

/** The records of an inventory. */
export type InventoryRecords = {
  readonly [Kind in InventoryKind]?: Iterable<z.input<(typeof recordSchemas)[Kind]>> | undefined;
};

/** The collections of an inventory. `createMockSupplier({ inventory })` takes them, and each change shows in the next call. */
export type InventoryCollections = {
  readonly [Kind in InventoryKind]: Collection<(typeof recordSchemas)[Kind]>;
};

/** The reference data as collections that can be queried. */
export interface ReferenceCollections extends InventoryCollections {
  readonly airports: Collection<typeof airportSchema>;
}

/**
 * Returns the reference data as `@msw/data` collections, for queries in tests and as an inventory that a test changes (svc.6). Every
 * record is checked with its zod schema. The first call builds the collections; later calls return the same collections.
 *
 * @example
 * import { referenceCollections } from 'travel-understudy/reference-data';
 * const { hotels } = await referenceCollections();
 * hotels.findMany(q => q.where({ destination: '1001', category: '5' }));
 */
export const referenceCollections = once(async (): Promise<ReferenceCollections> => {
  const airports = new Collection({ schema: airportSchema });
  for (const place of places) await airports.create({ ...place.airport, destination: place.id });
  const hotels = places.flatMap(place => hotelsOf(place.id));
  return { airports, ...(await createCollections({ destinations: places, hotels })) };
});

/**
 * Returns new collections with some records.
 *
 * @throws an OperationError of `@msw/data` for a record that does not match its schema
 * @example const inventory = await createCollections({ destinations, hotels });
 */
export async function createCollections(records: InventoryRecords = {}): Promise<InventoryCollections> {
  const made = inventoryKinds.map(
    kind => [kind, new Collection<z.ZodObject>({ schema: recordSchemas[kind] })] as const,
  );
  for (const [kind, collection] of made)
    for (const record of records[kind] ?? []) await collection.create(record);
  return Object.fromEntries(made) as unknown as InventoryCollections; // fromEntries loses the types of the values
}

/** An inventory has problems. Each line of the message describes one. */
export class InventoryError extends Error {
  override readonly name = 'InventoryError';
  readonly problems: readonly InventoryProblem[];

  constructor(problems: readonly InventoryProblem[]) {
    super(problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('\n'));
    this.problems = problems;
  }
}

export interface CreateInventoryOptions {
  /** The seed of the names and addresses that the records leave out. Default: `understudy`. */
  readonly seed?: string | undefined;
  /** The date before which no closed period may end, as `YYYY-MM-DD`. Default: no date. */
  readonly today?: string | undefined;
}

/**
 * Creates an inventory from the content of an inventory file. Needs `@msw/data`, and `@faker-js/faker` if the records leave out names.
 *
 * @throws InventoryError with all problems, at most 100
 * @example
 * const inventory = await createInventory({ destinations: [{ id: '9001', name: 'Búzios' }], hotels: [{ id: 778812, destination: '9001' }] });
 * const supplier = createMockSupplier({ inventory });
 */
export async function createInventory(
  file: InventoryFile,
  options: CreateInventoryOptions = {},
): Promise<SupplierInventory> {
  const { seed = defaultInventorySeed, today = '' } = options;
  const checked = checkInventory(file, {
    today,
    isBuiltIn: id => builtInRecords.destination(id) !== undefined,
  });
  if ('problems' in checked) throw new InventoryError(checked.problems);
  const { destinations = [], hotels = [], builtIn = false, ...items } = checked.file;
  const fakers = needsFaker({ destinations, hotels })
    ? await loadFakers('the inventory leaves out names or addresses')
    : undefined;
  const filler = createFiller(seed, fakers);
  const cities = destinations.map(filler.destination);
  const byId = new Map([...(builtIn ? places : []), ...cities].map(city => [city.id, city]));
  const collections = await createCollections({ destinations: cities, hotels: completeHotels(), ...items });
  // One by one, because all complete records twice would need much memory.
  function* completeHotels() {
    for (const hotel of hotels) yield filler.hotel(hotel, byId.get(hotel.destination) as Destination); // it was checked
  }
  return { ...collections, builtIn, seed, filler } as unknown as SupplierInventory; // the types of the hooks of @msw/data are wider
}

/**
 * Returns the content of a file with all records of an inventory, with all that was drawn.
 *
 * @example stringify(writeInventory(await createInventory({ destinations: [{ id: '9001' }] })))
 */
export function writeInventory(inventory: SupplierInventory): InventoryFile {
  return Object.fromEntries(
    inventoryKinds.flatMap(kind => {
      const records = inventory[kind]?.all() ?? [];
      return records.length === 0 ? [] : [[kind, records.map(writeRecord)]];
    }),
  );
}
