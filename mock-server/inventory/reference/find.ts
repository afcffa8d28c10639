import type { LocationType } from '#contracts';
import { suppliers } from '#contracts/suppliers';
import { rowsOf } from '../text.ts';
import { amenitiesOf, photosOf, roomTypesOf } from './hotel-details.ts';
import { hotelTable } from './hotel-table.ts';
import { destinations } from './places.ts';
import type { Category, Destination, Hotel } from './schemas.ts';

const none: readonly Hotel[] = Object.freeze([]);
const tables: ReadonlyMap<string, string> = new Map(Object.entries(hotelTable));
// The hotels of a destination are read at their first use: most runs use one city or two.
const built = new Map<string, readonly Hotel[]>();

/**
 * Returns the hotels of a destination, by id; an empty list for an unknown destination. Every call and every sandbox gets
 * the same list.
 *
 * @example hotelsOf('1001').length // 20
 */
export function hotelsOf(destinationId: string): readonly Hotel[] {
  const known = built.get(destinationId);
  if (known) return known;
  const table = tables.get(destinationId);
  if (table === undefined) return none;
  const hotels = rowsOf(table).map((row, index) =>
    hotelOf(row, destinationId, Number(destinationId) * 1000 + index + 1),
  );
  built.set(destinationId, hotels);
  return hotels;
}

/**
 * Returns the hotel with an id, or undefined. The id contains the destination, so this is no search.
 *
 * @example findHotel(1001007)?.destinationId // '1001'
 */
export function findHotel(id: number): Hotel | undefined {
  return hotelsOf(String(Math.floor(id / 1000)))[(id % 1000) - 1];
}

function hotelOf(row: readonly string[], destinationId: string, id: number): Hotel {
  const [name = '', address = '', stars, latitude, longitude, supplier, letters = '', baseUnit] = row;
  const category = stars as Category; // of the generated table
  return Object.freeze({
    id,
    destinationId,
    name,
    address,
    category,
    latitude: Number(latitude),
    longitude: Number(longitude),
    supplierName: suppliers[Number(supplier)] ?? suppliers[0],
    amenities: amenitiesOf(letters),
    photos: photosOf(String(id), 3 + (id % 3)),
    roomTypes: roomTypesOf(id, category),
    baseUnit: Number(baseUnit),
  });
}

/** A place where a trip can begin or end. */
export interface Location {
  type: LocationType;
  code: string;
  /** Its name for a traveller. */
  name: string;
  destination: Destination;
}

/** Finds places among some cities and their hotels, each by its id or code. */
export interface Finder {
  destination(id: string): Destination | undefined;
  /** Returns the destination of an airport, by its IATA code in capitals (ep.airport). */
  airport(iataCode: string): Destination | undefined;
  /** Returns the place with a code of a type, as autocomplete gives both. */
  location(type: LocationType, code: string): Location | undefined;
}

// Each place has one spelling: two would be two places.
const hotelNumber = /^[1-9]\d*$/;
/** The districts of a city are its points of interest: the id is that of the city and two digits, from 01. */
const pointForm = /^(\d{4})(\d{2})$/;

/**
 * Creates a finder.
 *
 * @param hotelBy returns the hotel with an id
 */
export function createFinder(
  cities: readonly Destination[],
  hotelBy: (id: number) => Pick<Hotel, 'name' | 'destinationId'> | undefined,
): Finder {
  const byId = new Map(cities.map(city => [city.id, city]));
  const byAirport = new Map(cities.map(city => [city.airport.iataCode, city]));

  function nameAndCity(
    type: LocationType,
    code: string,
  ): [name: string | undefined, city: Destination | undefined] {
    if (type === 'Hotel') {
      const hotel = hotelNumber.test(code) ? hotelBy(Number(code)) : undefined;
      return [hotel?.name, byId.get(hotel?.destinationId ?? '')];
    }
    if (type === 'PointOfInterest') {
      const [, id = '', point] = pointForm.exec(code) ?? [];
      const city = byId.get(id);
      return [city?.districts[Number(point) - 1], city];
    }
    const city = (type === 'Airport' ? byAirport : byId).get(code);
    return [type === 'Airport' ? city?.airport.name : city?.name.en, city];
  }

  return {
    destination: id => byId.get(id),
    airport: iataCode => byAirport.get(iataCode),
    location(type, code) {
      const [name, destination] = nameAndCity(type, code);
      return name === undefined || !destination ? undefined : { type, code, name, destination };
    },
  };
}

/** Finds the places of the reference data. */
export const referencePlaces: Finder = createFinder(destinations, findHotel);
