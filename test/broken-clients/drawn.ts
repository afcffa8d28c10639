import type { BookingRequest } from '#client';
import { asObject } from '#contracts/util';
import { hotel } from '#scenarios/catalogue/parts';
import { type Break, type BrokenClient, criteria, overriding, wire } from './broken-client.ts';

/** A draw without the name of a hotel, so that a client can find an offer in the fixed city. */
const draw = { seed: 'broken', number: 2 };
const fixed = hotel();

const twoNightsFrom = (date: unknown): string =>
  new Date(Date.parse(String(date)) + 2 * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Returns a change that replaces parts of the booking request. */
const requesting = (change: (request: BookingRequest) => object): Break =>
  overriding(client => ({
    book: (request, ...rest) => client.book({ ...request, ...change(request) } as BookingRequest, ...rest), // one product stays one product
  }));

/** The hours by which UTC is ahead of the airports of the fixed and the drawn transfer. */
const hoursBehind: Readonly<Record<string, number>> = { GIG: 3, JFK: 5 };

function withOffsetOfRio(time: unknown, pickup: unknown): string {
  const [hours = 0, minutes] = String(time).split(':').map(Number);
  const code = String(asObject(pickup).LocationCode);
  const other = (hours - (hoursBehind[code] ?? 3) + 3 + 24) % 24;
  return `${String(other).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

export const drawn: readonly BrokenClient[] = [
  {
    name: 'looks up Rio de Janeiro for every destination',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    draw,
    breakIt: wire({
      autocomplete: ({ send, url }) =>
        send({ url: url.replace(/autocomplete\/[^/]+/, 'autocomplete/Rio%20de%20Janeiro') }),
    }),
  },
  {
    name: 'picks up and drops off every car at the airport GIG',
    rule: 'booked-as-expected',
    scenario: 'car-confirmed',
    draw: { seed: 'broken', number: 1 },
    breakIt: wire({
      'car.search': criteria(({ Pickup, Dropoff }) => ({
        Pickup: { ...asObject(Pickup), LocationType: 'Airport', LocationCode: 'GIG' },
        Dropoff: { ...asObject(Dropoff), LocationType: 'Airport', LocationCode: 'GIG' },
      })),
    }),
  },
  {
    name: 'always searches two nights',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    draw,
    breakIt: wire({
      'hotel.search': criteria(({ CheckinDate }) => ({ CheckoutDate: twoNightsFrom(CheckinDate) })),
    }),
  },
  {
    name: 'always sends the nationality BR',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    draw,
    breakIt: wire({ 'hotel.search': criteria(() => ({ Nationality: 'BR' })) }),
  },
  {
    name: 'always searches in BRL',
    rule: 'booked-as-expected',
    scenario: 'hotel-confirmed',
    draw,
    breakIt: wire({ 'hotel.search': criteria(() => ({ Currency: 'BRL' })) }),
  },
  {
    name: 'never requests a currency',
    rule: 'booked-as-expected',
    scenario: 'tour-confirmed',
    draw,
    breakIt: wire({ 'tour.search': criteria(() => ({ Currency: undefined })) }),
  },
  {
    name: 'always books for the same two adults and child',
    rule: 'booked-as-expected',
    overlaps: ['child-ages-exact'],
    scenario: 'hotel-confirmed',
    draw,
    breakIt: requesting(request => ({
      guests: fixed.guests,
      criteria: { ...request.criteria, SearchRooms: [{ NumAdults: 2, ChildAges: [7] }] },
    })),
  },
  {
    name: 'converts every local time with the offset of Rio de Janeiro',
    rule: 'times-utc-hhmm',
    scenario: 'transfer-confirmed',
    draw: { seed: 'broken', number: 4 },
    breakIt: wire({
      'transfer.search': criteria(({ Pickup, Time }) => ({ Time: withOffsetOfRio(Time, Pickup) })),
    }),
  },
];
