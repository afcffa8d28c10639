import { limits, pollingPlan, wireStatus } from '#contracts';
import { isCallError, isFinalRefusal } from '../errors.ts';
import type { Claim, LedgerRecord } from '../ledger/index.ts';
import { following, startFollowing } from './follow.ts';
import { askSupport } from './outcome.ts';
import { readWithRetries, withEffectiveStatus } from './poll.ts';
import { type BookingSnapshot, canBelongTo, hasReference, snapshotOf, statusTextOf } from './snapshot.ts';
import { type Context, ended, type LookingUp, type Next } from './states.ts';

export async function lookUp(state: LookingUp, context: Context): Promise<Next<'looking-up'>> {
  const { claim, purchase, fallback } = state;
  const { record } = claim;
  const { sentAt, bookingId, serviceId, reference, fromRequest = false } = record;
  if (sentAt === undefined) return fallback;
  if (bookingId !== undefined) {
    const followed = { bookingId, serviceId, reference, fromRequest, claim };
    const snapshot = lastSeen(record, context) ?? (await readWithRetries(followed, context));
    if (!snapshot) return ended(askSupport(record, `no look-up of booking ${bookingId} had an answer`));
    return following(followed, snapshot, purchase);
  }
  const found = await findByReference(claim, context);
  if (found === 'not-found') return fallback;
  if (found === 'unknown') return ended(askSupport(record, 'the last look-up of the booking had no answer'));
  return startFollowing(withEffectiveStatus(found, { fromRequest }), { claim, purchase }, context);
}

function lastSeen(record: LedgerRecord, { clock }: Context): BookingSnapshot | undefined {
  const { bookingId, serviceId, status, since, lookedAt, fromRequest = false } = record;
  if (bookingId === undefined || status === undefined || since === undefined || lookedAt === undefined)
    return undefined;
  const plan = pollingPlan(status, fromRequest);
  if (!plan || clock.now() >= lookedAt + plan.interval) return undefined;
  const statusText = statusTextOf(wireStatus(status, fromRequest));
  return { bookingId, serviceId, booking: undefined, status, statusText, errors: [] };
}

const interval = limits.pollTechnicalProblem.value;
const window = limits.pollWindow.value;

/** At once, then by the polling plan, which begins with DoBooking (decision 3). The last look-up decides. */
async function findByReference(
  claim: Claim,
  context: Context,
): Promise<BookingSnapshot | 'not-found' | 'unknown'> {
  const { clock, call, signal } = context;
  const { reference, guests, sentAt: since = clock.now(), lookedAt = since - interval } = claim.record;
  let wait = Math.max(0, lookedAt + interval - clock.now());
  for (;;) {
    await clock.sleep(wait, signal, 'the next look-up of a booking');
    wait = interval;
    const isLast = clock.now() >= since + window;
    let isAnswered = false;
    try {
      const { answer, at } = await call('getBooking', { ExternalReference: reference }, { signal });
      isAnswered = true;
      await claim.save({ lookedAt: at, updatedAt: at });
      const { Booking: found } = answer;
      if (found && hasReference(found, reference) && canBelongTo(found, guests))
        return snapshotOf(found, { reference });
    } catch (error) {
      if (!isCallError(error) || isFinalRefusal(error)) throw error;
    }
    if (isLast) return isAnswered ? 'not-found' : 'unknown';
  }
}
