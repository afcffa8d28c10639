import { describe, expect, it } from 'vitest';
import { judge, type RuleId } from '#scenarios/judge';
import {
  bookingBody,
  createHotelClient,
  createTestSupplier,
  type HotelClient,
  testPayment,
} from '../../mock-server/hotel-client.ts';
import { taskOf } from './rules/tasks.ts';

// Sends the calls of broken clients to the stand-in, and checks that the rules find them, and nothing else, in the records.

/** A client, and the clock of its supplier. */
interface World {
  readonly client: HotelClient;
  readonly minutes: (count: number) => void;
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
}

const key = () => ({ headers: { 'idempotency-key': crypto.randomUUID() } });

/** Returns the rules that such a client breaks, without those that this short test itself breaks. */
async function brokenBy(flow: (world: World) => Promise<unknown>, faults: string[] = []): Promise<RuleId[]> {
  const supplier = createTestSupplier({ faults });
  const { clock, journal } = supplier.sandboxes.require('default');
  await flow({
    client: createHotelClient(supplier.fetch),
    minutes: count => void clock.advance({ by: count * 60_000 }),
    send: (path, init) => supplier.fetch(`http://supplier.test${path}`, init),
  });
  const facts = journal.read().map(({ facts: one }) => one);
  const { verdicts } = judge(facts, { clock: { mode: 'manual', speed: 0 }, task: taskOf() });
  const notMeant: RuleId[] = ['destination-from-autocomplete', 'child-ages-exact'];
  const broken = verdicts.filter(({ verdict }) => ['fail', 'warn', 'harness-error'].includes(verdict));
  return broken.map(({ rule }) => rule).filter(rule => !notMeant.includes(rule));
}

/** Books, with any result. */
async function tryBook(client: HotelClient, change: object = {}): Promise<void> {
  const conditions = await client.conditions();
  await client
    .call('hotel.doBooking', { ...bookingBody(conditions), ...change }, key())
    .catch(() => undefined);
}

