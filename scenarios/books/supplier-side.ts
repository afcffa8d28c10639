import { limits } from '#contracts';
import { requestFacts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { isLocationType, locationTypes } from '#contracts/shapes';
import { asObject, foldText } from '#contracts/util';
import { defaultCurrency, type Sandbox } from '#mock-server';
import type { HeldPlace, HeldService, Supplied } from '../judge/index.ts';

/** The bookings and card charges that a supplier has recorded. */
export type SupplierSide = Omit<Supplied, 'held' | 'places'> & Required<Pick<Supplied, 'held' | 'places'>>;

/**
 * Returns the bookings and card charges that a supplier has recorded. The records can differ from the answers that the client
 * received.
 *
 * @param task the task; the function returns the destination ids of the places in this task
 */
export function supplierSide(sandbox: Sandbox, task: Task): SupplierSide {
  const { places } = sandbox;
  const bookings = bookingsIn(sandbox);
  return {
    services: bookings.flatMap(({ services }) => services.map(({ truth }) => truth)),
    charges: bookings.flatMap(({ payments }) => payments.map(({ status }) => status)),
    held: bookings.flatMap(booking => booking.services.map(service => heldAs(booking, service, places))),
    places: Object.fromEntries(namesIn(task).map(name => [name, destinationsFor(name, places)])),
  };
}

/** Returns the bookings that calls of a client made, in the order of booking. Bookings that a fault created are left out. */
export const bookingsIn = ({ store, identity }: Pick<Sandbox, 'store' | 'identity'>): Booking[] =>
  identity.credentials
    .flatMap(({ Username: owner }) => [...store.list({ owner })])
    .filter(({ isOthers }) => !isOthers)
    .sort((a, b) => a.createdAt - b.createdAt);

type Places = Sandbox['places'];
/** A booking in the records of the supplier. */
export type Booking = NonNullable<ReturnType<Sandbox['store']['booking']>>;

/** Returns a booked service, reduced to the fields that a task can specify. */
export function heldAs(
  { id: bookingId, currency }: Booking,
  service: Booking['services'][number],
  places: Places,
): HeldService {
  const { product, item, truth, start, end, paxs, penalty, guestsPerRoom, criteria: text = '{}' } = service;
  const criteria = asObject(JSON.parse(text));
  const hotel = product === 'hotel' ? places.hotel(Number(item)) : undefined;
  return {
    bookingId,
    product,
    status: truth,
    name: hotel?.name,
    start,
    end,
    from: hotel
      ? cityAt(hotel.destinationId, places)
      : (placeAt(criteria.Pickup, places) ?? cityOf(criteria, places)),
    to: placeAt(criteria.Dropoff, places),
    parties: requestFacts({ Criteria: criteria }).rooms ?? [],
    nationality: typeof criteria.Nationality === 'string' ? criteria.Nationality : undefined,
    ...(penalty !== undefined && { penalty: { Value: penalty / 100, Currency: currency } }),
    currency: typeof criteria.Currency === 'string' ? criteria.Currency : defaultCurrency,
    guests: paxs.map((guest, index) => ({ ...guest, room: roomOf(index, guestsPerRoom) })),
  };
}

/** Returns the index of a guest's room. The guests are listed room by room. */
function roomOf(index: number, guestsPerRoom: readonly number[] = []): number | undefined {
  let end = 0;
  const room = guestsPerRoom.findIndex(guests => {
    end += guests;
    return index < end;
  });
  return room < 0 ? undefined : room;
}

function cityAt(id: string, places: Places): HeldPlace | undefined {
  const city = places.destination(id);
  return city && { destinationId: id, name: city.name.en };
}

const cityOf = ({ DestinationId, CityId }: Readonly<Record<string, unknown>>, places: Places) =>
  cityAt(String(DestinationId ?? CityId), places);

function placeAt(point: unknown, places: Places): HeldPlace | undefined {
  const { LocationType: type, LocationCode: code } = asObject(point);
  const found = isLocationType(type) ? places.location(type, String(code)) : undefined;
  if (!found) return undefined;
  const { destination, name } = found;
  return { destinationId: destination.id, name, ...(type === 'Airport' && { airport: String(code) }) };
}

/** Returns the place names that a task contains. */
const namesIn = ({ steps }: Task): string[] =>
  steps.flatMap(step => {
    if (step.do !== 'book') return [];
    if (step.product === 'hotel' || step.product === 'tour') return step.criteria.destination;
    const ends =
      step.product === 'car'
        ? [step.criteria.pickup.at, step.criteria.dropoff.at]
        : [step.criteria.from, step.criteria.to];
    return ends.flatMap(place => ('destination' in place ? place.destination : []));
  });

/**
 * Returns the destinations that Autocomplete suggests for a name. If some suggestions have exactly this name, other suggestions
 * are left out.
 */
function destinationsFor(name: string, places: Places): string[] {
  const found = places.suggest(name, locationTypes, limits.suggestions.value);
  const called = found.filter(place => foldText(place.name) === foldText(name));
  return [...new Set((called.length > 0 ? called : found).map(({ destinationId }) => destinationId))];
}
