import type { LocationType } from '#contracts';
import { findHotel } from './hotels.ts';
import { destinations } from './places.ts';
import type { Destination, Hotel } from './schemas.ts';

/** A place where something can begin or end. */
export interface Location {
  type: LocationType;
  code: string;
  /** As a traveller would call it. */
  name: string;
  destination: Destination;
}

const byId: ReadonlyMap<string, Destination> = new Map(destinations.map(city => [city.id, city]));
const byAirport: ReadonlyMap<string, Destination> = new Map(
  destinations.map(city => [city.airport.iataCode, city]),
);

/**
 * The destination with an id, or undefined.
 *
 * @example findDestination('1001')?.name.en // 'Rio de Janeiro'
 */
export function findDestination(id: string): Destination | undefined {
  return byId.get(id);
}

/**
 * The destination that an airport serves, by its IATA code in capitals, or undefined (ep.airport).
 *
 * @example findDestinationByAirport('GIG')?.id // '1001'
 */
export function findDestinationByAirport(iataCode: string): Destination | undefined {
  return byAirport.get(iataCode);
}

// One spelling for each: two of them would be two places.
const hotelNumber = /^[1-9]\d*$/;
const pointForm = /^(\d{4})(\d{2})$/;

type FindLocation = (type: LocationType, code: string) => Location | undefined;
type Found = { name: string; destination: Destination | undefined } | undefined;

/**
 * Finds places among some cities and their hotels.
 *
 * @param hotelBy gives the hotel with an id
 */
export function createLocationFinder(
  cities: readonly Destination[],
  hotelBy: (id: number) => Pick<Hotel, 'name' | 'destinationId'> | undefined,
): FindLocation {
  const cityBy = new Map(cities.map(city => [city.id, city]));
  const airportBy = new Map(cities.map(city => [city.airport.iataCode, city]));

  /** The districts of a city are its points of interest: the id is the city's and two digits, from 01. */
  function findPoint(id: string): Found {
    const [, city = '', number = ''] = pointForm.exec(id) ?? [];
    const destination = cityBy.get(city);
    const name = destination?.districts[Number(number) - 1];
    return destination && name !== undefined ? { name, destination } : undefined;
  }

  const finders: Readonly<Record<LocationType, (code: string) => Found>> = {
    Destination: code => named(cityBy.get(code), city => city.name.en),
    Airport: code => named(airportBy.get(code), city => city.airport.name),
    PointOfInterest: findPoint,
    Hotel: code => {
      const hotel = hotelNumber.test(code) ? hotelBy(Number(code)) : undefined;
      return hotel && { name: hotel.name, destination: cityBy.get(hotel.destinationId) };
    },
  };
  return (type, code) => {
    const found = finders[type](code);
    return found?.destination && { type, code, name: found.name, destination: found.destination };
  };
}

const named = (city: Destination | undefined, nameOf: (city: Destination) => string) =>
  city && { name: nameOf(city), destination: city };

/**
 * The place with a code of a type, as autocomplete gives both, or undefined.
 *
 * @example findLocation('Airport', 'GIG')?.destination.id // '1001'
 */
export const findLocation: FindLocation = createLocationFinder(destinations, findHotel);
