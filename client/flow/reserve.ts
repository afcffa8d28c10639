import { isFinal, limits } from '#contracts';
import { HttpError, isCallError, mayHaveTakenEffect, OutdatedError } from '../errors.ts';
import type { Claim, LedgerRecord } from '../ledger.ts';
import { waitAfter } from '../retry.ts';
import { bookingBody, type Order, purchaseOf } from './booking-body.ts';
import { areStale, isTokenSpent, staleFrom } from './conditions.ts';
import type { Context } from './context.ts';
import { type Found, wordsOf } from './found.ts';
import { waitForOther } from './go-on.ts';
import type { BookingOutcome } from './outcome.ts';
import { lookPatiently } from './poll.ts';
import {
  close,
  type Following,
  follow,
  isGone,
  recover,
  repeated,
  undecided,
  underClaim,
} from './recover.ts';
import { share } from './share.ts';
import { statusOf } from './status.ts';

/** Gives conditions that are young enough to book by, or why there are none. */
export type Renew = (
  order: Order,
  isSpent: boolean,
) => Promise<{ order: Order } | { outcome: BookingOutcome }>;

/** What is to be booked, under the key of the ledger that makes it one booking. */
export interface Reservation {
  readonly key: string;
  readonly order: Order;
  readonly renew: Renew;
  /** The reference of an earlier booking of that key that is known to stand no more. */
  readonly gone: string | undefined;
}

/**
 * Books what was agreed to, once, whatever happens on the way (flow.3): under a claim of the ledger, which is written before
 * DoBooking is sent; who wants the same meanwhile shares the outcome.
 */
export const reserve = (reservation: Reservation, context: Context): Promise<BookingOutcome> =>
  share(reservation.key, () => claimAndBook(reservation, context), context);

async function claimAndBook(reservation: Reservation, context: Context): Promise<BookingOutcome> {
  const { key, order, renew } = reservation;
  const { ledger, clock, signal } = context;
  let { gone } = reservation;
  for (;;) {
    signal?.throwIfAborted();
    const claiming = await ledger.claim(key, () => newRecord(key, order, clock.now()), gone);
    if (claiming.kind === 'done') {
      const outcome = await repeated(claiming.record, context);
      if (!isGone(outcome)) return outcome;
      gone = claiming.record.reference; // cancelled since: who wants it now wants another one
      continue;
    }
    if (claiming.kind === 'held') {
      await waitForOther(context);
      continue;
    }
    const { claim } = claiming;
    const known = { ...order, reference: claim.record.reference };
    const run = async () =>
      (await recover({ claim, purchase: purchaseOf(known) }, context)) ??
      (await send({ claim, order: known, renew }, context));
    return underClaim(claim, run, context);
  }
}

function newRecord(key: string, { reference, wish }: Order, now: number): LedgerRecord {
  return { key, state: 'PENDING', reference, product: wish.product, updatedAt: now };
}

interface Sending {
  readonly claim: Claim;
  readonly order: Order;
  readonly renew: Renew;
}

/** A booking whose answer was lost twice, and that is nowhere to be found, is for people. */
const mostSends = 2;
/** Conditions that grow old again and again. */
const mostRenewals = 5;

async function send({ claim, order: first, renew }: Sending, context: Context): Promise<BookingOutcome> {
  let order = first;
  let isSpent = false;
  let sends = 0;
  for (let renewals = 0; renewals < mostRenewals && sends < mostSends; renewals += 1) {
    const renewed = await renew(order, isSpent);
    if ('outcome' in renewed) return close(claim, renewed.outcome, context);
    order = renewed.order;
    const body = bookingBody(order);
    const sentAt = context.clock.now();
    await claim.save({ sentAt, lookedAt: undefined, updatedAt: sentAt, ...keptOf(order) });
    const following = { claim, purchase: purchaseOf(order) };
    const told = await doBooking(order, body, context).catch(refusalOf);
    if ('bookingId' in told) return accept(told, following, context);
    isSpent = true;
    if (told.mayBeBooked) {
      const recovered = await recover(following, context);
      if (recovered) return recovered;
      sends += 1;
    } else {
      await claim.save({ sentAt: undefined, updatedAt: context.clock.now() });
      const isOver = isTokenSpent(told.error) || told.error instanceof OutdatedError;
      const outlives = isOver || (await waitOut(told.error, order, context));
      if (!outlives) return close(claim, { outcome: 'error', error: told.error }, context);
    }
  }
  return undecided(claim, 'it was sent in vain again and again');
}

/** What of an order another process needs to go on with it. */
function keptOf({ given: { answer } }: Order): Partial<LedgerRecord> {
  const { RestrictionType, IsPrePayment, PaymentConditions } = answer;
  return {
    fromRequest: RestrictionType === 'OnRequest',
    ...(IsPrePayment && PaymentConditions && { paymentConditions: PaymentConditions }),
  };
}

/** Waits as long as a 429 asks to; true when the conditions have grown too old by then, and are to be renewed. */
async function waitOut(error: unknown, { given }: Order, { clock, signal }: Context): Promise<boolean> {
  if (!(error instanceof HttpError && error.status === 429)) return false;
  const wait = waitAfter(limits.attempts.value - 1, error);
  if (wait === undefined || !areStale(given, clock.now() + wait)) return false;
  await clock.sleep(wait, signal, 'the end of a 429 that outlives the conditions');
  return true;
}

/** A DoBooking that was not answered, or answered by an error. */
interface Unanswered {
  readonly error: unknown;
  /** A Token that is used already may have been used by this very call, which something on the way sent twice. */
  readonly mayBeBooked: boolean;
}

function refusalOf(error: unknown): Unanswered {
  if (!isCallError(error)) throw error;
  const isUsed = error instanceof HttpError && error.errors.some(({ Code }) => Code === 'TokenConsumed');
  return { error, mayBeBooked: isUsed || mayHaveTakenEffect(error) };
}

/** One DoBooking, with a key of its own (flow.3); the transport keeps it over a 429. */
async function doBooking(
  { wish, given }: Order,
  body: object,
  { call, newUuid, signal }: Context,
): Promise<Found> {
  const options = { signal, idempotencyKey: newUuid(), goodUntil: staleFrom(given) };
  const { answer } = await call(`${wish.product}.doBooking`, body as never, options); // the body of this very product
  return {
    bookingId: answer.BookingId,
    serviceId: answer.Services[0]?.ServiceId,
    booking: undefined,
    status: statusOf(answer),
    words: wordsOf(answer),
    errors: answer.Errors,
  };
}

/** HTTP 200 is no success: status and Errors[] are looked at, and where they disagree the booking itself (flow.4). */
async function accept(told: Found, following: Following, context: Context): Promise<BookingOutcome> {
  const { bookingId, serviceId, status, errors } = told;
  const disagrees = status === undefined || (errors.length > 0 && !isFinal(status));
  if (!disagrees) return follow(told, following, context);
  const { claim } = following;
  // Known by its id from here on, whatever its status.
  await claim.save({ bookingId, ...(serviceId !== undefined && { serviceId }) });
  const { reference, fromRequest = false } = claim.record;
  const found = await lookPatiently({ bookingId, serviceId, reference, fromRequest }, context);
  if (!found) return undecided(claim, `no look at booking ${bookingId} was answered`);
  const reasons = found.errors.length > 0 ? found.errors : errors;
  return follow({ ...found, errors: reasons }, following, context);
}
