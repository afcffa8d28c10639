import type { BookingRequest } from '#client';
import { asObject } from '#contracts/util';
import { hotel } from '#scenarios/catalogue/parts';
import { type Break, caughtBy, criteria, overriding, wire } from './broken-client.ts';

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
  ...caughtBy(
    'booked-as-expected',
    'hotel-confirmed',
    {
      'looks up Rio de Janeiro for every destination': wire({
        autocomplete: ({ send, url }) =>
          send({ url: url.replace(/autocomplete\/[^/]+/, 'autocomplete/Rio%20de%20Janeiro') }),
      }),
      'always searches two nights': wire({
        'hotel.search': criteria(({ CheckinDate }) => ({ CheckoutDate: twoNightsFrom(CheckinDate) })),
      }),
      'always sends the nationality BR': wire({ 'hotel.search': criteria(() => ({ Nationality: 'BR' })) }),
      'always searches in BRL': wire({ 'hotel.search': criteria(() => ({ Currency: 'BRL' })) }),
    },
    { draw },
  ),
  ...caughtBy(
    'booked-as-expected',
    'car-confirmed',
    {
      'picks up and drops off every car at the airport GIG': wire({
        'car.search': criteria(({ Pickup, Dropoff }) => ({
          Pickup: { ...asObject(Pickup), LocationType: 'Airport', LocationCode: 'GIG' },
          Dropoff: { ...asObject(Dropoff), LocationType: 'Airport', LocationCode: 'GIG' },
        })),
      }),
    },
    { draw },
  ),
  ...caughtBy(
    'booked-as-expected',
    'tour-confirmed',
    {
      'never requests a currency': wire({ 'tour.search': criteria(() => ({ Currency: undefined })) }),
    },
    { draw },
  ),
  ...caughtBy(
    ['booked-as-expected', 'child-ages-exact'],
    'hotel-confirmed',
    {
      'always books for the same two adults and child': requesting(request => ({
        guests: fixed.guests,
        criteria: { ...request.criteria, SearchRooms: [{ NumAdults: 2, ChildAges: [7] }] },
      })),
    },
    { draw },
  ),
  ...caughtBy(
    'times-utc-hhmm',
    'transfer-confirmed',
    {
      'converts every local time with the offset of Rio de Janeiro': wire({
        'transfer.search': criteria(({ Pickup, Time }) => ({ Time: withOffsetOfRio(Time, Pickup) })),
      }),
    },
    { draw: { seed: 'broken', number: 4 } },
  ),
];
