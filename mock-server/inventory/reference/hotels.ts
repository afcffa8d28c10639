import { amenitiesOf, suppliers } from './hotel-codes.ts';
import { hotelTable } from './hotel-table.ts';
import { photosOf, roomTypesOf } from './room-types.ts';
import type { Category, Hotel } from './schemas.ts';

export { suppliers } from './hotel-codes.ts';

const none: readonly Hotel[] = Object.freeze([]);
const tables: ReadonlyMap<string, string> = new Map(Object.entries(hotelTable));
// A destination's hotels are put together when they are first asked for: most runs use one city or two.
const built = new Map<string, readonly Hotel[]>();

/**
 * The hotels of a destination, by id; empty for a destination that is not in the reference data. The same list at
 * every call, shared by all sandboxes: not to be changed.
 *
 * @example hotelsOf('1001').length // 20
 */
export function hotelsOf(destinationId: string): readonly Hotel[] {
  const known = built.get(destinationId);
  if (known) return known;
  const table = tables.get(destinationId);
  if (table === undefined) return none;
  const hotels = table
    .trim()
    .split('\n')
    .map((row, index) => hotelOf(row, destinationId, Number(destinationId) * 1000 + index + 1));
  built.set(destinationId, hotels);
  return hotels;
}

/**
 * The hotel with an id, or undefined. The id says where the hotel stands, so nothing is searched.
 *
 * @example findHotel(1001007)?.destinationId // '1001'
 */
export function findHotel(id: number): Hotel | undefined {
  return hotelsOf(String(Math.floor(id / 1000)))[(id % 1000) - 1];
}

function hotelOf(row: string, destinationId: string, id: number): Hotel {
  const [name, address, stars, latitude, longitude, supplier, letters, baseUnit] = row.split('|');
  const supplierName = suppliers[Number(supplier)];
  if (!name || !address || !stars || !supplierName || !letters) {
    throw new Error(
      `hotel table, row of hotel ${id}: "${row}" has a missing or unknown column; draw it anew`,
    );
  }
  const category = categoryOf(stars, id);
  return Object.freeze({
    id,
    destinationId,
    name,
    address,
    category,
    latitude: Number(latitude),
    longitude: Number(longitude),
    supplierName,
    amenities: amenitiesOf(letters),
    photos: photosOf(String(id), 3 + (id % 3)),
    roomTypes: roomTypesOf(id, category),
    baseUnit: Number(baseUnit),
  });
}

function categoryOf(stars: string, id: number): Category {
  if (stars === '1' || stars === '2' || stars === '3' || stars === '4' || stars === '5') return stars;
  throw new Error(
    `hotel table, row of hotel ${id}: category "${stars}" is none of 1 to 5; draw the table anew`,
  );
}
