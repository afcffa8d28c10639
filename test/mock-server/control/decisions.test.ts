import { describe, expect, it } from 'vitest';
import type { MockSupplierOptions } from '#mock-server';
import { createFakeMachine } from '../clock/fakes.ts';
import { bookOnRequest, createHotelClient, createTestSupplier, testStart } from '../hotel-client.ts';
import { startPaying } from '../payment-client.ts';
import { createControlClient } from './control-client.ts';
import { readEvents } from './event-reader.ts';

async function startOnRequest(options: MockSupplierOptions = {}) {
  const supplier = createTestSupplier(options);
  const client = createHotelClient(supplier.fetch);
  const { BookingId: bookingId } = await bookOnRequest(client);
  const control = createControlClient(supplier.fetch);
  const decide = (status: string, serviceId?: string) =>
    control.ask('decideBooking', { bookingId, body: { status, serviceId } });
  const refused = (body: object) => control.refused('decideBooking', { bookingId, body });
  return { supplier, client, bookingId, control, decide, refused };
}

describe('a decision at the supplier', () => {
  it.each([
    ['confirmed', 'CONFIRMED'],
    ['rejected', 'Rejected'],
    ['failed', 'FAILED'],
    ['expired', 'Expired'],
    ['cancelled', 'Cancelled'],
  ])('gives an OnRequest service the status %s, which the next look-up shows', async (status, shown) => {
    const { client, control, bookingId, decide } = await startOnRequest();
    await control.ask('advanceClock', { body: { by: 'PT5M' } });
    const { body } = await decide(status);
    expect(body).toMatchObject({
      bookingId,
      bookingStatus: 'OnRequest',
      services: [
        {
          truth: status,
          stored: 'on-request',
          timeline: [
            { at: '2026-11-20T10:00:00.000Z', status: 'on-request' },
            { at: '2026-11-20T10:05:00.000Z', status },
          ],
        },
      ],
    });
    expect((await client.detail(bookingId)).Booking?.bookingStatus).toBe(shown);
  });

  it('replaces the planned confirmation, also after a day', async () => {
    const { control, bookingId, decide } = await startOnRequest();
    await decide('rejected');
    const { body } = await control.ask('advanceClock', { body: { by: 'P2D' } });
    expect(body.fired).toEqual([]);
    const booking = await control.ask('getBooking', { bookingId });
    expect(booking.body.services[0]).toMatchObject({ truth: 'rejected' });
    expect(booking.body.services[0]?.timeline).toHaveLength(2);
  });

  it('happens after the changes that are due on a running clock', async () => {
    const machine = createFakeMachine(testStart);
    const { refused } = await startOnRequest({
      clock: { mode: 'real' },
      machine: machine.clock,
    });
    machine.pass(20 * 60_000);
    const { status, body } = await refused({ status: 'rejected' });
    expect([status, body.error.details[0]?.valid]).toEqual([409, ['cancelled']]);
  });

  it('settles the pending charge of the service', async () => {
    const { supplier, book, pay } = startPaying();
    const control = createControlClient(supplier.fetch);
    const booked = await book('prepaid');
    await pay(booked, 'pending');
    const { body } = await control.ask('decideBooking', {
      bookingId: booked.BookingId,
      body: { status: 'rejected' },
    });
    expect(body.payments).toMatchObject([{ status: 'Declined' }]);
  });

  it('is an event of the sandbox, and part of its export', async () => {
    const { supplier, control, bookingId, decide } = await startOnRequest();
    const events = readEvents(await control.send('streamEvents'));
    await decide('expired');
    expect(await events.next()).toEqual({
      event: 'transition',
      id: undefined,
      data: {
        at: '2026-11-20T10:00:00.000Z',
        bookingId,
        serviceId: `${bookingId}01`,
        from: 'on-request',
        to: 'expired',
      },
    });
    await events.stop();
    const { body: file } = await control.ask('exportSandbox');
    await control.ask('importSandbox', { query: '?id=copy', body: file });
    const copy = await control.ask('getBooking', { id: 'copy', bookingId });
    expect(copy.body).toEqual((await control.ask('getBooking', { bookingId })).body);
    await control.ask('advanceClock', { id: 'copy', body: { by: 'P2D' } });
    const { truth } = supplier.sandboxes.require('copy').store.booking(bookingId)?.services[0] ?? {};
    expect(truth).toBe('expired');
  });

  it('changes only the services that can get the status, or only the named service', async () => {
    const { client, control, bookingId, decide } = await startOnRequest();
    await client.book(undefined, { BookingId: bookingId });
    const truths = async () =>
      (await control.ask('getBooking', { bookingId })).body.services.map(({ truth }) => truth);
    expect(await truths()).toEqual(['on-request', 'confirmed']);
    await decide('confirmed');
    expect(await truths()).toEqual(['confirmed', 'confirmed']);
    await decide('cancelled', `${bookingId}02`);
    expect(await truths()).toEqual(['confirmed', 'cancelled']);
  });

  it('is refused with the possible statuses when the service cannot get the status', async () => {
    const { bookingId, decide, refused } = await startOnRequest();
    await decide('confirmed');
    const { status, body } = await refused({ status: 'rejected' });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'Conflict',
      message: `status: the supplier cannot decide "rejected" now: service "${bookingId}01" is confirmed and can only become cancelled`,
      details: [{ field: 'status', value: 'rejected', valid: ['cancelled'] }],
    });
    expect((await refused({ status: 'confirmed' })).status).toBe(409);
    await decide('cancelled');
    const last = await refused({ status: 'cancelled' });
    expect(last.body.error.message).toContain('is cancelled and cannot change any more');
    expect(last.body.error.details[0]?.valid).toEqual([]);
  });

  it('is refused for a status that the supplier does not decide, and for an unknown service or booking', async () => {
    const { control, bookingId, refused } = await startOnRequest();
    expect((await refused({ status: 'awaiting-payment' })).status).toBe(400);
    const unknown = await refused({ status: 'confirmed', serviceId: `${bookingId}02` });
    expect([unknown.status, unknown.fields]).toEqual([404, ['serviceId']]);
    expect(unknown.body.error.details[0]?.nearest).toBe(`${bookingId}01`);
    const body = { status: 'confirmed' };
    expect((await control.refused('decideBooking', { bookingId: '1', body })).status).toBe(404);
    await control.ask('closeSandbox');
    const closed = await refused(body);
    expect([closed.status, closed.body.error.message]).toEqual([
      409,
      'sandbox "default" is closed, so its bookings cannot change; POST …/reset opens the sandbox again',
    ]);
  });
});
