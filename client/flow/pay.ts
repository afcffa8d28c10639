import { mayHaveTakenEffect } from '../errors.ts';
import { type Order, paymentOf } from './booking-body.ts';
import type { Context } from './context.ts';
import type { Found } from './found.ts';
import { type Followed, lookPatiently, poll } from './poll.ts';
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
      const found = await lookPatiently(followed, context);
      if (!found) return { kind: 'unknown' };
      // HTTP 200 is no success: where there are Errors[] the booking says whether a charge stands (flow.4).
      const isTaken = answer.Errors.length === 0 || hasCharge(found);
      return isTaken ? { kind: 'paid', found } : { kind: 'declined', reasons: answer.Errors };
    } catch (error) {
      // The second one can be refused because the first was charged after all.
      if (attempt === 1 && !mayHaveTakenEffect(error)) throw error;
      const found = await findCharge(followed, context);
      if (!found) return { kind: 'unknown' };
      if (hasCharge(found)) return { kind: 'paid', found };
    }
  }
  return { kind: 'unknown' };
}

/** Looks for a charge at once, and five minutes later: what was sent may still be on its way. */
async function findCharge(followed: Followed, context: Context): Promise<Found | undefined> {
  const found = await lookPatiently(followed, context);
  return found && !hasCharge(found) ? poll('technical-problem', followed, context) : found;
}

/** Whether a charge stands that is not declined, or the booking no longer waits for one. */
function hasCharge({ booking, status }: Found): boolean {
  return (
    status !== 'awaiting-payment' ||
    booking?.Payments.some(({ PaymentStatus }) => PaymentStatus !== 'Declined') === true
  );
}
