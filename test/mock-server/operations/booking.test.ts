import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { limits } from '#contracts';
import { bookingBody, bookOut, createHotelClient, guestsOf, testPayment } from '../hotel-client.ts';
import { brief } from '../pipeline/exchange-of.ts';
import { startTrips as start, startTrips } from '../trip-client.ts';

it('the server confirms a CanBook room at once, with confirmation number and voucher (status.confirmado, res.booking)', async () => {
  const { client } = start();
  const booked = await client.book();
  expect(booked).toMatchObject({ bookingStatus: 'CONFIRMED', Status: 'CONFIRMADO', Errors: [] });
  expect(booked.ReservationId).toBe(booked.BookingId);
  const { Booking } = await client.detail(booked.BookingId);
  expect(Booking).toMatchObject({
    BookingId: booked.BookingId,
    bookingStatus: 'CONFIRMED',
    ConfirmationNumber: booked.ConfirmationNumber,
    Services: [
      { Voucher: { HolderName: 'Ana Silva' }, CheckinDate: '2026-12-10', CheckoutDate: '2026-12-12' },
    ],
    Invoice: { Amount: booked.TotalSellingPrice },
  });
  expect(booked.ConfirmationNumber).toMatch(/^HCN\d{7}$/);
});

it('the server rejects names with special characters, finally and without penalty (status.rejeitado, trans.rejected, poll.rejected)', async () => {
  const { client, sandbox } = start();
  const conditions = await client.conditions();
  const guests = guestsOf({ NumAdults: 2, ChildAges: [] }).map(guest => ({ ...guest, Name: 'Ana*' }));
  const Rooms = [{ RoomId: conditions.choice.RoomIds[0], Paxs: guests }];
  const { BookingId, ...booked } = await client.book(conditions, { Rooms });
  const rejected = { bookingStatus: 'Rejected', Status: 'REJEITADO', Errors: [{ Code: 'InvalidName' }] };
  expect(booked).toMatchObject(rejected);
  sandbox.clock.advance({ by: 86_400_000 });
  expect((await client.detail(BookingId)).Booking).toMatchObject(rejected);
  const attached = { ...bookingBody(await client.conditions()), BookingId };
  expect(brief(await client.call('cancelBooking', { BookingId }))).toBe('400 BookingClosed BookingId');
  expect(brief(await client.call('hotel.doBooking', attached))).toBe('400 BookingClosed BookingId');
});

it('the server accepts accents, apostrophes and hyphens in names', async () => {
  const { client } = start();
  const conditions = await client.conditions();
  const names = { Name: 'João Íñigo', Surname: "D'Ávila-Müller" };
  const Paxs = guestsOf({ NumAdults: 2, ChildAges: [] }).map(guest => ({ ...guest, ...names }));
  const booked = await client.book(conditions, { Rooms: [{ RoomId: conditions.choice.RoomIds[0], Paxs }] });
  expect(booked.bookingStatus).toBe('CONFIRMED');
});

it('the server rejects a room that is booked out, and sells it again after a cancellation', async () => {
  const { client, sandbox } = start();
  const conditions = await client.conditions();
  const [room] = conditions.choice.RoomIds;
  const search = await client.search();
  const last = await client.book(conditions);
  bookOut(sandbox.store, room, limits.roomsPerOffer.value - 1);
  expect(await client.conditions(search)).toMatchObject({ Errors: [{ Code: 'RoomUnavailable' }] });
  await client.cancel(last.BookingId);
  expect(await client.conditions()).toMatchObject({ Errors: [] });
});

it('field.can-pay-later, decision 4: charges payBooking after a DoBooking without Payment when CanPayLater is false', async () => {
  const { client } = start();
  const conditions = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
  const { Payment, ...unpaid } = bookingBody(conditions);
  const { body: booked } = await client.call('hotel.doBooking', unpaid);
  expect(booked).toMatchObject({ bookingStatus: 'PENDING', Status: 'AGUARDANDO PAGAMENTO', Errors: [] });
  const { BookingId } = booked;
  expect((await client.detail(BookingId)).Booking?.Payments).toEqual([]);
  const { body: paid } = await client.call('payBooking', { BookingId, ...Payment });
  expect(paid).toMatchObject({ PaymentStatus: 'Approved', bookingStatus: 'CONFIRMED', Errors: [] });
  const { Booking } = await client.detail(BookingId);
  expect(Booking?.Payments).toMatchObject([{ Amount: booked.TotalSellingPrice, PaymentStatus: 'Approved' }]);
});

