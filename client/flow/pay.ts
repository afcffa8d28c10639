import { limits, pollingPlan } from '#contracts';
import { mayHaveTakenEffect } from '../errors.ts';
import { type Purchase, paymentOf } from './booking-body.ts';
import type { Context } from './context.ts';
import type { Found } from './found.ts';
import { type Followed, lookPatiently, watch } from './poll.ts';
import type { Reason } from './reason.ts';

/** What became of a card. */
export type Paid =
  /** It was charged, or no charge is due any more: the booking says what comes of it. */
  | { readonly kind: 'paid'; readonly found: Found }
  | { readonly kind: 'declined'; readonly reasons: readonly Reason[] }
  /** No charge stands, and there is no card to charge. */
  | { readonly kind: 'no-card' }
  | { readonly kind: 'unknown' };

/** A booking that waits for its payment. */
export interface Due {
  readonly found: Found;
  readonly purchase: Purchase | undefined;
  readonly followed: Followed;
}

/** A payment whose answer was lost twice, and that is nowhere to be found, is for people. */
const mostPayments = 2;

/**
 * Pays a prepaid booking by card (svc.3), once, whatever happens on the way: a charge that stands is never paid again, and one
 * whose answer was lost, by this process or an earlier one, is looked for at once and every five minutes up to thirty before
 * anything is paid again (decision 7, by analogy).
 */
export async function pay({ found: first, purchase, followed }: Due, context: Context): Promise<Paid> {
  let found: Found | undefined = first;
  if (purchase?.isSent && !found.booking) found = await lookPatiently(followed, context);
  for (let sends = 0; ; ) {
    const sentAt = followed.looks?.paySentAt;
    if (found && sentAt !== undefined && !hasCharge(found, purchase))
      found = await findCharge(sentAt, { found, purchase, followed }, context);
    if (!found) return { kind: 'unknown' };
    if (hasCharge(found, purchase)) return followCharge({ found, purchase, followed }, context);
    await followed.looks?.notePayment(undefined);
    if (!purchase?.payment) return { kind: 'no-card' };
    if (sends === mostPayments) return { kind: 'unknown' };
    sends += 1;
    const told = await payOnce(purchase, followed, context);
    if (told.kind !== 'sent') return told;
    found = told.found;
  }
}

/** Sends one payment, and looks at what came of it, unless the answer leaves no doubt. */
async function payOnce(
  purchase: Purchase,
  followed: Followed,
  context: Context,
): Promise<Paid | { readonly kind: 'sent'; readonly found: Found | undefined }> {
  const { call, signal, clock } = context;
  const request = { BookingId: followed.bookingId, ...paymentOf(purchase) };
  const leaving = async () => followed.looks?.notePayment(clock.now());
  try {
    const { answer } = await call('payBooking', request, { signal, leaving });
    const { PaymentStatus, Errors } = answer;
    const found = PaymentStatus === 'Declined' ? undefined : await lookPatiently(followed, context);
    if (PaymentStatus !== 'Declined' && !found) return { kind: 'unknown' };
    // HTTP 200 is no success: where there are Errors[] the booking says whether a charge stands (flow.4).
    if (found && (Errors.length === 0 || hasCharge(found, purchase)))
      return followCharge({ found, purchase, followed }, context);
    await followed.looks?.notePayment(undefined);
    return { kind: 'declined', reasons: Errors };
  } catch (error) {
    if (mayHaveTakenEffect(error)) return { kind: 'sent', found: await lookPatiently(followed, context) };
    await followed.looks?.notePayment(undefined);
    throw error;
  }
}

/** Looks for a charge that may still be on its way; undefined when the last look was not answered. */
function findCharge(
  sentAt: number,
  { found, purchase, followed }: Due,
  context: Context,
): Promise<Found | undefined> {
  const { value: interval } = limits.pollTechnicalProblem;
  const span = { since: sentAt, last: context.clock.now(), interval, window: limits.pollWindow.value };
  if (context.clock.now() >= sentAt + span.window) return Promise.resolve(found);
  return watch(followed, { ...span, isOpen: each => !hasCharge(each, purchase) }, context);
}

/** A charge stands: where the booking still waits for it, it is followed up as what is pending is. */
async function followCharge({ found, purchase, followed }: Due, context: Context): Promise<Paid> {
  const plan = pollingPlan('pending', false);
  if (found.status !== 'awaiting-payment' || !plan) return { kind: 'paid', found };
  const now = context.clock.now();
  const isOpen = (each: Found) => each.status === 'awaiting-payment' && hasCharge(each, purchase);
  const last = await watch(followed, { ...plan, since: now, last: now, isOpen }, context);
  if (!last) return { kind: 'unknown' };
  return hasCharge(last, purchase)
    ? { kind: 'paid', found: last }
    : { kind: 'declined', reasons: last.errors };
}

/**
 * Whether a charge stands that is not declined, or the booking no longer waits for one. A trip can hold charges of other
 * services: what was offered for this one tells them apart.
 */
function hasCharge({ booking, status }: Found, purchase: Purchase | undefined): boolean {
  if (status !== 'awaiting-payment') return true;
  const own = purchase?.conditions.map(({ PaymentConditionId }) => PaymentConditionId) ?? [];
  const isOwn = (id: string) => own.length === 0 || own.includes(id);
  return (booking?.Payments ?? []).some(
    ({ PaymentStatus, PaymentConditionId }) => PaymentStatus !== 'Declined' && isOwn(PaymentConditionId),
  );
}
