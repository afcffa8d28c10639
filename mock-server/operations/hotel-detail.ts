import type { ResponseOf } from '#contracts';
import type { Hotel, Places } from '../inventory/index.ts';
import { refuse } from '../refusal.ts';
import type { Call } from './handler.ts';

type Answer = ResponseOf<'hotelDetail'>;

// By the specification, every field can be missing. Two of every seven hotels lack some fields, so that clients meet
// this case in tests.
const gapEvery = 7;
const gaps: Readonly<Record<number, readonly (keyof Answer)[]>> = {
  3: ['address', 'latitude', 'longitude', 'photos'],
  5: ['destination', 'category', 'amenities', 'rooms'],
};

/** Returns the details of a hotel (ep.hotel-detail, res.hotel-detail). */
export function hotelDetail(hotelId: number, { sandbox: { places } }: Call): { answer: Answer } {
  const hotel = places.hotel(hotelId);
  if (!hotel) {
    const message = `no hotel ${hotelId}; take ids from autocomplete or from a Search by DestinationId`;
    throw refuse('NotFound', message, 'hotelId');
  }
  const answer = describe(hotel, places);
  for (const field of gaps[hotelId % gapEvery] ?? []) delete answer[field];
  return { answer };
}

function describe({ roomTypes, destinationId, ...hotel }: Hotel, places: Places): Answer {
  const destination = places.destination(destinationId);
  const { id, name, address, latitude, longitude, category, amenities, photos } = hotel;
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
    rooms: roomTypes.map(room => ({
      name: room.name,
      photos: [...room.photos],
      amenities: [...room.amenities],
    })),
  };
}