it('the server takes the payment of a room as well as one at the top, and refuses a foreign or wrong one', async () => {
  const { client } = start();
  const conditions = await client.conditions(undefined, { isWanted: room => !room.CanPayLater });
  const [, three] = conditions.PaymentConditions ?? [];
  if (!three) throw new Error('no second payment condition');
  const { Payment: _, ...body } = bookingBody(conditions);
  const pay = (Payment: object) => client.call('hotel.doBooking', { ...body, Payment });
  const foreign = await pay({ ...testPayment(three), PaymentConditionId: 'PC0-1' });
  expect(brief(foreign)).toBe('400 InvalidRequest Payment.PaymentConditionId');
  const wrong = await pay(testPayment({ ...three, Installments: 6 }));
  expect(brief(wrong)).toBe('400 InvalidRequest Payment.PaymentRequestCC1.CreditCard.NumberPayments');
  const Rooms = body.Rooms.map(room => ({ ...room, Payment: testPayment(three) }));
  expect((await client.call('hotel.doBooking', { ...body, Rooms })).body.bookingStatus).toBe('CONFIRMED');
});

it('the server books twice when a client repeats itself blindly: an Idempotency-Key does not help (flow.3)', async () => {
  const { client } = start();
  const headers = { 'Idempotency-Key': randomUUID() };
  const [one, two] = [await client.conditions(), await client.conditions(await client.search())];
  const first = await client.book(one, {}, { headers });
  const second = await client.book(two, {}, { headers });
  expect(second.BookingId).not.toBe(first.BookingId);
  expect((await client.list()).Bookings).toHaveLength(2);
});

it('the server replays the first answer for the same key and body where the sandbox honours keys, whatever is armed by then, and refuses another body', async () => {
  const { client, sandbox } = start({ options: { idempotency: 'honoured' } });
  const headers = { 'Idempotency-Key': randomUUID() };
  const conditions = await client.conditions();
  sandbox.faults.arm('hotel.doBooking:business,errors=SupplierTimeout,times=1');
  const first = await client.book(conditions, {}, { headers });
  expect(first.Errors).toMatchObject([{ Code: 'SupplierTimeout' }]);
  sandbox.faults.arm('hotel.doBooking:business=Rejected');
  expect(await client.book(conditions, {}, { headers })).toEqual(first);
  const other = { ...bookingBody(conditions), ExternalReference: 'x' };
  const refused = await client.call('hotel.doBooking', other, { headers });
  expect(brief(refused)).toBe('400 InvalidRequest Idempotency-Key');
  expect((await client.list()).Bookings).toHaveLength(1);
});

it('the server keeps the keys of credentials apart whatever characters they have (decision 3)', async () => {
  const credentialOf = (Username: string) => ({ Username, Password: 'secret' });
  const credentials = ['a', 'a b'].map(credentialOf);
  const { supplier } = start({ credentials, options: { idempotency: 'honoured' } });
  const bookAs = (name: string, key: string) => {
    const client = createHotelClient(supplier.fetch, { credential: credentialOf(name) });
    return client.book(undefined, {}, { headers: { 'Idempotency-Key': key } });
  };
  const [first, second] = [await bookAs('a', 'b c'), await bookAs('a b', 'c')];
  expect(second.BookingId).not.toBe(first.BookingId);
});

function startAt(now = '2026-11-20T10:00:00Z') {
  const { client, clock } = startTrips({ clock: { mode: 'manual', start: Date.parse(now) } });
  return { client, at: (instant: string) => clock.advance({ to: Date.parse(instant) }) };
}

const fromToday = { DestinationId: '1003', CheckinDate: '2026-12-01', CheckoutDate: '2026-12-03' };

it('the server finds no rooms any more once the stay began before today at the destination (retoken.not-found)', async () => {
  const { client, at } = startAt('2026-12-01T10:00:00Z');
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
  const { client, at } = startAt('2026-12-02T02:50:00Z');
  const conditions = await client.conditions(await client.search(fromToday));
  at('2026-12-02T03:10:00Z');
  expect(await client.book(conditions)).toMatchObject({
    bookingStatus: 'Rejected',
    Errors: [{ Code: 'RoomUnavailable' }],
  });
});

async function tripWithRejectedService() {
  const { client, at } = startAt();
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
