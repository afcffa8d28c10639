import { describe, expect, it } from 'vitest';
import type { MockSupplierOptions } from '#mock-server';
import { createFakeMachine } from '../clock/fakes.ts';
import { startOnRequest, testStart } from '../hotel-client.ts';
import { startPaying } from '../payment-client.ts';
import { readEvents } from './event-reader.ts';

describe('a booking in the control API', () => {
  it("shows the supplier's status beside the stored one, without synchronising them", async () => {
    const { control, client, bookingId } = await startOnRequest();
    await control.ask('advanceClock', { body: { by: 'PT20M' } });
    const first = await control.ask('getBooking', { bookingId });
    const { body } = await control.ask('getBooking', { bookingId });
    expect(body).toEqual(first.body);
    expect(body).toMatchObject({ bookingId, owner: 'demo', bookingStatus: 'OnRequest' });
    expect(body.services).toMatchObject([
      {
        truth: 'confirmed',
        stored: 'on-request',
        timeline: [
          { at: '2026-11-20T10:00:00.000Z', status: 'on-request' },
          { at: '2026-11-20T10:20:00.000Z', status: 'confirmed' },
        ],
        guests: [{ name: 'Ana', surname: 'Silva', age: 34 }, {}],
      },
    ]);
    await client.detail(bookingId);
    expect((await control.ask('getBooking', { bookingId })).body.services[0]?.stored).toBe('confirmed');
  });

  it('shows every charge of payBooking, and its result', async () => {
    const { control, book, pay, wait } = startPaying();
    const booked = await book('prepaid');
    const { BookingId: bookingId, TotalSellingPrice: price, condition } = booked;
    await pay(booked, 'declined');
    wait(60_000);
    await pay(booked, 'pending');
    const charge = (status: string, minute: string, last4: string) => ({
      serviceId: `${bookingId}01`,
      paymentConditionId: condition.PaymentConditionId,
      amount: { value: price.Value, currency: price.Currency },
      status,
      at: `2026-11-20T10:${minute}:00.000Z`,
      card: { last4, luhn: true, ours: true },
    });
    const declined = charge('Declined', '00', '0002');
    const payments = async () => (await control.ask('listBookings')).body[0]?.payments;
    expect(await payments()).toEqual([declined, charge('Pending', '01', '0077')]);
    await control.ask('advanceClock', { body: { to: 'next-event' } });
    expect(await payments()).toEqual([declined, charge('Approved', '11', '0077')]);
  });

  it('is listed, the last changed first', async () => {
    const { control, client, bookingId } = await startOnRequest();
    await control.ask('advanceClock', { body: { by: 'PT1M' } });
    const { BookingId: second } = await client.book();
    const ids = async (query = '') =>
      (await control.ask('listBookings', { query })).body.map(booking => booking.bookingId);
    expect(await ids()).toEqual([second, bookingId]);
    expect(await ids('?limit=1')).toEqual([second]);
  });
});

async function start(options: MockSupplierOptions = {}) {
  const started = await startOnRequest(options);
  const { bookingId, control } = started;
  const decide = (status: string, serviceId?: string) =>
    control.ask('decideBooking', { bookingId, body: { status, serviceId } });
  const refused = (body: object) => control.refused('decideBooking', { bookingId, body });
  const truths = async (id = 'default') =>
    (await control.ask('getBooking', { id, bookingId })).body.services.map(({ truth }) => truth);
  return { ...started, decide, refused, truths };
}

