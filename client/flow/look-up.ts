import { limits, pollingPlan, pollingPlans, wireStatus } from '#contracts';
import { isCallError, isUnauthorised } from '../errors.ts';
import type { Claim, LedgerRecord } from '../ledger/index.ts';
import { startFollowing } from './follow.ts';
import { askSupport } from './outcome.ts';
import { asFollowed, lookPatiently } from './poll.ts';
import { type BookingSnapshot, hasReference, snapshotOf, wordsOf } from './snapshot.ts';
import { type Context, ended, type LookingUp, type Next } from './states.ts';

/**
 * Finds the booking of a DoBooking that this process or an ended one sent. It reads a booking whose id is known, and looks
 * another one up by its reference.
 */
export async function lookUp(state: LookingUp, context: Context): Promise<Next<'looking-up'>> {
  const { claim, purchase, otherwise } = state;
  const { record } = claim;
  const { sentAt, bookingId, serviceId, reference, fromRequest = false } = record;
  if (sentAt === undefined) return otherwise;
  if (bookingId !== undefined) {
    const followed = { bookingId, serviceId, reference, fromRequest, claim };
    const snapshot = lastSeen(record, context) ?? (await lookPatiently(followed, context));
    if (!snapshot) return ended(askSupport(record, `no look at booking ${bookingId} was answered`));
    return { ...followed, kind: 'following', snapshot: asFollowed(snapshot, followed), purchase, turns: 0 };
  }
  const found = await findByReference(claim, context);
  if (found === 'not-found') return otherwise;
  if (found === 'unknown')
    return ended(askSupport(record, 'the look-ups for it were not answered to the end'));
  return startFollowing(asFollowed(found, { fromRequest }), { claim, purchase }, context);
}

/** Returns the recorded snapshot of a booking that is polled and whose next look is not due yet. */
function lastSeen(record: LedgerRecord, { clock }: Context): BookingSnapshot | undefined {
  const { bookingId, serviceId, status, since, lookedAt, fromRequest = false } = record;
  if (bookingId === undefined || status === undefined || since === undefined || lookedAt === undefined)
    return undefined;
  const plan = pollingPlan(status, fromRequest);
  if (!plan || clock.now() >= lookedAt + plan.interval) return undefined;
  const words = wordsOf(wireStatus(status, fromRequest));
  return { bookingId, serviceId, booking: undefined, status, words, errors: [] };
}

const { interval, window } = pollingPlans['technical-problem'] ?? {
  interval: limits.pollTechnicalProblem.value,
  window: limits.pollWindow.value,
};

/**
 * Looks for a booking by its reference: at once, then as for a technical problem, every five minutes up to thirty
 * (decision 3). It is `not-found` only when the look-up at the end of that time finds nothing, and `unknown` when that one is
 * not answered. A look-up of an earlier process counts.
 */
async function findByReference(
  claim: Claim,
  context: Context,
): Promise<BookingSnapshot | 'not-found' | 'unknown'> {
  const { clock, call, signal } = context;
  const { reference, sentAt: since = clock.now(), lookedAt = since - interval } = claim.record;
  let wait = Math.max(0, lookedAt + interval - clock.now());
  for (;;) {
    await clock.sleep(wait, signal, 'the next look for a booking without an answer');
    wait = interval;
    const isLast = clock.now() >= since + window;
    let isAnswered = false;
    try {
      const { answer, at } = await call('getBooking', { ExternalReference: reference }, { signal });
      isAnswered = true;
      await claim.save({ lookedAt: at, updatedAt: at });
      if (answer.Booking && hasReference(answer.Booking, reference))
        return snapshotOf(answer.Booking, { reference });
    } catch (error) {
      // With an invalid credential no look-up can succeed.
      if (!isCallError(error) || isUnauthorised(error)) throw error;
    }
    if (isLast) return isAnswered ? 'not-found' : 'unknown';
  }
}
