import { isFinal, limits } from '#contracts';
import {
  HttpError,
  isCallError,
  mayHaveTakenEffect,
  OutdatedError,
  UnreadableAnswerError,
} from '../errors.ts';
import type { Claim, LedgerRecord } from '../ledger.ts';
import { waitAfter } from '../retry.ts';
import { bookingBody, type Order, purchaseOf } from './booking-body.ts';
import { isTokenSpent, staleFrom } from './conditions.ts';
import type { Context } from './context.ts';
import { type Found, wordsOf } from './found.ts';
import { waitForOther } from './go-on.ts';
import { inTurn } from './in-turn.ts';
import type { BookingOutcome } from './outcome.ts';
import { lookPatiently } from './poll.ts';
import type { Reason } from './reason.ts';
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
import { lockKey } from './stay-key.ts';

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
export function reserve(reservation: Reservation, context: Context): Promise<BookingOutcome> {
  const { key, order } = reservation;
  const run = () =>
    inTurn(lockKey(order, context.username), () => claimAndBook(reservation, context), context);
  return share(key, run, context);
}

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
      const idle = await waitForOther(claiming.record, context);
      if (idle) return idle;
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
const mostLost = 2;
/** Conditions that grow old again and again. */
const mostRenewals = 5;

async function send({ claim, order: first, renew }: Sending, context: Context): Promise<BookingOutcome> {
  const { newUuid, clock, signal } = context;
  let order = first;
  let isSpent = false;
  let idempotencyKey = newUuid();
  let refusals = 0;
  let lost = 0;
  let outdated: unknown;
  for (let renewals = 0; renewals < mostRenewals; ) {
    const renewed = await renew(order, isSpent);
    if ('outcome' in renewed) return close(claim, renewed.outcome, context);
    order = renewed.order;
    const following = { claim, purchase: purchaseOf(order) };
    const told = await doBooking({ order, claim, idempotencyKey }, context).catch(refusalOf);
    if ('status' in told) return accept(told, following, context);
    const { error } = told;
    isSpent = true;
    if (told.mayBeBooked) {
      if (told.isOver) return close(claim, failed(told.reasons), context);
      const recovered = await recover(following, context);
      if (recovered) return recovered;
      if (told.reasons.length > 0) return close(claim, failed(told.reasons), context);
      lost += 1;
      if (lost === mostLost) return undecided(claim, 'it was sent twice in vain, and nothing was found');
      idempotencyKey = newUuid(); // the first one was used
      refusals = 0;
      continue;
    }
    if (claim.record.sentAt !== undefined) await claim.save({ sentAt: undefined, updatedAt: clock.now() });
    outdated = error;
    if (isTokenSpent(error) || error instanceof OutdatedError) {
      renewals += 1;
      continue;
    }
    refusals += 1;
    const wait =
      isTooOften(error) && refusals < limits.attempts.value ? waitAfter(refusals, error) : undefined;
    if (wait === undefined) return close(claim, { outcome: 'error', error }, context);
    isSpent = false; // refused before all else (decision 3)
    await clock.sleep(wait, signal, 'the next attempt of a DoBooking that was refused');
  }
  return close(claim, { outcome: 'error', error: outdated }, context);
}

const isTooOften = (error: unknown): boolean => error instanceof HttpError && error.status === 429;

const failed = (reasons: readonly Reason[]): BookingOutcome => ({
  outcome: 'failed',
  bookingId: undefined,
  reasons,
});

/** What of an order another process needs to go on with it. */
function keptOf({ given: { answer } }: Order): Partial<LedgerRecord> {
  const { RestrictionType, IsPrePayment, PaymentConditions } = answer;
  return {
    fromRequest: RestrictionType === 'OnRequest',
    ...(IsPrePayment && PaymentConditions && { paymentConditions: PaymentConditions }),
  };
}

/** A DoBooking that was not answered, or answered by an error. */
interface Unanswered {
  readonly error: unknown;
  /** A Token that is used already may have been used by this very call, which something on the way sent twice. */
  readonly mayBeBooked: boolean;
  /** An answer that names no booking may still say that there is none, or why. */
  readonly reasons: readonly Reason[];
  readonly isOver: boolean;
}

function refusalOf(error: unknown): Unanswered {
  if (!isCallError(error)) throw error;
  const isUsed = error instanceof HttpError && error.errors.some(({ Code }) => Code === 'TokenConsumed');
  const { errors: reasons = [], bookingStatus = '' } = error instanceof UnreadableAnswerError ? error : {};
  const status = statusOf({ bookingStatus });
  const isOver = status !== undefined && isFinal(status);
  return { error, mayBeBooked: isUsed || mayHaveTakenEffect(error), reasons, isOver };
}

/** What an answer to DoBooking tells of a booking; some tell no id of it. */
interface Told extends Omit<Found, 'bookingId'> {
  readonly bookingId: string | undefined;
}

interface ToSend extends Pick<Sending, 'claim' | 'order'> {
  readonly idempotencyKey: string;
}

/** One DoBooking, written to the ledger right before it leaves; a repetition after 429 keeps its key (flow.3). */
async function doBooking({ order, claim, idempotencyKey }: ToSend, context: Context): Promise<Told> {
  const { call, clock, signal } = context;
  const { wish, given, reference } = order;
  const leaving = () => {
    const sentAt = clock.now();
    return claim.save({ sentAt, lookedAt: undefined, updatedAt: sentAt, ...keptOf(order) });
  };
  const options = { signal, idempotencyKey, goodUntil: staleFrom(given), attempts: 1, leaving };
  const body = bookingBody(order) as never; // the body of this very product
  const { answer } = await call(`${wish.product}.doBooking`, body, options);
  const { BookingId, Services, Errors } = answer;
  const own = Services.find(({ ExternalReference }) => ExternalReference === reference);
  const service = own ?? (Services.length === 1 ? Services[0] : undefined);
  // Of a whole trip the service that was booked counts.
  const told = own && Services.length > 1 ? own : answer;
  return {
    bookingId: unnamed.includes(BookingId) ? undefined : BookingId,
    serviceId: service?.ServiceId,
    booking: undefined,
    status: statusOf(told),
    words: wordsOf(told),
    errors: Errors,
  };
}

/** What stands for a booking that has no id: the second is what a new one is asked for by (res.booking-id). */
const unnamed: readonly string[] = ['', '0'];

/** HTTP 200 is no success: status and Errors[] are looked at, and where they disagree the booking itself (flow.4). */
async function accept(told: Told, following: Following, context: Context): Promise<BookingOutcome> {
  const { bookingId, serviceId, status, errors } = told;
  const { claim } = following;
  const isOver = status !== undefined && isFinal(status);
  if (bookingId === undefined) {
    if (isOver) return close(claim, failed(errors), context);
    const recovered = await recover(following, context);
    return recovered ?? undecided(claim, `it is ${told.words}, without an id, and nowhere to be found`);
  }
  const named = { ...told, bookingId };
  if (isOver || (status !== undefined && errors.length === 0)) return follow(named, following, context);
  // Known by its id from here on, whatever its status.
  await claim.save({ bookingId, ...(serviceId !== undefined && { serviceId }) });
  const { reference, fromRequest = false } = claim.record;
  const found = await lookPatiently({ bookingId, serviceId, reference, fromRequest }, context);
  if (!found) return undecided(claim, `no look at booking ${bookingId} was answered`);
  const reasons = found.errors.length > 0 ? found.errors : errors;
  return follow({ ...found, errors: reasons }, following, context);
}
