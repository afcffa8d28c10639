import { mayHaveTakenEffect } from '../errors.ts';
import { type Purchase, paymentOf } from './booking-body.ts';
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
 * Pays a prepaid booking by card (svc.3). When the answer is lost the booking is looked at before anything is paid again
 * (decision 3).
 */
export async function pay(purchase: Purchase, followed: Followed, context: Context): Promise<Paid> {
  const { call, signal } = context;
  const request = { BookingId: followed.bookingId, ...paymentOf(purchase) };
  const isCharged = (found: Found) => hasCharge(found, purchase);
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      const { answer } = await call('payBooking', request, { signal });
      if (answer.PaymentStatus === 'Declined' || answer.bookingStatus === 'FAILED')
        return { kind: 'declined', reasons: answer.Errors };
      const found = await lookPatiently(followed, context);
      if (!found) return { kind: 'unknown' };
      // HTTP 200 is no success: where there are Errors[] the booking says whether a charge stands (flow.4).
      const isTaken = answer.Errors.length === 0 || isCharged(found);
      return isTaken ? { kind: 'paid', found } : { kind: 'declined', reasons: answer.Errors };
    } catch (error) {
      // The second one can be refused because the first was charged after all.
      if (attempt === 1 && !mayHaveTakenEffect(error)) throw error;
      // What was sent may still be on its way, so it is looked for at once and five minutes later.
      let found = await lookPatiently(followed, context);
      if (found && !isCharged(found)) found = await poll('technical-problem', followed, context);
      if (!found) return { kind: 'unknown' };
      if (isCharged(found)) return { kind: 'paid', found };
    }
  }
  return { kind: 'unknown' };
}

/**
 * Whether a charge stands that is not declined, or the booking no longer waits for one. A trip can hold charges of other
 * services: what was offered for this one tells them apart.
 */
function hasCharge({ booking, status }: Found, { conditions }: Purchase): boolean {
  if (status !== 'awaiting-payment') return true;
  const own = new Set(conditions.map(({ PaymentConditionId }) => PaymentConditionId));
  return (booking?.Payments ?? []).some(
    ({ PaymentStatus, PaymentConditionId }) => PaymentStatus !== 'Declined' && own.has(PaymentConditionId),
  );
}
