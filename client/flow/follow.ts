import { isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { Claim } from '../ledger/index.ts';
import type { Purchase } from './agree-conditions.ts';
import { askSupport, type BookingOutcome, byEmail, isNothingBooked } from './outcome.ts';
import { pay } from './pay.ts';
import {
  isStillOpen,
  poll,
  readWithRetries,
  recordSnapshot,
  statusSince,
  withEffectiveStatus,
} from './poll.ts';
import type { BookingSnapshot } from './snapshot.ts';
import {
  type Context,
  ended,
  type Followed,
  type Following,
  type Next,
  type Paying,
  type Polling,
  type Reading,
} from './states.ts';

export async function startFollowing(
  snapshot: BookingSnapshot,
  { claim, purchase }: { readonly claim: Claim; readonly purchase: Purchase },
  context: Context,
): Promise<Following> {
  await recordSnapshot({ claim }, snapshot, context);
  const { bookingId, serviceId } = snapshot;
  const { reference, fromRequest = false } = claim.record;
  return following({ bookingId, serviceId, reference, fromRequest, claim }, snapshot, purchase);
}

export const following = (
  followed: Followed & { readonly reference: string },
  snapshot: BookingSnapshot,
  purchase: Purchase | undefined,
): Following => ({
  ...followed,
  kind: 'following',
  snapshot: withEffectiveStatus(snapshot, followed),
  purchase,
  turns: 0,
});

const maxTurns = 12;

export function follow(state: Following, { clock }: Context): Next<'following'> {
  const { snapshot, fromRequest, turns } = state;
  const { status, booking, statusText } = snapshot;
  if (turns >= maxTurns) return ended(askSupport(state, 'the status of the booking changes too often'));
  if (status === undefined)
    return ended(askSupport(state, `the contract does not define the status ${statusText}`, byEmail));
  if (status === 'confirmed' || status === 'in-progress') {
    // Only GetBookingDetail shows which status EM PROGRESSO means (status.em-progresso).
    if (!booking) return { ...state, kind: 'reading' };
    if (status === 'confirmed') return endWith(state, confirmed(state, booking));
  }
  if (isFinal(status)) return endWith(state, finalOutcome(status, snapshot));
  if (status === 'awaiting-payment') return { ...state, kind: 'paying' };
  const plan = pollingPlan(status, fromRequest);
  if (!plan) return ended(askSupport(state, `the booking is ${statusText}`, byEmail));
  const since = statusSince(status, state)?.since;
  if (since !== undefined && clock.now() >= since + plan.window) return undecided(state);
  return { ...state, kind: 'polling' };
}

const endWith = ({ fallback }: Following, outcome: BookingOutcome) =>
  fallback && isNothingBooked(outcome) ? fallback : ended(outcome);

function confirmed({ bookingId, purchase }: Following, booking: NonNullable<BookingSnapshot['booking']>) {
  const shown = purchase?.shown;
  return { outcome: 'confirmed', bookingId, booking, ...(shown && { shown }) } as const;
}

function finalOutcome(status: ServiceStatus, { bookingId, errors }: BookingSnapshot): BookingOutcome {
  if (status === 'expired') return { outcome: 'expired', bookingId };
  return { outcome: status === 'rejected' ? 'rejected' : 'failed', bookingId, reasons: errors };
}

/** Decision 1. */
function undecided(state: Following | Polling) {
  const { fromRequest, bookingId, snapshot } = state;
  if (fromRequest) return ended({ outcome: 'expired', bookingId });
  return ended(
    askSupport(state, `the polling plan has ended, and the booking is ${snapshot.statusText}`, byEmail),
  );
}

const backToFollowing = (state: Reading | Paying | Polling, snapshot: BookingSnapshot): Following => ({
  ...state,
  kind: 'following',
  snapshot,
  turns: state.turns + 1,
});

export async function read(state: Reading, context: Context): Promise<Next<'reading'>> {
  const snapshot = await readWithRetries(state, context);
  if (snapshot) return backToFollowing(state, snapshot);
  return ended(askSupport(state, `the booking is ${state.snapshot.statusText}, but could not be read`));
}

export async function payWhenDue(state: Paying, context: Context): Promise<Next<'paying'>> {
  const { bookingId, reference } = state;
  const paid = await pay(state, context);
  if (paid.kind === 'declined')
    return ended({ outcome: 'payment-declined', bookingId, reasons: paid.reasons });
  if (paid.kind === 'unknown') return ended(askSupport(state, 'it is unknown whether the card was charged'));
  if (paid.kind === 'no-card') {
    if (state.fallback)
      return ended(askSupport(state, 'the booking was confirmed, and now waits for a payment again'));
    const why = 'the booking waits for its payment; call pay with a card';
    return ended({ outcome: 'pending', bookingId, reference, why });
  }
  if (paid.snapshot.status === 'awaiting-payment')
    return ended(askSupport(state, 'the booking was paid, but still waits for its payment'));
  return backToFollowing(state, paid.snapshot);
}

export async function pollStatus(state: Polling, context: Context): Promise<Next<'polling'>> {
  const { status, statusText } = state.snapshot;
  const last = status && (await poll(status, state, context));
  if (!last)
    return ended(
      askSupport(state, `the booking was ${statusText}, and the last poll had no answer`, byEmail),
    );
  return isStillOpen(last.status, status)
    ? undecided({ ...state, snapshot: last })
    : backToFollowing(state, last);
}
