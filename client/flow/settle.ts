import { type Booking, isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { Purchase } from './booking-body.ts';
import type { Context } from './context.ts';
import type { Found } from './found.ts';
import { type BookingOutcome, byEmail, emergency } from './outcome.ts';
import { pay } from './pay.ts';
import { type Followed, isStillOpen, lookPatiently, poll } from './poll.ts';

/** A booking that exists, and what of its making is still known: not after a restart. */
export interface Settling {
  readonly found: Found;
  readonly followed: Followed & { readonly reference: string };
  readonly purchase: Purchase | undefined;
}

/** Brings a booking to its end: pays when due, follows up what is ambiguous, reads the voucher of what is confirmed. */
export async function settle(settling: Settling, context: Context): Promise<BookingOutcome> {
  let { found } = settling;
  const { followed, purchase } = settling;
  const { bookingId, reference } = followed;
  const ask = (why: string, support = byEmail): BookingOutcome => ({
    outcome: 'ask-support',
    bookingId,
    reference,
    why,
    support,
  });
  // Every turn sees another status than the one before, and there are only so many.
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const { status } = found;
    if (status === undefined) return ask(`the status ${found.words} is none of the contract`);
    if (status === 'confirmed' && found.booking) return confirmed(found, found.booking, purchase);
    if ((status === 'confirmed' || status === 'in-progress') && !found.booking) {
      // For the voucher, and for what is behind EM PROGRESSO; it may say otherwise (status.em-progresso).
      const looked = await lookPatiently(followed, context);
      if (!looked) return ask(`it is ${found.words}, and could not be read`, emergency);
      found = looked;
    } else if (isFinal(status)) {
      return ended(found);
    } else if (status === 'awaiting-payment') {
      const paid = await pay({ found, purchase, followed }, context);
      if (paid.kind === 'no-card') return { outcome: 'pending', bookingId, reference, why: noCard };
      if (paid.kind === 'declined') return { outcome: 'payment-declined', bookingId, reasons: paid.reasons };
      if (paid.kind === 'unknown') return ask('nobody knows whether the card was charged', emergency);
      if (paid.found.status === 'awaiting-payment')
        return ask('it was paid, and still waits for its payment', emergency);
      found = paid.found;
    } else if (pollingPlan(status, followed.fromRequest)) {
      if (isTimeOver(status, followed, context)) return unresolved(found, { followed, ask });
      const last = await poll(status, followed, context);
      if (!last) return ask(`it was ${found.words}, and the last look at it was not answered`);
      if (isStillOpen(last.status, status)) return unresolved(last, { followed, ask });
      found = last;
    } else {
      return ask(`it is ${found.words}`);
    }
  }
  return ask('its status goes back and forth', emergency);
}

const mostTurns = 12;
const noCard = 'it waits for a card: pay it, or ask for the same booking again with a payment';

/** Whether a status has been polled for as long as its plan goes, by an earlier process perhaps. */
function isTimeOver(status: ServiceStatus, { looks, fromRequest }: Followed, { clock }: Context): boolean {
  const since = looks?.of(status)?.since;
  const plan = pollingPlan(status, fromRequest);
  return plan !== undefined && since !== undefined && clock.now() >= since + plan.window;
}

/** Nobody decided in time: an OnRequest has expired then, of everything else people have to be asked (decision 1). */
function unresolved(
  { words, bookingId }: Found,
  { followed, ask }: { followed: Followed; ask: (why: string) => BookingOutcome },
): BookingOutcome {
  if (followed.fromRequest) return { outcome: 'expired', bookingId };
  return ask(`it was ${words} for as long as its polling plan goes`);
}

function confirmed({ bookingId }: Found, booking: Booking, purchase: Purchase | undefined): BookingOutcome {
  const shown = purchase?.shown;
  return { outcome: 'confirmed', bookingId, booking, ...(shown && { shown }) };
}

function ended({ status, bookingId, errors }: Found): BookingOutcome {
  if (status === 'expired') return { outcome: 'expired', bookingId };
  return { outcome: status === 'rejected' ? 'rejected' : 'failed', bookingId, reasons: errors };
}
