import type { BookingRequest } from '#client';
import { asObject } from '#contracts/util';
import { hotel } from '#scenarios/catalogue/parts';
import { type Break, broken, criteria, onWire, overriding } from './broken-client.ts';

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

export const drawn = [
  ...[
    onWire('looks up Rio de Janeiro for every destination', 'booked-as-expected', 'hotel-confirmed', {
      autocomplete: ({ send, url }) =>
        send({ url: url.replace(/autocomplete\/[^/]+/, 'autocomplete/Rio%20de%20Janeiro') }),
    }),
    onWire('picks up and drops off every car at the airport GIG', 'booked-as-expected', 'car-confirmed', {
      'car.search': criteria(({ Pickup, Dropoff }) => ({
        Pickup: { ...asObject(Pickup), LocationType: 'Airport', LocationCode: 'GIG' },
        Dropoff: { ...asObject(Dropoff), LocationType: 'Airport', LocationCode: 'GIG' },
      })),
    }),
    onWire('always searches two nights', 'booked-as-expected', 'hotel-confirmed', {
      'hotel.search': criteria(({ CheckinDate }) => ({ CheckoutDate: twoNightsFrom(CheckinDate) })),
    }),
    onWire('always sends the nationality BR', 'booked-as-expected', 'hotel-confirmed', {
      'hotel.search': criteria(() => ({ Nationality: 'BR' })),
    }),
    onWire('always searches in BRL', 'booked-as-expected', 'hotel-confirmed', {
      'hotel.search': criteria(() => ({ Currency: 'BRL' })),
    }),
    onWire('never requests a currency', 'booked-as-expected', 'tour-confirmed', {
      'tour.search': criteria(() => ({ Currency: undefined })),
    }),
    broken(
      'always books for the same two adults and child',
      ['booked-as-expected', 'child-ages-exact'],
      'hotel-confirmed',
      requesting(request => ({
        guests: fixed.guests,
        criteria: { ...request.criteria, SearchRooms: [{ NumAdults: 2, ChildAges: [7] }] },
      })),
    ),
  ].map(client => ({ ...client, draw })),
  {
    ...onWire(
      'converts every local time with the offset of Rio de Janeiro',
      'times-utc-hhmm',
      'transfer-confirmed',
      { 'transfer.search': criteria(({ Pickup, Time }) => ({ Time: withOffsetOfRio(Time, Pickup) })) },
    ),
    draw: { seed: 'broken', number: 4 },
  },
];
