import { isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { Claim } from '../ledger/index.ts';
import type { Purchase } from './conditions.ts';
import { askSupport, type BookingOutcome, byEmail, isNothingBooked } from './outcome.ts';
import { pay } from './pay.ts';
import { asFollowed, isStillOpen, lookPatiently, poll, recordLook, seenSince } from './poll.ts';
import type { BookingSnapshot } from './snapshot.ts';
import {
  type Context,
  ended,
  type Following,
  type Next,
  type Paying,
  type Polling,
  type Reading,
} from './states.ts';

/** Records a booking that a look-up or DoBooking returned, and returns the state that follows it up. */
export async function startFollowing(
  snapshot: BookingSnapshot,
  { claim, purchase }: { readonly claim: Claim; readonly purchase: Purchase },
  context: Context,
): Promise<Following> {
  await recordLook({ claim }, snapshot, context);
  const { bookingId, serviceId } = snapshot;
  const { reference, fromRequest = false } = claim.record;
  const followed = { bookingId, serviceId, reference, fromRequest, claim };
  return { ...followed, kind: 'following', snapshot: asFollowed(snapshot, followed), purchase, turns: 0 };
}

/** A booking that changes its status more often goes back and forth. */
const maxTurns = 12;

/** Decides by the status of a booking what is next: the voucher, a payment, a poll, or the end. */
export function follow(state: Following, { clock }: Context): Next<'following'> {
  const { snapshot, fromRequest, turns } = state;
  const { status, booking, words } = snapshot;
  if (turns >= maxTurns) return ended(askSupport(state, 'its status goes back and forth'));
  if (status === undefined)
    return ended(askSupport(state, `the contract does not know its status ${words}`, byEmail));
  if (status === 'confirmed' || status === 'in-progress') {
    // EM PROGRESSO can mean another status (status.em-progresso).
    if (!booking) return { ...state, kind: 'reading' };
    if (status === 'confirmed') return endWith(state, confirmed(state, booking));
  }
  if (isFinal(status)) return endWith(state, finalOutcome(status, snapshot));
  if (status === 'awaiting-payment') return { ...state, kind: 'paying' };
  const plan = pollingPlan(status, fromRequest);
  if (!plan) return ended(askSupport(state, `it is ${words}`, byEmail));
  const since = seenSince(status, state)?.since;
  if (since !== undefined && clock.now() >= since + plan.window) return undecided(state);
  return { ...state, kind: 'polling' };
}

/** A booking that was confirmed before and is cancelled now may be booked again. */
const endWith = ({ otherwise }: Following, outcome: BookingOutcome) =>
  otherwise && isNothingBooked(outcome) ? otherwise : ended(outcome);

function confirmed({ bookingId, purchase }: Following, booking: NonNullable<BookingSnapshot['booking']>) {
  const shown = purchase?.shown;
  return { outcome: 'confirmed', bookingId, booking, ...(shown && { shown }) } as const;
}

function finalOutcome(status: ServiceStatus, { bookingId, errors }: BookingSnapshot): BookingOutcome {
  if (status === 'expired') return { outcome: 'expired', bookingId };
  return { outcome: status === 'rejected' ? 'rejected' : 'failed', bookingId, reasons: errors };
}

/** Returns the end after the time of the polling plan: an OnRequest has expired, support must decide the others (decision 1). */
function undecided(state: Following | Polling) {
  const { fromRequest, bookingId, snapshot } = state;
  if (fromRequest) return ended({ outcome: 'expired', bookingId });
  return ended(askSupport(state, `it was ${snapshot.words} for as long as its polling plan goes`, byEmail));
}

const backToFollowing = (state: Reading | Paying | Polling, snapshot: BookingSnapshot): Following => ({
  ...state,
  kind: 'following',
  snapshot,
  turns: state.turns + 1,
});

/** Reads the whole booking. */
export async function read(state: Reading, context: Context): Promise<Next<'reading'>> {
  const snapshot = await lookPatiently(state, context);
  if (snapshot) return backToFollowing(state, snapshot);
  return ended(askSupport(state, `it is ${state.snapshot.words}, and could not be read`));
}

/** Pays a prepaid booking. */
export async function payWhenDue(state: Paying, context: Context): Promise<Next<'paying'>> {
  const { bookingId, reference } = state;
  const paid = await pay(state, context);
  if (paid.kind === 'declined')
    return ended({ outcome: 'payment-declined', bookingId, reasons: paid.reasons });
  if (paid.kind === 'unknown') return ended(askSupport(state, 'it is unknown whether the card was charged'));
  if (paid.kind === 'no-card') {
    // Only the check of a confirmed booking has `otherwise`.
    if (state.otherwise) return ended(askSupport(state, 'it was confirmed, and waits for its payment again'));
    const why = 'it waits for a card: pay it, or request the same booking again with a payment';
    return ended({ outcome: 'pending', bookingId, reference, why });
  }
  if (paid.snapshot.status === 'awaiting-payment')
    return ended(askSupport(state, 'it was paid, and still waits for its payment'));
  return backToFollowing(state, paid.snapshot);
}

/** Polls an undecided booking until the end of its plan. */
export async function pollStatus(state: Polling, context: Context): Promise<Next<'polling'>> {
  const { status, words } = state.snapshot;
  const last = status && (await poll(status, state, context));
  if (!last)
    return ended(askSupport(state, `it was ${words}, and the last look at it was not answered`, byEmail));
  return isStillOpen(last.status, status)
    ? undecided({ ...state, snapshot: last })
    : backToFollowing(state, last);
}
