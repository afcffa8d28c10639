import { pollingPlan, wireStatus } from '#contracts';
import { isCallError, isUnauthorised, mayHaveTakenEffect } from '../errors.ts';
import type { Claim, LedgerRecord, LedgerState } from '../ledger.ts';
import { InstalmentsError, PaymentMissingError, type Purchase } from './booking-body.ts';
import type { Context } from './context.ts';
import { type Found, wordsOf } from './found.ts';
import { lookUp } from './look-up.ts';
import { type BookingOutcome, emergency } from './outcome.ts';
import { asFollowed, isStillOpen, type Looks, lookPatiently } from './poll.ts';
import { settle } from './settle.ts';

/** A booking that was sent, under a claim. */
export interface Following {
  readonly claim: Claim;
  /** Undefined after a restart. */
  readonly purchase: Purchase | undefined;
}

/**
 * Acts under a claim and gives it back. Once DoBooking was sent no failure is the end of it: a later look or people have to
 * tell what came of it, and until then it stays PENDING. Who is refused for the credential is told so, and what was sent.
 */
export async function underClaim<O extends BookingOutcome | undefined>(
  claim: Claim,
  run: () => Promise<O>,
  { signal }: Context,
): Promise<O | BookingOutcome> {
  try {
    return await run();
  } catch (error) {
    const { sentAt, bookingId, reference } = claim.record;
    if (signal?.aborted || sentAt === undefined) throw error;
    if (isUnauthorised(error) || isOwnFault(error)) return { outcome: 'error', error, bookingId, reference };
    return undecided(claim, error instanceof Error ? error.message : String(error));
  } finally {
    // What cannot be given back is free when this process ends; the outcome matters more.
    await claim.release().catch(() => undefined);
  }
}

/** Whether a call was refused, or not sent, for what the caller gave: then it is the caller's to mend. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof PaymentMissingError ||
  error instanceof InstalmentsError ||
  (isCallError(error) && !mayHaveTakenEffect(error));

/** Nobody knows what came of what was sent: it stays PENDING, and people are asked. */
export function undecided({ record: { bookingId, reference } }: Claim, why: string): BookingOutcome {
  return { outcome: 'ask-support', bookingId, reference, why, support: emergency };
}

/** Somebody asked for a booking that stands already: it is the same one, as it is now. */
export async function repeated(
  { bookingId = '', serviceId, reference }: LedgerRecord,
  context: Context,
): Promise<BookingOutcome> {
  const followed = { bookingId, serviceId, reference, fromRequest: false };
  const found = await lookPatiently(followed, context);
  const outcome = found && (await settle({ found, followed, purchase: undefined }, context));
  if (outcome && outcome.outcome !== 'pending') return outcome;
  const why = outcome
    ? 'it was confirmed, and waits for its payment again'
    : 'it stands as far as is known, and could not be read';
  return { outcome: 'ask-support', bookingId, reference, why, support: emergency };
}

/** Finishes what was begun under a claim, by this process or by one that is gone: look-up first. Undefined: nothing was booked. */
export async function recover(following: Following, context: Context): Promise<BookingOutcome | undefined> {
  const { claim } = following;
  const { sentAt, bookingId, fromRequest = false } = claim.record;
  if (sentAt === undefined) return undefined;
  // What was answered before is known by its id.
  if (bookingId !== undefined) {
    const followed = followedOf(following, { bookingId, serviceId: claim.record.serviceId }, context);
    const found = asLastSeen(following, context) ?? (await lookPatiently(followed, context));
    if (!found) return undecided(claim, `no look at booking ${bookingId} was answered`);
    return finish(found, following, context);
  }
  const looked = await lookUp(claim, context);
  if (looked.kind === 'found') return follow(asFollowed(looked.found, { fromRequest }), following, context);
  if (looked.kind === 'not-found') return undefined;
  return undecided(claim, 'the look-ups for it were not answered to the end');
}

/** A status that is being polled, as it was seen last: the next look is due when the polling plan says so. */
function asLastSeen({ claim }: Following, { clock }: Context): Found | undefined {
  const { bookingId, serviceId, status, since, lookedAt, fromRequest } = claim.record;
  if (bookingId === undefined || status === undefined || since === undefined || lookedAt === undefined)
    return undefined;
  const plan = pollingPlan(status, fromRequest ?? false);
  if (!plan || clock.now() >= lookedAt + plan.interval) return undefined;
  const words = wordsOf(wireStatus(status, fromRequest));
  return { bookingId, serviceId, booking: undefined, status, words, errors: [] };
}

/** Keeps what a booking was found to be, and brings it to its end. */
export async function follow(found: Found, following: Following, context: Context): Promise<BookingOutcome> {
  await looksOf(following, context).note(found);
  return finish(found, following, context);
}

async function finish(found: Found, following: Following, context: Context): Promise<BookingOutcome> {
  const followed = followedOf(following, found, context);
  const { purchase, claim } = following;
  const outcome = await settle({ found: asFollowed(found, followed), followed, purchase }, context);
  return close(claim, outcome, context);
}

function followedOf(
  following: Following,
  { bookingId, serviceId }: Pick<Found, 'bookingId' | 'serviceId'>,
  context: Context,
) {
  const { reference, fromRequest = false } = following.claim.record;
  return { bookingId, serviceId, reference, fromRequest, looks: looksOf(following, context) };
}

/** The ledger's record of the looks at a booking. */
function looksOf({ claim }: Following, { clock }: Context): Looks {
  return {
    of(asked) {
      const { status, since, lookedAt } = claim.record;
      if (status === undefined || since === undefined || !isStillOpen(status, asked)) return undefined;
      return { since, last: lookedAt ?? since };
    },
    get paySentAt() {
      return claim.record.paySentAt;
    },
    async notePayment(paySentAt) {
      if (paySentAt !== claim.record.paySentAt) await claim.save({ paySentAt, updatedAt: clock.now() });
    },
    async note({ bookingId, serviceId, status }) {
      const { record } = claim;
      const now = clock.now();
      const isSame = record.status && status && isStillOpen(status, record.status);
      await claim.save({
        bookingId,
        ...(serviceId !== undefined && { serviceId }),
        ...(status && { status }),
        // An OnRequest may be told as Pending from the start (flow.5).
        fromRequest: status === 'on-request' || (record.fromRequest ?? false),
        since: isSame ? (record.since ?? now) : now,
        lookedAt: now,
        updatedAt: now,
      });
    },
  };
}

const states: Partial<Record<BookingOutcome['outcome'], LedgerState>> = {
  confirmed: 'CONFIRMED',
  rejected: 'FAILED',
  failed: 'FAILED',
  expired: 'FAILED',
  'declined-by-user': 'FAILED',
  unavailable: 'FAILED',
  error: 'FAILED',
};

/** Whether nothing stands of what ended so. */
export const isGone = ({ outcome }: BookingOutcome): boolean => states[outcome] === 'FAILED';

/** Writes how it ended; what is undecided stays PENDING. */
export async function close(
  claim: Claim,
  outcome: BookingOutcome,
  { clock }: Context,
): Promise<BookingOutcome> {
  const state = states[outcome.outcome];
  if (state) await claim.save({ state, updatedAt: clock.now() });
  return outcome;
}
