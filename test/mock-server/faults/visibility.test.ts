import { describe, expect, it } from 'vitest';
import { bookOnRequest, startSupplier, testStart } from '../hotel-client.ts';
import { startPaying } from '../payment-client.ts';
import { effects } from '../pipeline/exchange-of.ts';

const minutes = 60_000;

describe('a booking that is not to be seen yet', () => {
  it('is found by no look-up, and by every one when its time has come (flow.3)', async () => {
    const { client, book, wait } = startPaying({ faults: ['visibility=PT5M'] });
    const ExternalReference = 'trip-1';
    const { BookingId } = await book('payLater', { ExternalReference });
    const look = async () => [
      (await client.call('getBooking', { BookingId })).body.Booking?.BookingId,
      (await client.call('getBooking', { ExternalReference })).body.Booking?.BookingId,
      (await client.call('getBookingDetail', { BookingId })).status,
      (await client.list()).Bookings.map(booking => booking.BookingId),
    ];
    wait(5 * minutes - 1);
    expect(await look()).toEqual([undefined, undefined, 404, []]);
    expect((await client.call('getBooking', { BookingId })).body).toEqual({ Errors: [] });
    wait(1);
    expect(await look()).toEqual([BookingId, BookingId, 200, [BookingId]]);
  });

  it('is not changed by a look-up (trans.sync)', async () => {
    const { client, book, wait, supplier, sandbox } = startPaying();
    const { BookingId } = await book('onRequest');
    wait(20 * minutes);
    sandbox.faults.arm('visibility=PT30M');
    const before = effects(supplier);
    await client.call('getBooking', { BookingId });
    await client.call('getBookingDetail', { BookingId });
    await client.list();
    expect(effects(supplier)).toBe(before);
    sandbox.faults.clear();
    expect((await client.list()).Bookings[0]?.bookingStatus).toBe('OnRequest');
  });

  it('hides only what was booked lately: an older trip is listed, and found though a newer one has its reference', async () => {
    const { client, book, wait, sandbox } = startPaying();
    const ExternalReference = 'trip-1';
    const older = await book('payLater', { ExternalReference });
    const other = await book('payLater', { ExternalReference: 'trip-2' });
    wait(10 * minutes);
    const newer = await book('payLater', { ExternalReference });
    const found = async () =>
      (await client.call('getBooking', { ExternalReference })).body.Booking?.BookingId;
    expect(await found()).toBe(newer.BookingId);
    sandbox.faults.arm('visibility=PT5M');
    expect(await found()).toBe(older.BookingId);
    const listed = (await client.list()).Bookings.map(booking => booking.BookingId);
    expect(listed).toEqual([other.BookingId, older.BookingId]);
  });

  it('can still be paid and cancelled', async () => {
    const { client, book, pay } = startPaying({ faults: ['visibility=PT1H'] });
    const booked = await book('prepaid');
    expect((await pay(booked)).body.PaymentStatus).toBe('Approved');
    expect((await client.cancel(booked.BookingId)).bookingStatus).toBe('Cancelled');
  });

  it('moves no per-poll clock', async () => {
    const { clock, client } = startSupplier({
      clock: { mode: 'per-poll', start: testStart },
      machine: { now: () => 0, monotonic: () => 0, afterMacrotask: () => {}, timer: () => () => {} },
      faults: ['visibility=PT1H'],
    });
    const { BookingId } = await bookOnRequest(client);
    expect((await client.call('getBookingDetail', { BookingId })).status).toBe(404);
    expect(clock.now()).toBe(testStart);
  });
});

it('the server finds a booking, then once not, then again (err.404)', async () => {
  const { client, book } = startPaying({ faults: ['visibility,then404'] });
  const { BookingId } = await book('payLater');
  const seen: number[] = [];
  for (let look = 0; look < 4; look += 1)
    seen.push((await client.call('getBookingDetail', { BookingId })).status);
  expect(seen).toEqual([200, 404, 200, 200]);
});
