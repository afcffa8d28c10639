import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '#contracts';
import { cards, startPaying } from '../payment-client.ts';
import { createTripClient, paymentFor, selectionOf, twoAdults } from '../trip-client.ts';

const minutes = 60_000;
const byFault: Partial<ErrorEntry>[] = [
  {
    Code: 'PaymentDeclined',
    Message: expect.stringContaining('declined: a fault of this sandbox caused this'),
  },
];

describe('a card that a fault declines', () => {
  it('is declined with DoBooking whatever its number, and nothing is booked (flow.4)', async () => {
    const { book, look, sandbox } = startPaying({ faults: ['payment=declined'] });
    const { BookingId, conditions, ...booked } = await book('payNow');
    expect(booked).toMatchObject({ bookingStatus: 'FAILED', Errors: byFault });
    expect(await look(BookingId)).toMatchObject({
      bookingStatus: 'FAILED',
      Payments: [{ PaymentStatus: 'Declined' }],
      Errors: byFault,
    });
    expect(sandbox.store.booked(conditions.choice.RoomIds[0] ?? '')).toBe(0);
  });

  it('is declined by payBooking, and the booking still waits for one that is good (ep.pay)', async () => {
    const { book, pay, look } = startPaying({ faults: ['payBooking:payment=declined,times=1'] });
    const booked = await book('prepaid');
    expect((await pay(booked)).body).toMatchObject({
      PaymentStatus: 'Declined',
      Status: 'AGUARDANDO PAGAMENTO',
      Errors: byFault,
    });
    expect((await pay(booked)).body).toMatchObject({ PaymentStatus: 'Approved', bookingStatus: 'CONFIRMED' });
    const { Payments } = await look(booked.BookingId);
    expect(Payments.map(payment => payment.PaymentStatus)).toEqual(['Declined', 'Approved']);
  });
});

describe('a card that a fault keeps pending', () => {
  it.each(['approved', 'declined', 'unknown'] as const)(
    'is approved 10 minutes after DoBooking whatever its number: %s (poll.pending)',
    async card => {
      const { book, paymentsOf, look, wait } = startPaying({ faults: ['payment=pending'] });
      const { BookingId, ...booked } = await book('payNow', {}, { card: { CardNumber: cards[card] } });
      expect(booked).toMatchObject({ bookingStatus: 'Pending', Status: 'EM PROGRESSO', Errors: [] });
      wait(10 * minutes - 1);
      expect(await paymentsOf(BookingId)).toEqual(['Pending']);
      wait(1);
      expect(await look(BookingId)).toMatchObject({
        bookingStatus: 'CONFIRMED',
        Payments: [{ PaymentStatus: 'Approved' }],
      });
    },
  );

  it.each(['prepaid', 'payLater'] as const)('is approved 10 minutes after payBooking: %s', async plan => {
    const { book, pay, paymentsOf, wait } = startPaying({ faults: ['payment=pending'] });
    const booked = await book(plan);
    const { body } = await pay(booked);
    expect(body).toMatchObject({
      PaymentStatus: 'Pending',
      bookingStatus: plan === 'prepaid' ? 'Pending' : 'CONFIRMED',
      Errors: [],
    });
    wait(10 * minutes - 1);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Pending']);
    wait(1);
    expect(await paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });
});

it('the server charges no card for a car that is declined by a fault', async () => {
  const { supplier } = startPaying({ faults: ['car.doBooking:payment=declined'] });
  const client = createTripClient(supplier.fetch);
  const found = await client.find('car');
  const offer = found.offers.find(entry => !entry.CanPayLater && !entry.IsPrePayment);
  const conditions = await client.validate('car', found, offer);
  if (!offer) throw new Error('no car is paid at once');
  const { body } = await client.call('car.doBooking', {
    Token: conditions.Token,
    BookingId: '0',
    Paxs: twoAdults,
    ...selectionOf(offer),
    ...paymentFor(conditions),
  });
  expect(body).toMatchObject({ bookingStatus: 'FAILED', Errors: byFault });
  const { Booking } = await client.detail(body.BookingId);
  expect(Booking?.Payments).toMatchObject([{ PaymentStatus: 'Declined' }]);
});