describe('a decision at the supplier', () => {
  it.each([
    ['confirmed', 'CONFIRMED'],
    ['rejected', 'Rejected'],
    ['failed', 'FAILED'],
    ['expired', 'Expired'],
    ['cancelled', 'Cancelled'],
  ])('gives an OnRequest service the status %s, which the next look-up shows', async (status, shown) => {
    const { client, control, bookingId, decide } = await start();
    await control.ask('advanceClock', { body: { by: 'PT5M' } });
    const { body } = await decide(status);
    const timeline = [
      { at: '2026-11-20T10:00:00.000Z', status: 'on-request' },
      { at: '2026-11-20T10:05:00.000Z', status },
    ];
    const service = { truth: status, stored: 'on-request', timeline };
    expect(body).toMatchObject({ bookingId, bookingStatus: 'OnRequest', services: [service] });
    expect((await client.detail(bookingId)).Booking?.bookingStatus).toBe(shown);
  });

  it('replaces the planned confirmation, also after a day', async () => {
    const { control, decide, truths } = await start();
    await decide('rejected');
    const { body } = await control.ask('advanceClock', { body: { by: 'P2D' } });
    expect([body.fired, await truths()]).toEqual([[], ['rejected']]);
  });

  it('happens after the changes that are due on a running clock', async () => {
    const machine = createFakeMachine(testStart);
    const { refused } = await start({ clock: { mode: 'real' }, machine: machine.clock });
    machine.pass(20 * 60_000);
    const { status, details } = await refused({ status: 'rejected' });
    expect([status, details[0]?.valid]).toEqual([409, ['cancelled']]);
  });

  it('settles the pending charge of the service', async () => {
    const { control, book, pay } = startPaying();
    const booked = await book('prepaid');
    await pay(booked, 'pending');
    const decision = { bookingId: booked.BookingId, body: { status: 'rejected' } };
    const { body } = await control.ask('decideBooking', decision);
    expect(body.payments).toMatchObject([{ status: 'Declined' }]);
  });

  it('is an event of the sandbox, and part of its export', async () => {
    const { control, bookingId, decide, truths } = await start();
    const events = readEvents(await control.send('streamEvents'));
    await decide('expired');
    const move = { at: '2026-11-20T10:00:00.000Z', from: 'on-request', to: 'expired' };
    const data = { ...move, bookingId, serviceId: `${bookingId}01` };
    expect(await events.next()).toEqual({ event: 'transition', id: undefined, data });
    await events.stop();
    const { body: file } = await control.ask('exportSandbox');
    await control.ask('importSandbox', { query: '?id=copy', body: file });
    await control.ask('advanceClock', { id: 'copy', body: { by: 'P2D' } });
    expect(await truths('copy')).toEqual(['expired']);
  });

  it('changes only the services that can get the status, or only the named service', async () => {
    const { client, bookingId, decide, truths } = await start();
    await client.book(undefined, { BookingId: bookingId });
    expect(await truths()).toEqual(['on-request', 'confirmed']);
    const { body } = await decide('confirmed');
    expect(body.services[0]?.confirmationNumber).toMatch(/^HCN\d{7}$/);
    expect(await truths()).toEqual(['confirmed', 'confirmed']);
    await decide('cancelled', `${bookingId}02`);
    expect(await truths()).toEqual(['confirmed', 'cancelled']);
  });

  it('is refused with the possible statuses when the service cannot get the status', async () => {
    const { decide, refused } = await start();
    await decide('confirmed');
    const detail = { field: 'status', value: 'rejected', valid: ['cancelled'] };
    expect(await refused({ status: 'rejected' })).toMatchObject({ status: 409, details: [detail] });
    const message = expect.stringContaining('is confirmed and can only become cancelled');
    expect(await refused({ status: 'confirmed' })).toMatchObject({ status: 409, message });
    await decide('cancelled');
    expect((await refused({ status: 'cancelled' })).details[0]?.valid).toEqual([]);
  });

  it('is refused for a status that the supplier does not decide, and for an unknown service or booking', async () => {
    const { control, bookingId, refused } = await start();
    expect((await refused({ status: 'awaiting-payment' })).status).toBe(400);
    const unknown = await refused({ status: 'confirmed', serviceId: `${bookingId}02` });
    const details = [{ field: 'serviceId', nearest: `${bookingId}01` }];
    expect(unknown).toMatchObject({ status: 404, details });
    const body = { status: 'confirmed' };
    expect((await control.refused('decideBooking', { bookingId: '1', body })).status).toBe(404);
    await control.ask('closeSandbox');
    const message = expect.stringContaining('is closed');
    expect(await refused(body)).toMatchObject({ status: 409, message });
  });
});
