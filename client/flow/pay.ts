import { mayHaveTakenEffect } from '../errors.ts';
import { type Order, paymentOf } from './booking-body.ts';
import type { Context } from './context.ts';
import type { Found } from './found.ts';
import { type Followed, look } from './poll.ts';
import type { Reason } from './reason.ts';

/** What became of a card. */
export type Paid =
  | { readonly kind: 'paid'; readonly found: Found }
  | { readonly kind: 'declined'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'unknown' };

/**
 * Pays a prepaid booking by the card of the wish (svc.3). When the answer is lost the booking is looked at before anything
 * is paid again (decision 3).
 */
export async function pay(
  order: Pick<Order, 'wish' | 'given'>,
  followed: Followed,
  context: Context,
): Promise<Paid> {
  const { call, signal } = context;
  const request = { BookingId: followed.bookingId, ...paymentOf(order) };
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const { answer } = await call('payBooking', request, { signal });
      if (answer.PaymentStatus === 'Declined' || answer.bookingStatus === 'FAILED')
        return { kind: 'declined', reasons: answer.Errors };
      return { kind: 'paid', found: await look(followed, context) };
    } catch (error) {
      if (!mayHaveTakenEffect(error)) throw error;
      const found = await look(followed, context);
      if (hasCharge(found)) return { kind: 'paid', found };
    }
  }
  return { kind: 'unknown' };
}

/** Whether a charge stands that is not declined, or the booking no longer waits for one. */
function hasCharge({ booking, status }: Found): boolean {
  return (
    status !== 'awaiting-payment' ||
    booking?.Payments.some(({ PaymentStatus }) => PaymentStatus !== 'Declined') === true
  );
}
