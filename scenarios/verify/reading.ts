import { addDays, type Product, productNames } from '#contracts';
import { asList, asObject, type JsonObject } from '#contracts/util';
import type { Conversation } from './conversation.ts';

export interface RequestedTrip {
  /** For Autocomplete. Only the default, Rio de Janeiro, can be replaced by the destination of the airport. */
  readonly destination?: string | undefined;
  /** Overrides the answer of Autocomplete. */
  readonly destinationId?: string | undefined;
  readonly airport: string;
  /** `YYYY-MM-DD`. */
  readonly checkin: string;
  readonly nights: number;
}

export type Searches =
  | { readonly criteria: Readonly<Record<Product, JsonObject>> }
  | { readonly reason: string };

export const defaultDestination = 'Rio de Janeiro';

const products = ['hotel', 'car', 'transfer', 'tour'] as const satisfies Product[];
/** Several hotels contain more optional fields than one. */
const hotelsToRead = 3;

/** A call that needs a missing value of an earlier answer is skipped. */
export async function read(conversation: Conversation, trip: RequestedTrip): Promise<Searches> {
  const searches = await readStaticData(conversation, trip);
  for (const product of products) {
    if ('criteria' in searches) await readProduct(conversation, product, searches.criteria[product]);
    else conversation.skip(`${product}.search`, searches.reason);
  }
  const list = await conversation.call('getBookingList', {});
  const [BookingId] = objectsIn(list?.fields.Bookings).flatMap(booking => idText(booking.BookingId) ?? []);
  for (const name of ['getBookingDetail', 'getBooking'] as const) {
    if (BookingId !== undefined) await conversation.call(name, { BookingId });
    else conversation.skip(name, 'getBookingList returned no booking');
  }
  return searches;
}

async function readStaticData(conversation: Conversation, trip: RequestedTrip): Promise<Searches> {
  const { destination: term = defaultDestination, airport: airportCode } = trip;
  const autocomplete = await conversation.call('autocomplete', { term });
  const suggested = objectsIn(autocomplete?.json);
  const airport = await conversation.call('airportDetail', { airportCode });
  const hotelId = idText(suggested.find(({ type }) => type === 'Hotel')?.id);
  if (Number.isInteger(Number(hotelId))) await conversation.call('hotelDetail', { hotelId: Number(hotelId) });
  const place = suggested.find(({ type }) => type === 'Destination') ?? suggested[0];
  // `verify` uses the destination of the airport only if the user has not named a place.
  const near = trip.destination === undefined ? airport?.fields.destinationId : undefined;
  const destinationId =
    trip.destinationId ?? idText(place?.destinationId) ?? idText(place?.id) ?? idText(near);
  if (destinationId !== undefined) return { criteria: criteriaFor(trip, destinationId, hotelId) };
  if (trip.destination === undefined)
    return { reason: 'no destination is known; give a destination with --destination-id' };
  const why = autocomplete
    ? 'the target does not know this destination'
    : 'Autocomplete returned no readable answer; give the id of the destination with --destination-id';
  return { reason: `--destination ${JSON.stringify(trip.destination)}: ${why}` };
}

/** For two adults, because the ages of children are then not needed. The transfer goes to the hotel. */
function criteriaFor(
  { airport, checkin, nights }: RequestedTrip,
  destinationId: string,
  hotelId: string | undefined,
): Record<Product, JsonObject> {
  const checkout = addDays(checkin, nights);
  const atAirport = { LocationCode: airport, LocationType: 'Airport' };
  const toHotel =
    hotelId === undefined
      ? { LocationCode: destinationId, LocationType: 'Destination' }
      : { LocationCode: hotelId, LocationType: 'Hotel' };
  const noon = { Time: '12:00' };
  const adults = { NumberOfAdults: 2 };
  return {
    hotel: {
      DestinationId: destinationId,
      CheckinDate: checkin,
      CheckoutDate: checkout,
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
      ReturnOnRequestRooms: true,
    },
    car: {
      Pickup: { ...atAirport, Date: checkin, ...noon },
      Dropoff: { ...atAirport, Date: checkout, ...noon },
    },
    transfer: { Pickup: atAirport, Dropoff: toHotel, ServiceDate: checkin, ...noon, ...adults },
    tour: {
      DestinationId: destinationId,
      InitialServiceDate: checkin,
      FinalServiceDate: checkout,
      ...adults,
    },
  };
}

async function readProduct(conversation: Conversation, product: Product, Criteria: JsonObject) {
  const search = await conversation.call(`${product}.search`, { Criteria });
  const offers = objectsIn(search?.fields[productNames[product].offers]);
  const hotels = offers.map(({ HotelId }) => Number(HotelId)).filter(Number.isInteger);
  if (product === 'hotel')
    for (const hotelId of hotels.slice(0, hotelsToRead)) await conversation.call('hotelDetail', { hotelId });
  const [selection] = offers.flatMap(offer => selectionOf(product, offer) ?? []);
  for (const [step, token] of [
    ['getBookingConditions', 'Token'],
    ['revalidateBookingConditions', 'ReToken'],
  ] as const) {
    const name = `${product}.${step}` as const;
    const value = search?.fields[token];
    if (!selection) conversation.skip(name, `${product}.search returned no offer to choose`);
    else if (value === undefined) conversation.skip(name, `${product}.search returned no ${token}`);
    else await conversation.call(name, { [token]: value, ...selection });
  }
}

function selectionOf(product: Product, offer: JsonObject): JsonObject | undefined {
  const { item } = productNames[product];
  const chosen = { [item]: offer[item] };
  if (offer[item] === undefined) return undefined;
  if (product === 'tour') {
    const [ServiceDate] = asList(offer.AvailableDates);
    return ServiceDate === undefined ? undefined : { ...chosen, ServiceDate };
  }
  if (product !== 'hotel') return chosen;
  const room = objectsIn(offer.Rooms).find(({ Id }) => Id !== undefined);
  return room && { ...chosen, RoomIds: [room.Id] };
}

export async function readTools(conversation: Conversation): Promise<void> {
  const list = await conversation.call('tools/list_endpoints', {});
  await conversation.call('tools/get_reference', {});
  await conversation.call('tools/get_changelog', {});
  const { endpoints } = asObject(list?.fields.structuredContent);
  const endpointId = idText(objectsIn(endpoints)[0]?.id);
  if (endpointId !== undefined) await conversation.call('tools/get_endpoint', { endpointId });
  else if (list) conversation.skip('tools/get_endpoint', 'list_endpoints returned no endpoint');
}

export const objectsIn = (value: unknown): JsonObject[] => asList(value).map(asObject);

/** Suppliers send ids as text or as numbers. */
export const idText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