const cases: [string, RuleId[], (world: World) => Promise<unknown>, string[]?][] = [
  [
    'books and reads its voucher',
    [],
    async ({ client }) => {
      const { BookingId } = await client.book(undefined, undefined, key());
      await client.detail(BookingId);
    },
  ],
  [
    "books with the Search's Token",
    ['conditions-before-booking', 'booking-uses-conditions-token'],
    async ({ client }) => {
      const search = await client.search();
      const other = await client.conditions();
      const own = search.Hotels[1];
      const room = own?.Rooms.find(({ IsPrePayment, CanPayLater }) => !IsPrePayment && CanPayLater);
      if (!own || !room) throw new Error('a second hotel is wanted');
      const choice = { HotelId: own.HotelId, RoomIds: [room.Id], rooms: [room] };
      await client.call(
        'hotel.doBooking',
        { ...bookingBody({ ...other, choice }), Token: search.Token },
        key(),
      );
    },
  ],
  [
    'sends a Token twice',
    ['token-used-once'],
    async ({ client }) => {
      const search = await client.search();
      const { choice } = await client.conditions(search);
      const { HotelId, RoomIds } = choice;
      await client.call('hotel.getBookingConditions', { Token: search.Token, HotelId, RoomIds });
    },
  ],
  [
    'sends a Token of 40 minutes',
    ['token-fresh'],
    async ({ client, minutes }) => {
      const search = await client.search();
      minutes(40);
      await client.conditions(search).catch(() => undefined);
    },
  ],
  [
    'books by conditions of 7 minutes',
    ['conditions-fresh'],
    async ({ client, minutes }) => {
      const conditions = await client.conditions();
      minutes(7);
      await client.book(conditions, undefined, key());
    },
  ],
  [
    'selects a room that was not offered',
    ['selection-from-search', 'request-matches-contract'],
    async ({ client }) => {
      const { Token } = await client.search();
      await client.call('hotel.getBookingConditions', { Token, HotelId: 1001001, RoomIds: ['unknown'] });
    },
  ],
  [
    'books again at once after an answer that was lost',
    ['no-blind-rebooking'],
    async ({ client }) => {
      await tryBook(client);
      await tryBook(client);
    },
    ['hotel.doBooking:cut,commit=before,times=1'],
  ],
  [
    'books again while a booking is TechnicalProblem',
    ['no-rebooking-while-unknown'],
    async ({ client }) => {
      await tryBook(client);
      await tryBook(client);
    },
    ['hotel.doBooking:timeline=technical-problem,times=1'],
  ],
  [
    'books twice at the same moment',
    ['one-booking-in-flight'],
    async ({ client }) => {
      const given = [await client.conditions(), await client.conditions()];
      await Promise.all(given.map(conditions => client.book(conditions, undefined, key())));
    },
  ],
  ['books without a key', ['idempotency-key-present'], ({ client }) => client.book()],
  [
    'polls every minute',
    ['poll-interval'],
    async ({ client, minutes }) => {
      const { BookingId } = await client.book(undefined, undefined, key());
      for (let look = 0; look < 3; look += 1) {
        minutes(1);
        await client.detail(BookingId);
      }
    },
    ['hotel.doBooking:timeline=pending'],
  ],
  [
    'polls for an hour and a half',
    ['poll-window'],
    async ({ client, minutes }) => {
      const { BookingId } = await client.book(undefined, undefined, key());
      for (let look = 0; look < 9; look += 1) {
        minutes(10);
        await client.detail(BookingId);
      }
    },
    ['hotel.doBooking:timeline=pending'],
  ],
  [
    'polls what was rejected',
    ['rejected-is-final'],
    async ({ client, minutes }) => {
      const { BookingId } = await client.book(undefined, undefined, key());
      for (let look = 0; look < 3; look += 1) {
        minutes(10);
        await client.detail(BookingId);
      }
    },
    ['hotel.doBooking:timeline=rejected'],
  ],
  [
    'asks again at once after 429',
    ['retry-after-respected'],
    async ({ client }) => {
      await client.call('getBookingList', {});
      await client.list();
    },
    ['getBookingList:status=429,retryAfter=20,times=1'],
  ],
  [
    'repeats six times without a pause',
    ['backoff-schedule', 'at-most-five-attempts', 'breaker-opens'],
    async ({ client }) => {
      for (let sent = 0; sent < 6; sent += 1) await client.call('getBookingList', {});
    },
    ['getBookingList:status=503'],
  ],
  [
    'sends 121 look-ups at once',
    ['rate-limit-kept'],
    async ({ client }) => {
      for (let sent = 0; sent < 121; sent += 1)
        await client.call('getBooking', { ExternalReference: `${sent}` });
    },
  ],
  [
    'sends a wrong Search twice',
    ['client-errors-not-retried', 'dates-local-iso', 'country-codes', 'request-matches-contract'],
    async ({ client }) => {
      const Criteria = { DestinationId: '1001', CheckinDate: '10/12/2026', NumNights: 2, Nationality: 'XX' };
      await client.call('hotel.search', { Criteria });
      await client.call('hotel.search', { Criteria });
    },
  ],
  [
    'forgets the payment of what cannot be paid later',
    ['charged-at-booking'],
    async ({ client }) => {
      const conditions = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
      const { Payment: _, ...body } = bookingBody(conditions);
      await client.call('hotel.doBooking', body, key());
    },
  ],
  [
    'pays what is not prepaid',
    ['payment-only-when-due'],
    async ({ client }) => {
      const conditions = await client.conditions();
      const { BookingId } = await client.book(conditions, undefined, key());
      const [condition] = conditions.PaymentConditions ?? [];
      if (condition) await client.call('payBooking', { BookingId, ...testPayment(condition) });
    },
  ],
  [
    'cancels twice',
    ['cancel-not-repeated'],
    async ({ client }) => {
      const { BookingId } = await client.book(undefined, undefined, key());
      await client.cancel(BookingId);
      await client.cancel(BookingId);
    },
  ],
  [
    'asks for a hotel twice',
    ['static-data-cached'],
    async ({ client }) => {
      await client.call('hotelDetail', { hotelId: 1001001 });
      await client.call('hotelDetail', { hotelId: 1001001 });
    },
  ],
  [
    'spells a path in its own way',
    ['canonical-paths'],
    ({ send }) =>
      send('/api/rest/hotel.svc/search', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          Credential: { Username: 'demo', Password: 'demo' },
          Criteria: {
            DestinationId: '1001',
            CheckinDate: '2026-12-10',
            NumNights: 2,
            SearchRooms: [{ NumAdults: 2 }],
            Nationality: 'BR',
          },
        }),
      }),
  ],
  [
    'calls the tool server by GET with one form alone',
    ['tools-post-only'],
    ({ send }) =>
      send('/mcp', { headers: { authorization: 'Bearer demo-mcp-token', accept: 'application/json' } }),
  ],
  [
    'calls the tool server in another revision',
    ['tools-accept-both', 'tools-revision'],
    ({ send }) =>
      send('/mcp', {
        method: 'POST',
        headers: {
          authorization: 'Bearer demo-mcp-token',
          accept: 'application/json',
          'content-type': 'application/json',
          'mcp-protocol-version': '2024-11-05',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      }),
  ],
];

describe('a client that', () => {
  it.each(cases)('%s breaks %j', async (_, rules, flow, faults) => {
    expect(await brokenBy(flow, faults)).toEqual(rules);
  });
});
