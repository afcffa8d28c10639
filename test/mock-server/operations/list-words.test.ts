import { beforeAll, expect, it } from 'vitest';
import type { Warning } from '#contracts/exchange';
import { startSupplier } from '../hotel-client.ts';

const { client, clock, journal } = startSupplier({ options: { rateLimit: false } });
const ids: string[] = [];
const inside = (name = '') => `SearchBookingCriteria.${name}`;

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
])('the server reads the words of clients in %j, with a warning', async (criteria, wanted, kind, text) => {
  const [found, warnings] = await listWith({ SearchBookingCriteria: criteria });
  expect(found).toEqual(wanted);
  expect(warnings).toContainEqual({
    kind,
    field: `${inside(Object.keys(criteria)[0])}[0]`,
    message: expect.stringContaining(text),
  });
});

it.each([
  [{ SearchBookingCriteria: { Colour: 'red' } }, inside('Colour'), ''],
  [{ SearchBookingCriteria: { PassengersName: 'Ana' } }, inside('PassengersName'), 'PassengerName'],
  [{ PassengerName: 'Ana' }, 'PassengerName', inside('PassengerName')],
])('the server says that it does not filter the list by %j', async (request, field, meant) => {
  const hint = meant && `; did you mean "${meant}"?`;
  const message = `is not a filter of the contract; the list is not filtered by it${hint}`;
  expect(await listWith(request)).toEqual([[0, 1, 2], [{ kind: 'unknown-field', field, message }]]);
});
