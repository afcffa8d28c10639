import { limits } from '#contracts';
import type { BookingView } from '#contracts/control';
import { requestFacts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { isLocationType, locationTypes } from '#contracts/shapes';
import { asObject, foldText, type JsonObject } from '#contracts/util';
import { defaultCurrency, type Sandbox } from '#mock-server';
import { placesIn } from '../catalogue/index.ts';
import type { BookedService, Books, HeldPlace } from '../judge/index.ts';

/**
 * Events that are due on the sandbox clock happen first. A booking that a fault made for another guest is left out. Without a task, the
 * books lack what only a task is compared with, so that they are read fast also with thousands of bookings.
 */
export function booksOf(sandbox: Sandbox, task?: Task): Books {
  const { places } = sandbox;
  const services = servicesIn(sandbox).map(([booking, service]) => ({
    ...bookedAs(booking, service),
    ...(task && heldAs(service, places)),
  }));
  if (!task) return { services };
  const found = namesIn(task).map(name => [name, destinationsFor(name, places)] as const);
  return { services, places: Object.fromEntries(found) };
}

function bookedAs(
  { id: bookingId, owner, createdAt, currency, payments }: Booking,
  service: Service,
): BookedService {
  const { id: serviceId, reference, paxs, cents, penalty } = service;
  return {
    bookingId,
    serviceId,
    reference,
    cents,
    ...(penalty !== undefined && { penalty: { Value: penalty / 100, Currency: currency } }),
    bookedAt: createdAt,
    priceCurrency: currency,
    charges: payments.filter(payment => payment.serviceId === serviceId),
    ...soldAs(
      service,
      owner,
      paxs.map(({ Name, Surname }) => `${Name} ${Surname}`),
    ),
  };
}

/** The control API does not have the criteria of the Searches, so these books can be judged without a task only. */
export function booksOfViews(views: readonly BookingView[]): Books {
  const oldestFirst = views.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  return { services: oldestFirst.flatMap(view => view.services.map(service => viewedAs(view, service))) };
}

function viewedAs(
  { bookingId, owner, reference, createdAt, payments }: BookingView,
  service: BookingView['services'][number],
): BookedService {
  const { serviceId, price, guests } = service;
  return {
    bookingId,
    serviceId,
    reference,
    bookedAt: Date.parse(createdAt),
    cents: centsOf(price.value),
    priceCurrency: price.currency,
    charges: payments
      .filter(payment => payment.serviceId === serviceId)
      .map(({ amount, status }) => ({ cents: centsOf(amount.value), status })),
    ...soldAs(
      service,
      owner,
      guests.map(({ name, surname }) => `${name} ${surname}`),
    ),
  };
}

const centsOf = (value: number): number => Math.round(value * 100);

type Sold = Pick<Service, 'item' | 'units' | 'truth'> & Pick<BookedService, 'product' | 'start' | 'end'>;

function soldAs({ product, item, units, start, end, truth }: Sold, owner: string, names: readonly string[]) {
  const guests = names.map(name => name.toLowerCase()).sort();
  const stay = JSON.stringify([owner, product, item, [...units].sort(), start, end, guests]);
  return { product, start, end, status: truth, parties: [], guests: [], stay };
}

/** In the order of booking, after what is due on the clock. Bookings that a fault created are left out. */
function servicesIn({ clock, store, identity }: Sandbox): [Booking, Service][] {
  clock.settle();
  return identity.credentials
    .flatMap(({ Username: owner }) => [...store.list({ owner })])
    .filter(({ isOthers }) => !isOthers)
    .sort((a, b) => a.createdAt - b.createdAt)
    .flatMap(booking => booking.services.map((service): [Booking, Service] => [booking, service]));
}

type Places = Sandbox['places'];
type Booking = NonNullable<ReturnType<Sandbox['store']['booking']>>;
type Service = Booking['services'][number];

/** What a task is compared with. */
function heldAs(service: Service, places: Places) {
  const { product, item, paxs, guestsPerRoom, criteria: text } = service;
  const criteria = asObject(JSON.parse(text));
  const hotel = product === 'hotel' ? places.hotel(Number(item)) : undefined;
  return {
    name: hotel?.name,
    from: hotel
      ? cityAt(hotel.destination, places)
      : (placeAt(criteria.Pickup, places) ?? cityOf(criteria, places)),
    to: placeAt(criteria.Dropoff, places),
    parties: requestFacts({ Criteria: criteria }).rooms ?? [],
    nationality: nationalityIn(criteria),
    ...(typeof criteria.ServiceDateBack === 'string' && { returns: criteria.ServiceDateBack }),
    ...(typeof criteria.DriverAge === 'number' && { driverAge: criteria.DriverAge }),
    currency: typeof criteria.Currency === 'string' ? criteria.Currency : defaultCurrency,
    guests: paxs.map((guest, index) => ({ ...guest, room: roomOf(index, guestsPerRoom) })),
  };
}

function nationalityIn({ Nationality, MainPaxCountryCodeNationality }: JsonObject): string | undefined {
  const code = Nationality ?? MainPaxCountryCodeNationality;
  return typeof code === 'string' ? code : undefined;
}

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

const namesIn = ({ steps }: Task): string[] =>
  placesIn(steps).flatMap(place => ('destination' in place ? place.destination : []));

function destinationsFor(name: string, places: Places): string[] {
  const found = places.suggest(name, locationTypes, limits.suggestions.value);
  const called = found.filter(place => foldText(place.name) === foldText(name));
  return [...new Set((called.length > 0 ? called : found).map(({ destinationId }) => destinationId))];
}
