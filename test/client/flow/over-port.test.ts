import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingRequest, type Client, createClient } from '#client';
import { createMockSupplier, type Sandbox } from '#mock-server';
import { type Listening, listen } from '#mock-server/node';
import { carCriteria, tourCriteria, transferCriteria, twoAdults } from '../../mock-server/trip-client.ts';
import { choosing, hotelRequest, payment, start } from './world.ts';

let sandbox: Sandbox;
let listening: Listening;
let client: Client;

beforeAll(async () => {
  const supplier = createMockSupplier({ clock: { mode: 'manual', start } });
  sandbox = supplier.sandboxes.require('default');
  listening = await listen(supplier, { port: 0 });
  client = createClient({ baseUrl: listening.url, credential: { Username: 'demo', Password: 'demo' } });
});
afterAll(() => listening.close());

const wanted = { guests: twoAdults, payment };
const requests: [string, BookingRequest][] = [
  ['hotel', hotelRequest],
  ['prepaid hotel', { ...hotelRequest, choose: choosing('prepaid') }],
  ['hotel that is paid at once', { ...hotelRequest, choose: choosing('payNow') }],
  ['car', { ...wanted, product: 'car', criteria: carCriteria }],
  ['transfer', { ...wanted, product: 'transfer', criteria: transferCriteria }],
  ['tour', { ...wanted, product: 'tour', criteria: tourCriteria }],
];

describe("over a port, with Node's fetch and its clock", () => {
  it.each(requests)('svc.1, svc.2, ep.detail: books a %s and cancels it', async (_, request) => {
    const booked = await client.book(request, () => true);
    if (booked.outcome !== 'confirmed') throw new Error(`this was ${booked.outcome}`);
    expect(booked.booking).toMatchObject({
      bookingStatus: 'CONFIRMED',
      ConfirmationNumber: expect.any(String),
    });
    const { bookingId } = booked;
    expect(await client.cancel({ bookingId })).toMatchObject({ outcome: 'cancelled', bookingId });
  });

  it('flow.3: finds a booking whose connection was cut', async () => {
    sandbox.faults.arm('hotel.doBooking:cut,commit=before,times=1');
    const before = sandbox.store.bookingCount;
    const booked = await client.book({ ...hotelRequest, reference: 'cut' }, () => true);
    expect([booked.outcome, sandbox.store.bookingCount - before]).toEqual(['confirmed', 1]);
  });

  it('svc.4, ep.list, res.list-criteria: lists what was changed by number and by date', async () => {
    const booked = await client.book({ ...hotelRequest, reference: 'listed' }, () => true);
    const id = 'bookingId' in booked ? (booked.bookingId ?? '') : '';
    const list = async (SearchBookingCriteria: object) =>
      (await client.call('getBookingList', { SearchBookingCriteria })).answer.Bookings.map(
        ({ BookingId }) => BookingId,
      );
    expect(await list({ BookingNumber: [id] })).toEqual([id]);
    expect(await list({ BookingNumber: [] })).toContain(id);
    expect(await list({ CheckinDateFrom: '2026-12-10', CheckinDateTo: '2026-12-10' })).toContain(id);
    expect(await list({ CheckinDateFrom: '2026-12-11' })).not.toContain(id);
  });
});
