import { type Booking, isFinal, pollingPlan } from '#contracts';
import type { Order } from './booking-body.ts';
import { type Shown, toShow } from './consent.ts';
import type { Context } from './context.ts';
import type { Found } from './found.ts';
import { type BookingOutcome, byEmail, emergency } from './outcome.ts';
import { pay } from './pay.ts';
import { type Followed, isStillOpen, lookPatiently, poll } from './poll.ts';

/** A booking that exists, and what of its making is still known: not after a restart. */
export interface Settling {
  readonly found: Found;
  readonly followed: Followed & { readonly reference: string };
  readonly order: Order | undefined;
  /** Told of every status that is seen. */
  readonly seen: (found: Found) => Promise<void>;
}

/** Brings a booking to its end: pays when due, follows up what is ambiguous, reads the voucher of what is confirmed. */
export async function settle(settling: Settling, context: Context): Promise<BookingOutcome> {
  let { found } = settling;
  const { followed, order, seen } = settling;
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
    await seen(found);
    const { status } = found;
    if (status === undefined) return ask(`the status ${found.words} is none of the contract`);
    if (status === 'confirmed') {
      if (found.booking) return confirmed(found, found.booking, order);
      const looked = await lookPatiently(followed, context); // for the voucher; it may say otherwise
      if (!looked) return ask('it is confirmed, and its voucher could not be read', emergency);
      found = looked;
    } else if (isFinal(status)) {
      return ended(found);
    } else if (status === 'awaiting-payment') {
      if (!order) return ask('it waits for a card that this process does not have', emergency);
      const paid = await pay(order, followed, context);
      if (paid.kind === 'declined') return { outcome: 'payment-declined', bookingId, reasons: paid.reasons };
      if (paid.kind === 'unknown') return ask('nobody knows whether the card was charged', emergency);
      if (paid.found.status === 'awaiting-payment')
        return ask('it was paid, and still waits for its payment', emergency);
      found = paid.found;
    } else if (pollingPlan(status, followed.fromRequest)) {
      const last = await poll(status, followed, context);
      if (!last || isStillOpen(last.status, status)) return unresolved(last ?? found, { followed, ask });
      found = last;
    } else {
      return ask(`it is ${found.words}`);
    }
  }
  return ask('its status goes back and forth', emergency);
}

const mostTurns = 12;

/** Nobody decided in time: an OnRequest has expired then, of everything else people have to be asked (decision 1). */
function unresolved(
  { words, bookingId }: Found,
  { followed, ask }: { followed: Followed; ask: (why: string) => BookingOutcome },
): BookingOutcome {
  if (followed.fromRequest) return { outcome: 'expired', bookingId };
  return ask(`it was ${words} for as long as its polling plan goes`);
}

function confirmed({ bookingId }: Found, booking: Booking, order: Order | undefined): BookingOutcome {
  const shown: Shown | undefined = order && toShow(order.given);
  return { outcome: 'confirmed', bookingId, booking, ...(shown && { shown }) };
}

function ended({ status, bookingId, errors }: Found): BookingOutcome {
  if (status === 'expired') return { outcome: 'expired', bookingId };
  return { outcome: status === 'rejected' ? 'rejected' : 'failed', bookingId, reasons: errors };
}
