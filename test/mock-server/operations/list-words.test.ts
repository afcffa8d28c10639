import { beforeAll, expect, it } from 'vitest';
import type { Warning } from '#contracts/exchange';
import { startSupplier } from '../hotel-client.ts';

const { client, clock, journal } = startSupplier({ options: { rateLimit: false } });
const ids: string[] = [];

// Three bookings: the first and the last are confirmed, and the hotel has not yet decided on the second.
beforeAll(async () => {
  for (const restriction of ['CanBook', 'OnRequest', 'CanBook']) {
    const conditions = await client.conditions(await client.search({ ReturnOnRequestRooms: true }), {
      isWanted: room => room.RestrictionType === restriction && room.CanPayLater && !room.IsPrePayment,
    });
    ids.push((await client.book(conditions)).BookingId);
  }
  clock.advance({ by: 60_000 });
  await client.detail(ids[1] ?? '');
});

/** Lists with criteria that the schema need not accept. Returns the bookings and the warnings of the journal. */
async function listWith(request: object): Promise<[bookings: number[], warnings: Warning[]]> {
  const { body } = await client.call('getBookingList', request);
  const { warnings = [] } = journal.read({ limit: 1 })[0]?.facts ?? {};
  const found = (body.Bookings ?? []).map(booking => ids.indexOf(booking.BookingId));
  return [found.sort(), warnings];
}

it.each([
  [{ BookingStatus: ['Confirmed'] }, [0, 2], 'spelling', '"Confirmed" is spelled "CONFIRMED" in the'],
  [{ BookingStatus: 'onrequest' }, [], 'spelling', '"onrequest" is spelled "OnRequest" in the contract'],
  [{ BookingStatus: ['pending'] }, [1], 'spelling', '"pending" is spelled "Pending" and "PENDING" in the'],
  [{ BookingStatus: ['Confirmado'] }, [0, 2], 'lenient', 'the server read "CONFIRMED"'],
  [{ BookingStatus: ['REJEITADO'] }, [], 'lenient', 'the server read "Rejected" and "FAILED" and "Expired"'],
  [{ BookingStatus: ['InProgress'] }, [1], 'lenient', 'the server read "PENDING"'],
  [{ ServiceTypes: ['Hotel'] }, [0, 1, 2], 'spelling', '"Hotel" is spelled "hotel" in the contract'],
  [{ ServiceTypes: ['RentACar'] }, [], 'lenient', 'the server read "car"'],
  [{ ServiceTypes: ['Car', 'HOTEL'] }, [0, 1, 2], 'spelling', '"Car" is spelled "car" in the contract'],
])(
  'the server reads the words of clients in %j, with a warning',
  async (criteria, expected, kind, message) => {
    const [found, warnings] = await listWith({ SearchBookingCriteria: criteria });
    expect(found).toEqual(expected);
    const [name] = Object.keys(criteria);
    expect(warnings).toContainEqual({
      kind,
      field: `SearchBookingCriteria.${name}[0]`,
      message: expect.stringContaining(message),
    });
  },
);

it.each([
  ['an unknown filter', { SearchBookingCriteria: { Colour: 'red' } }, 'SearchBookingCriteria.Colour', ''],
  [
    'a misspelled filter',
    { SearchBookingCriteria: { PassengersName: 'Ana' } },
    'SearchBookingCriteria.PassengersName',
    '; did you mean "PassengerName"?',
  ],
  [
    'a filter outside the criteria',
    { PassengerName: 'Ana' },
    'PassengerName',
    '; did you mean "SearchBookingCriteria.PassengerName"?',
  ],
])('the server says that the list is not filtered by %s', async (_, request, field, hint) => {
  const message = `is not a filter of the contract; the list is not filtered by it${hint}`;
  expect(await listWith(request)).toEqual([[0, 1, 2], [{ kind: 'unknown-field', field, message }]]);
});
