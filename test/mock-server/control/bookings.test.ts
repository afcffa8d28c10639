import { describe, expect, it } from 'vitest';
import { startPaying } from '../payment-client.ts';
import { startOnRequest } from './on-request.ts';

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
