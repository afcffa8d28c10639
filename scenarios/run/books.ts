import { limits } from '#contracts';
import type { BookingView } from '#contracts/control';
import { requestFacts } from '#contracts/exchange';
import type { Task } from '#contracts/scenario';
import { isLocationType, locationTypes } from '#contracts/shapes';
import { asObject, foldText, type JsonObject } from '#contracts/util';
import { defaultCurrency, type Sandbox } from '#mock-server';
import type { BookedService, Books, HeldPlace } from '../judge/index.ts';

/** Events that are due on the sandbox clock happen first. A booking that a fault made for another guest is left out. */
export function booksOf(sandbox: Sandbox, task?: Task): Books {
  const { places } = sandbox;
  const services = servicesIn(sandbox).map(([booking, service]) => ({
    ...bookedAs(booking, service),
    ...heldAs(service, places),
  }));
  if (!task) return { services };
  const found = namesIn(task).map(name => [name, destinationsFor(name, places)] as const);
  return { services, places: Object.fromEntries(found) };
}

/** Without what only a task is compared with: fast for thousands of bookings. */
export const booksWithoutTask = (sandbox: Sandbox): Books => ({
  services: servicesIn(sandbox).map(([booking, service]) => bookedAs(booking, service)),
});

function bookedAs(
  { id: bookingId, owner, createdAt, currency, payments }: Booking,
  service: Service,
): BookedService {
  const { id: serviceId, reference, paxs, cents, penalty } = service;
  return withoutTravellers(service, {
    bookingId,
    serviceId,
    reference,
    owner,
    cents,
    names: paxs.map(({ Name, Surname }) => `${Name} ${Surname}`),
    ...(penalty !== undefined && { penalty: { Value: penalty / 100, Currency: currency } }),
    bookedAt: createdAt,
    priceCurrency: currency,
    charges: payments.filter(payment => payment.serviceId === serviceId),
  });
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
  return withoutTravellers(service, {
    bookingId,
    serviceId,
    reference,
    owner,
    names: guests.map(({ name, surname }) => `${name} ${surname}`),
    bookedAt: Date.parse(createdAt),
    cents: centsOf(price.value),
    priceCurrency: price.currency,
    charges: payments
      .filter(payment => payment.serviceId === serviceId)
      .map(({ amount, status }) => ({ cents: centsOf(amount.value), status })),
  });
}

const centsOf = (value: number): number => Math.round(value * 100);

interface Sold extends Pick<BookedService, 'product' | 'start' | 'end'> {
  readonly item: string;
  readonly units: readonly string[];
  readonly truth: BookedService['status'];
}

interface Traded extends Omit<BookedService, keyof Sold | 'status' | 'parties' | 'guests' | 'stay'> {
  readonly owner: string;
  readonly names: readonly string[];
}

function withoutTravellers(sold: Sold, { owner, names, ...booked }: Traded): BookedService {
  const { product, item, units, start, end, truth: status } = sold;
  const guests = names.map(name => name.toLowerCase()).sort();
  const stay = JSON.stringify([owner, product, item, [...units].sort(), start, end, guests]);
  return { ...booked, product, start, end, status, parties: [], guests: [], stay };
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
  steps.flatMap(step => {
    if (step.do !== 'book') return [];
    if (step.product === 'hotel' || step.product === 'tour') return step.criteria.destination;
    const ends =
      step.product === 'car'
        ? [step.criteria.pickup.at, step.criteria.dropoff.at]
        : [step.criteria.from, step.criteria.to];
    return ends.flatMap(place => ('destination' in place ? place.destination : []));
  });

function destinationsFor(name: string, places: Places): string[] {
  const found = places.suggest(name, locationTypes, limits.suggestions.value);
  const called = found.filter(place => foldText(place.name) === foldText(name));
  return [...new Set((called.length > 0 ? called : found).map(({ destinationId }) => destinationId))];
}
