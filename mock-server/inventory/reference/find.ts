import { suppliers } from '#contracts/suppliers';
import { memoize } from '#contracts/util';
import table from './destinations.json' with { type: 'json' };
import hotelTable from './hotel-table.json' with { type: 'json' };
import { createRecords, noTables } from './records.ts';
import type { Category, Destination, Hotel, RoomType } from './schemas.ts';
import stock from './stock.json' with { type: 'json' };

/**
 * All destinations except Testville, sorted by id. Coordinates are in degrees. Those of New York are in midtown Manhattan, where most
 * visitors stay. Do not use id 9000, because Testville has it.
 */
export const destinations: readonly Destination[] = table;

const none: readonly Hotel[] = Object.freeze([]);
// The hotels of each destination in the order of their ids: name | address | category | latitude | longitude | supplier | amenities |
// price level. The names are drawn by chance: a new one must not be the name of a hotel company.
const tables: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(hotelTable));
// Parsed at the first use, because most test runs need only one or two cities.
const parsedHotels = memoize((destinationId: string): readonly Hotel[] =>
  (tables.get(destinationId) ?? []).map((row, index) =>
    hotelOf(row.split('|'), destinationId, Number(destinationId) * 1000 + index + 1),
  ),
);

/**
 * Returns the hotels of a destination, sorted by id; an empty list for an unknown destination. Every call in every sandbox
 * returns the same list.
 *
 * @example hotelsOf('1001').length // 20
 */
export function hotelsOf(destinationId: string): readonly Hotel[] {
  return tables.has(destinationId) ? parsedHotels(destinationId) : none;
}

function hotelOf(row: readonly string[], destination: string, id: number): Hotel {
  const [name = '', address = '', stars, latitude, longitude, supplier, letters = '', priceLevel] = row;
  const category = stars as Category; // the generated table holds only valid stars
  return Object.freeze({
    id,
    destination,
    name,
    address,
    category,
    latitude: Number(latitude),
    longitude: Number(longitude),
    supplier: suppliers[Number(supplier)] ?? suppliers[0],
    amenities: amenitiesOf(letters),
    photos: photosOf(String(id), 3 + (id % 3)),
    rooms: roomTypesOf(id, category),
    priceLevel: Number(priceLevel),
  });
}

/** In the hotel table, "a" is the first, "b" the second. So add new amenities at the end. */
export const hotelAmenities = stock.amenities;

const amenitiesOf = (letters: string): string[] =>
  [...letters].flatMap(letter => hotelAmenities[letter.charCodeAt(0) - 97] ?? []);

const boards = ['Room only', 'Breakfast included', 'Half board', 'All inclusive'] as const;

/** The host is reserved for examples. */
export const photosOf = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `https://images.example/hotels/${path}/${index + 1}.jpg`);

/** The meals depend on the id, so that the hotels of a city differ. */
export function roomTypesOf(hotelId: number, category: Category): RoomType[] {
  return stock.rooms[category].map(({ name, amenities }, index) => ({
    name,
    board: boards[(hotelId + index) % boards.length] ?? boards[0],
    photos: photosOf(`${hotelId}/rooms/${index + 1}`, 2),
    amenities: stock.roomAmenities.slice(0, amenities),
  }));
}

const byId = new Map(destinations.map(city => [city.id, city]));

export const builtInRecords = createRecords({
  ...noTables,
  destinations: { get: id => byId.get(String(id)), listIn: () => destinations },
  hotels: {
    get: id => hotelsOf(String(Math.floor(Number(id) / 1000)))[(Number(id) % 1000) - 1],
    listIn: hotelsOf,
  },
});
