// Reference data of the stand-in: destinations, their airports and hotels, the same in every sandbox. What is here is
// synchronous and found by key, and loads neither faker nor @msw/data nor zod.
import { destinations } from './places.ts';
import type { Destination } from './schemas.ts';

export { findHotel, hotelsOf, suppliers } from './hotels.ts';
export { isoOffsetMinutes, localDate } from './local-time.ts';
export type { Destination, Hotel } from './schemas.ts';
export { destinations };

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
