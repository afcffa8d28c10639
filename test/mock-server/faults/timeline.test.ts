import { describe, expect, it } from 'vitest';
import { startPaying } from '../payment-client.ts';

const minutes = 60_000;
type Paying = ReturnType<typeof startPaying>;

const moves = ({ wait }: Paying, by: number) =>
  wait(by * minutes).fired.map(({ from, to }) => `${from} > ${to}`);

it.each([
  ['payLater', 'confirmed', 'PENDING', 'in-progress > confirmed'],
  ['payLater', 'cancelled', 'CONFIRMED', 'confirmed > cancelled'],
  ['prepaid', 'confirmed', 'PENDING', 'awaiting-payment > confirmed'],
  ['prepaid', 'on-request', 'PENDING', 'in-progress > on-request'],
  ['onRequest', 'rejected', 'OnRequest', 'on-request > rejected'],
  ['payNow', 'expired', 'Pending', 'pending > expired'],
] as const)(
  'a room that is sold %s, with the later step %s, begins as %s',
  async (plan, status, word, move) => {
    const paying = startPaying({ faults: [`*.doBooking:timeline=${status}@PT12M`] });
    const booked = await paying.book(plan);
    expect(booked.bookingStatus).toBe(word);
    expect(moves(paying, 12)).toEqual([move]);
  },
);

it('the server answers with the first of two steps at once, and the next look finds the second', async () => {
  const { book, look } = startPaying({ faults: ['hotel.doBooking:timeline=in-progress;confirmed'] });
  const { BookingId, bookingStatus } = await book('payLater');
  expect([bookingStatus, (await look(BookingId)).bookingStatus]).toEqual(['PENDING', 'CONFIRMED']);
});

describe('a payment with a timeline', () => {
  const late = 'pending;confirmed@PT25M';
  const cancelled = 'pending;confirmed@PT5M;cancelled@PT9M';
  it.each([
    ['prepaid', 'approved', late, 'Approved Pending', 'pending > confirmed', 'CONFIRMED Approved'],
    ['prepaid', 'pending', late, 'Pending Pending', 'pending > confirmed', 'CONFIRMED Approved'],
    ['prepaid', 'pending', 'rejected@PT5M', 'Pending Pending', 'pending > rejected', 'Rejected Declined'],
    ['prepaid', 'declined', 'rejected@PT5M', 'Declined PENDING', '', 'PENDING Declined'],
    ['payLater', 'approved', cancelled, 'Approved CONFIRMED', 'confirmed > cancelled', 'Cancelled Approved'],
  ] as const)('of a %s room by a card that is %s: %s (flow.6)', async (plan, card, steps, now, move, end) => {
    const paying = startPaying({ faults: [`payBooking:timeline=${steps}`] });
    const booked = await paying.book(plan);
    const { PaymentStatus, bookingStatus } = (await paying.pay(booked, card)).body;
    expect([`${PaymentStatus} ${bookingStatus}`, moves(paying, 60).join()]).toEqual([now, move]);
    const { Payments, ...booking } = await paying.look(booked.BookingId);
    expect(`${booking.bookingStatus} ${Payments[0]?.PaymentStatus}`).toBe(end);
  });

  it('has its pending card approved in its time though what was paid is stuck', async () => {
    const paying = startPaying({ faults: ['payBooking:timeline=cancellation-failed'] });
    const booked = await paying.book('prepaid');
    await paying.pay(booked, 'pending');
    paying.wait(10 * minutes - 1);
    expect(await paying.paymentsOf(booked.BookingId)).toEqual(['Pending']);
    paying.wait(1);
    expect(await paying.paymentsOf(booked.BookingId)).toEqual(['Approved']);
  });
});

describe('a cancellation with a timeline', () => {
  it('goes back to confirmed when the supplier does not cancel', async () => {
    const paying = startPaying({ faults: ['cancelBooking:timeline=confirmed@PT12M'] });
    const { BookingId } = await paying.book('payLater');
    expect((await paying.client.cancel(BookingId)).bookingStatus).toBe('PendingCancellation');
    expect(moves(paying, 12)).toEqual(['pending-cancellation > confirmed']);
    expect((await paying.look(BookingId)).bookingStatus).toBe('CONFIRMED');
    paying.sandbox.faults.clear();
    expect((await paying.client.cancel(BookingId)).bookingStatus).toBe('Cancelled');
  });

  it('costs nothing where it leads to no cancellation, and keeps the reported status', async () => {
    const paying = startPaying({ faults: ['cancelBooking:timeline=confirmed'] });
    const { BookingId } = await paying.book('payNow');
    const before = await paying.look(BookingId);
    const answer = await paying.client.cancel(BookingId);
    expect(answer.bookingStatus).toBe('CONFIRMED');
    expect(answer).not.toHaveProperty('Penalty');
    expect(paying.sandbox.store.booking(BookingId)?.services[0]).not.toHaveProperty('penalty');
    paying.wait(minutes);
    expect((await paying.look(BookingId)).Invoice).toEqual(before.Invoice);
  });

  it('does not take an OnRequest back that was reported as Pending', async () => {
    const paying = startPaying({ faults: ['cancelBooking:timeline=pending-cancellation@PT30M'] });
    const { BookingId } = await paying.book('onRequest');
    expect((await paying.look(BookingId)).bookingStatus).toBe('PENDING');
    expect((await paying.client.cancel(BookingId)).bookingStatus).toBe('PENDING');
    expect(moves(paying, 30)).toEqual(['on-request > pending-cancellation']);
  });
});
