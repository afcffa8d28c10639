import { expect, it } from 'vitest';
import { guestsOf } from '../hotel-client.ts';
import { startTrips } from '../trip-client.ts';

function start(now = '2026-11-20T10:00:00Z') {
  const { client, clock } = startTrips({ clock: { mode: 'manual', start: Date.parse(now) } });
  return { client, at: (instant: string) => clock.advance({ to: Date.parse(instant) }) };
}

const fromToday = { DestinationId: '1003', CheckinDate: '2026-12-01', CheckoutDate: '2026-12-03' };

it('the server finds no rooms any more once the stay began before today at the destination (retoken.not-found)', async () => {
  const { client, at } = start('2026-12-01T10:00:00Z');
  const search = await client.search(fromToday);
  at('2026-12-02T02:59:59Z'); // Salvador is three hours behind UTC
  const change = { Token: undefined, ReToken: search.ReToken };
  expect((await client.conditions(search, { change })).RevalidateBookingConditions).toBe('SameRoomsFound');
  at('2026-12-02T03:00:00Z');
  expect(await client.conditions(search, { change })).toMatchObject({
    RevalidateBookingConditions: 'RoomsNotFound',
    Errors: [{ Code: 'RoomUnavailable' }],
  });
});

it('the server rejects a booking whose stay began while the client thought about the conditions (status.rejeitado)', async () => {
  const { client, at } = start('2026-12-02T02:50:00Z');
  const conditions = await client.conditions(await client.search(fromToday));
  at('2026-12-02T03:10:00Z');
  expect(await client.book(conditions)).toMatchObject({
    bookingStatus: 'Rejected',
    Errors: [{ Code: 'RoomUnavailable' }],
  });
});

async function tripWithRejectedService() {
  const { client, at } = start();
  const first = await client.book();
  const conditions = await client.conditions(await client.search({ Nationality: 'AR' }));
  const Paxs = guestsOf({ NumAdults: 2, ChildAges: [] }).map(guest => ({ ...guest, Name: 'Ana3' }));
  const Rooms = [{ RoomId: conditions.choice.RoomIds[0], Paxs }];
  const second = await client.book(conditions, { BookingId: first.BookingId, Rooms });
  expect(second.bookingStatus).toBe('Rejected');
  return { client, at, first };
}

it('the server counts no service in the price of a trip that the supplier never took', async () => {
  const { client, first } = await tripWithRejectedService();
  expect((await client.detail(first.BookingId)).Booking?.TotalSellingPrice).toEqual(first.TotalSellingPrice);
});

it('the server answers a cancelled trip as cancelled, with its Penalty, though a service of it was rejected before', async () => {
  const { client, at, first } = await tripWithRejectedService();
  at('2026-12-10T10:00:00Z');
  expect(await client.cancel(first.BookingId)).toMatchObject({
    bookingStatus: 'Cancelled',
    Status: 'CANCELADO',
    Penalty: first.TotalSellingPrice,
  });
});
