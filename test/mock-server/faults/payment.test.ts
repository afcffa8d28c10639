import { describe, expect, it } from 'vitest';
import type { ErrorEntry } from '#contracts';
import { cards, startPaying } from '../payment-client.ts';

const minutes = 60_000;
const Message = expect.stringContaining('declined: a fault of this sandbox caused this');
const byFault: Partial<ErrorEntry>[] = [{ Code: 'PaymentDeclined', Message }];

describe('a card that a fault declines', () => {
  it('is declined with DoBooking whatever its number, and nothing is booked (flow.4)', async () => {
    const { book, look, sandbox } = startPaying({ faults: ['payment=declined'] });
    const { BookingId, conditions, ...booked } = await book('payNow');
    const failed = { bookingStatus: 'FAILED', Errors: byFault };
    expect(booked).toMatchObject(failed);
    expect(await look(BookingId)).toMatchObject({ ...failed, Payments: [{ PaymentStatus: 'Declined' }] });
    expect(sandbox.store.booked(conditions.choice.RoomIds[0] ?? '')).toBe(0);
  });

  it('is declined by payBooking, and the booking still waits for one, which another fault keeps pending (ep.pay)', async () => {
    const faults = ['payBooking:payment=declined,nth=1', 'payBooking:payment=pending,nth=2'];
    const { book, pay, look } = startPaying({ faults });
    const booked = await book('prepaid');
    const declined = { PaymentStatus: 'Declined', Status: 'AGUARDANDO PAGAMENTO', Errors: byFault };
    expect((await pay(booked)).body).toMatchObject(declined);
    expect((await pay(booked)).body).toMatchObject({ PaymentStatus: 'Pending', bookingStatus: 'Pending' });
    const { Payments } = await look(booked.BookingId);
    expect(Payments.map(payment => payment.PaymentStatus)).toEqual(['Declined', 'Pending']);
  });
});

describe('a card that a fault keeps pending', () => {
  const any = ['approved', 'declined', 'unknown'] as const;
  it.each(any)('is approved 10 minutes after DoBooking, also if it is %s (poll.pending)', async card => {
    const { book, paymentsOf, look, wait } = startPaying({ faults: ['payment=pending'] });
    const { BookingId, ...booked } = await book('payNow', {}, { card: { CardNumber: cards[card] } });
    expect(booked).toMatchObject({ bookingStatus: 'Pending', Status: 'EM PROGRESSO', Errors: [] });
    wait(10 * minutes - 1);
    expect(await paymentsOf(BookingId)).toEqual(['Pending']);
    wait(1);
    expect((await look(BookingId)).bookingStatus).toBe('CONFIRMED');
    expect(await paymentsOf(BookingId)).toEqual(['Approved']);
  });
});
