import type { LocationType } from '#contracts';
import { isLocationType } from '#contracts/shapes';
import { asObject } from '#contracts/util';
import { anyDestination, anyHotel, anyHotelsOf } from './any-places.ts';
import {
  type Destination,
  destinations,
  findDestination,
  findDestinationByAirport,
  findHotel,
  findLocation,
  type Hotel,
  hotelsOf,
  type Location,
  type Suggest,
  suggest,
} from './reference/index.ts';
import type { Testville } from './testville.ts';

/** The places that exist in a sandbox. */
export interface Places {
  /** Every hotel and destination id exists. */
  readonly isOpen: boolean;
  destination(id: string): Destination | undefined;
  hotel(id: number): Hotel | undefined;
  /** The hotels of a destination, by id; not to be changed. */
  hotelsOf(destinationId: string): readonly Hotel[];
  /** The place with a code of a type, as autocomplete gives both. */
  location(type: LocationType, code: string): Location | undefined;
  /** Every destination that has a name of its own. */
  readonly destinations: readonly Destination[];
  /** The destination that an airport serves, by its IATA code in capitals. */
  airport(iataCode: string): Destination | undefined;
  readonly suggest: Suggest;
  /** What exists only to play scenarios. */
  readonly testville: Testville | undefined;
}

/** Which ids exist: those of the reference data, or any, for clients with mapping tables of their own. */
export type Ids = 'known' | 'any';

const known: Places = {
  isOpen: false,
  destination: findDestination,
  hotel: findHotel,
  hotelsOf,
  location: findLocation,
  destinations,
  airport: findDestinationByAirport,
  suggest,
  testville: undefined,
};

const any: Places = {
  ...known,
  isOpen: true,
  destination: anyDestination,
  hotel: anyHotel,
  hotelsOf: anyHotelsOf,
  location: (type, code) => findLocation(type, code) ?? anyLocation(type, code),
};

/**
 * The places of a sandbox.
 *
 * @param testville the destination that exists only to play scenarios, where there is one
 * @example createPlaces('any').hotel(483_920)?.name // 'Hotel 483920 (like …)'
 */
export function createPlaces(ids: Ids, testville?: Testville): Places {
  const places = ids === 'any' ? any : known;
  return testville ? withTestville(places, testville) : places;
}

/** Places with Testville among them: all others are found as before. */
function withTestville(places: Places, testville: Testville): Places {
  const { destination, hotels } = testville;
  const byId = new Map(hotels.map(hotel => [hotel.id, hotel]));
  return {
    ...places,
    destination: id => (id === destination.id ? destination : places.destination(id)),
    hotel: id => byId.get(id) ?? places.hotel(id),
    hotelsOf: id => (id === destination.id ? hotels : places.hotelsOf(id)),
    location: (type, code) => testville.location(type, code) ?? places.location(type, code),
    destinations: [...places.destinations, destination],
    airport: code => (code === destination.airport.iataCode ? destination : places.airport(code)),
    suggest(term, types, most) {
      const ordinary = places.suggest(term, types, most);
      return [...ordinary, ...testville.suggest(term, types, most - ordinary.length)];
    },
    testville,
  };
}

/** A destination or hotel under any code: those are a supplier's own, airports and districts are not. */
function anyLocation(type: LocationType, code: string): Location | undefined {
  const hotel = type === 'Hotel' && /^[1-9]\d*$/.test(code) ? anyHotel(Number(code)) : undefined;
  const destination =
    type === 'Destination' ? anyDestination(code) : hotel && anyDestination(hotel.destinationId);
  return destination && { type, code, name: hotel?.name ?? destination.name.en, destination };
}

/**
 * The destination of a place as a client wrote it: the id of a destination, the number of a hotel, or a location with
 * its type. What is none of these is nowhere.
 */
export function destinationAt(place: unknown, places: Places): Destination | undefined {
  const { LocationType: type, LocationCode: code } = asObject(place);
  if (isLocationType(type))
    return typeof code === 'string' ? places.location(type, code)?.destination : undefined;
  const id = typeof place === 'number' ? places.hotel(place)?.destinationId : place;
  return typeof id === 'string' ? places.destination(id) : undefined;
}

/**
 * Whether two places lie together, as far as cars and transfers go. Where one of them exists only because any id does,
 * nobody knows where it lies: then they do.
 */
export function isSameCity(one: Destination, other: Destination, { destinations: known }: Places): boolean {
  const isSomewhere = ({ id }: Destination) => known.some(city => city.id === id);
  return one.id === other.id || !isSomewhere(one) || !isSomewhere(other);
}
