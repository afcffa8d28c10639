import {
  type LocationType,
  limits,
  type Product,
  type RequestOf,
  type ResponseOf,
  type Suggestion,
} from '#contracts';
import type { Warning } from '#contracts/exchange';
import { locationTypes } from '#contracts/shapes';
import { suggest } from '#contracts/util';
import { refuse } from '../books/index.ts';
import type { Hotel, Places } from '../inventory/index.ts';
import type { Call } from './handler.ts';

const oddCase: Warning = {
  kind: 'lenient',
  field: 'airportCode',
  message: 'IATA codes have capital letters. The server read this code as capitals; send capitals',
};

/** A code in small letters is accepted with a warning (ep.airport). */
export function airportDetail(airportCode: string, { sandbox: { places } }: Call) {
  const code = airportCode.toUpperCase();
  const destination = places.airport(code);
  if (!destination) throw refuse('NotFound', unknown(airportCode, places), 'airportCode');
  const { airport, id: destinationId, name: city, country: countryCode, timeZone } = destination;
  const { code: iataCode, name, latitude, longitude } = airport;
  return {
    answer: { iataCode, name, city: city.en, countryCode, latitude, longitude, timeZone, destinationId },
    warnings: code === airportCode ? [] : [oddCase],
  };
}

function unknown(code: string, { destinations }: Places): string {
  const codes = destinations.map(({ airport }) => airport.code);
  const hint = suggest(code, codes, `known are ${codes.join(', ')}`);
  return `no airport "${code.slice(0, 60)}"; ${hint}`;
}

// Which places a Search of the product accepts.
const typesFor: Readonly<Record<Product, readonly LocationType[]>> = {
  hotel: ['Destination', 'PointOfInterest', 'Hotel'],
  car: locationTypes,
  transfer: locationTypes,
  tour: ['Destination'],
};

/** With a product, only places that its Search accepts (svc.2). */
export function autocomplete(
  { term, product, quantity = limits.suggestions.value }: RequestOf<'autocomplete'>,
  { sandbox: { places } }: Call,
): { answer: Suggestion[] } {
  const types = product === undefined ? locationTypes : typesFor[product];
  const max = limits.suggestions.value;
  return { answer: places.suggest(term, types, Math.min(quantity || max, max)) };
}

type HotelAnswer = ResponseOf<'hotelDetail'>;

// By the specification, every field can be missing. Two of every seven hotels lack some, so that clients meet this case.
const gapEvery = 7;
const gaps: Readonly<Record<number, readonly (keyof HotelAnswer)[]>> = {
  3: ['address', 'latitude', 'longitude', 'photos'],
  5: ['destination', 'category', 'amenities', 'rooms'],
};

/** Some hotels lack fields (ep.hotel-detail, res.hotel-detail). */
export function hotelDetail(hotelId: number, { sandbox: { places } }: Call): { answer: HotelAnswer } {
  const hotel = places.hotel(hotelId);
  if (!hotel) {
    const message = `no hotel ${hotelId}; take ids from autocomplete or from a Search by DestinationId`;
    throw refuse('NotFound', message, 'hotelId');
  }
  const answer = describeHotel(hotel, places);
  for (const field of gaps[hotelId % gapEvery] ?? []) delete answer[field];
  return { answer };
}

function describeHotel(hotel: Hotel, places: Places): HotelAnswer {
  const destination = places.destination(hotel.destination);
  const { id, name, address, latitude, longitude, category, amenities, photos, rooms } = hotel;
  return {
    id,
    ...(destination && { destination: { id: destination.id, name: destination.name } }),
    name,
    address,
    latitude,
    longitude,
    category,
    amenities: [...amenities],
    photos: [...photos],
    rooms: rooms.map(room => ({ name: room.name, photos: [...room.photos], amenities: [...room.amenities] })),
  };
}
