import { checkBooking, checkPayment } from '../check.ts';
import { isCallError, isUnauthorised, mayHaveTakenEffect } from '../errors.ts';
import { inTurn, takeTurnOrShare } from '../in-flight.ts';
import type { Claim } from '../ledger/index.ts';
import { askConsent, quote } from './agree.ts';
import { check, claimBooking, purchaseIn, recall } from './claim.ts';
import { type Consent, InstalmentsError, PaymentMissingError } from './conditions.ts';
import { follow, payWhenDue, pollStatus, read } from './follow.ts';
import { lookUp } from './look-up.ts';
import { askSupport, type BookingOutcome, isNothingBooked } from './outcome.ts';
import { type BookingRequest, lockKey, referenceKey } from './request.ts';
import { search } from './search.ts';
import { send } from './send.ts';
import {
  type Absent,
  type BookingState,
  type Claiming,
  type Context,
  type Ended,
  ended,
  type Next,
  type Recalling,
  type Searching,
  type State,
  type StateKind,
} from './states.ts';

/**
 * Books what is requested: search → choose → conditions → consent → DoBooking → payment when due → follow-up → voucher
 * (svc.1, flow.2). It resumes an earlier booking of the same request as soon as the ledger shows it. Every error is an
 * outcome; the promise rejects only when the signal is aborted.
 */
export const book = (request: BookingRequest, consent: Consent, context: Context): Promise<BookingOutcome> =>
  errorAsOutcome(context, async () => {
    checkBooking(request, consent);
    const key = referenceKey(request, context.username);
    const otherwise: Searching = { kind: 'searching', request, consent, searches: 0 };
    if (key === undefined) return runBooking(otherwise, context);
    return runBooking({ kind: 'recalling', key, payment: request.payment, otherwise }, context);
  });

/** A booking that waits for its payment, and the card. */
export interface PaymentRequest {
  /** The supplier's BookingId. */
  readonly bookingId: string;
  readonly payment: NonNullable<BookingRequest['payment']>;
}

/** The ledger has no record of a booking, so the payment conditions of its offer are unknown. */
export class UnknownBookingError extends Error {
  override readonly name = 'UnknownBookingError';

  constructor(bookingId: string) {
    super(
      `booking ${bookingId} is in no record of this client's ledger; pay it by the client that booked it, or by call('payBooking', …)`,
    );
  }
}

/**
 * Pays a booking that waits for it, for example after its card was declined, and follows it up (svc.3, status.aguardando).
 * It searches and books nothing. The promise rejects only when the signal is aborted.
 */
export const pay = (request: PaymentRequest, context: Context): Promise<BookingOutcome> =>
  errorAsOutcome(
    context,
    async () => {
      checkPayment(request);
      const { bookingId, payment } = request;
      const record = await context.ledger.findBooking(bookingId);
      if (!record) throw new UnknownBookingError(bookingId);
      // The outcome of another card says nothing about this one.
      const accepts = ({ outcome }: BookingOutcome) =>
        outcome !== 'payment-declined' && outcome !== 'pending';
      const otherwise = ended({ outcome: 'failed', bookingId, reasons: [] });
      return runBooking({ kind: 'recalling', key: record.key, payment, accepts, otherwise }, context);
    },
    { bookingId: Object(request).bookingId },
  );

/** Returns the outcome of some work; an error of it is an outcome too, unless the caller aborted. */
async function errorAsOutcome(
  { signal }: Context,
  run: () => Promise<BookingOutcome>,
  known: { readonly bookingId?: string } = {},
): Promise<BookingOutcome> {
  try {
    return await run();
  } catch (error) {
    if (signal?.aborted) throw error;
    return { outcome: 'error', error, ...known };
  }
}

/** A booking that an ended process left, and its outcome now. */
export interface Resumed {
  /** The ExternalReference of its DoBooking; empty for a record that cannot be read. */
  readonly reference: string;
  readonly outcome: BookingOutcome;
}

/**
 * Finishes the bookings of ended processes, all at once. A booking that was sent is looked up and never sent again (flow.3).
 * One that the supplier does not have is `failed`. A record that cannot be read is reported as an error; the others are
 * finished all the same.
 *
 * @param onEnd is called for every booking as soon as it has ended
 */
export async function resume(
  context: Context,
  onEnd: (resumed: Resumed) => void = () => undefined,
): Promise<Resumed[]> {
  const { ledger } = context;
  const unreadable: Resumed[] = [];
  const keys = await ledger.abandoned(error =>
    unreadable.push({ reference: '', outcome: { outcome: 'error', error } }),
  );
  unreadable.forEach(onEnd);
  const resumeOne = async (key: string): Promise<Resumed[]> => {
    const claim = await ledger.takeOver(key);
    if (!claim) return []; // another process was faster
    const otherwise = ended({ outcome: 'failed', bookingId: undefined, reasons: [] });
    const purchase = purchaseIn(claim.record, undefined);
    const run = async () =>
      runBooking(await runClaimed({ kind: 'looking-up', claim, purchase, otherwise }, context), context);
    const resumed = { reference: claim.record.reference, outcome: await errorAsOutcome(context, run) };
    onEnd(resumed);
    return [resumed];
  };
  // Wait for all: each gives its claim back, even when another one fails.
  const settled = await Promise.allSettled(keys.map(resumeOne));
  const rejected = settled.find(({ status }) => status === 'rejected');
  if (rejected?.status === 'rejected') throw rejected.reason;
  return [...unreadable, ...settled.flatMap(one => (one.status === 'fulfilled' ? one.value : []))];
}

/** The step of each state. The compiler holds its result to the table of transitions. */
const steps: {
  readonly [K in StateKind]: (state: State<K>, context: Context) => Next<K> | Promise<Next<K>>;
} = {
  searching: search,
  recalling: recall,
  absent: ({ otherwise }) => otherwise,
  quoting: quote,
  consenting: askConsent,
  claiming: claimBooking,
  sending: send,
  'looking-up': lookUp,
  checking: check,
  following: follow,
  reading: read,
  paying: payWhenDue,
  polling: pollStatus,
  ended: () => Promise.reject(new Error('an ended booking has no next state')),
};

/** Returns the state that follows another one. */
async function transition<K extends StateKind>(state: BookingState, context: Context): Promise<BookingState> {
  const step = steps[state.kind as K]; // the step of its own kind
  return step(state as State<K>, context);
}

/** Takes a booking from a state to its end. */
async function runBooking(first: BookingState, context: Context): Promise<BookingOutcome> {
  let state = first;
  while (state.kind !== 'ended') {
    state =
      state.kind === 'recalling' || state.kind === 'claiming'
        ? await runShared(state, context)
        : await transition(state, context);
  }
  return state.outcome;
}

/** Runs a state for which one caller acts for all concurrent callers with the same ledger key. */
function runShared(state: Recalling | Claiming, context: Context): Promise<BookingState> {
  const { key } = state;
  const { bookings, locks, signal, username } = context;
  const accepts = (state.kind === 'recalling' && state.accepts) || (() => true);
  const act = () => runClaimed(state, context);
  const run =
    state.kind === 'recalling'
      ? act
      : () => inTurn(locks, { key: lockKey(state.request, username, state.chosen), run: act, signal });
  const isAnswer = (result: BookingState) => result.kind === 'ended' && accepts(result.outcome);
  return takeTurnOrShare(bookings, { key, run, signal }, isAnswer);
}

/**
 * Takes a booking to its end, or to the point where the ledger has none any more. It releases the claim that it takes on the
 * way, and closes the ledger's record. An undecided booking stays PENDING.
 */
async function runClaimed(first: BookingState, context: Context): Promise<Absent | Ended> {
  let state = first;
  let claim: Claim | undefined;
  try {
    claim = claimOf(state);
    while (state.kind !== 'ended' && state.kind !== 'absent') {
      state = await transition(state, context);
      claim ??= claimOf(state);
    }
    const close = recordStateAfter(state);
    if (close) await claim?.save({ state: close, updatedAt: context.clock.now() });
    return state;
  } catch (error) {
    return ended(afterError(error, claim, context));
  } finally {
    // A claim that cannot be released is free when this process ends; the outcome is more important.
    await claim?.release().catch(() => undefined);
  }
}

const claimOf = (state: BookingState): Claim | undefined =>
  'claim' in state ? state.claim : 'renewing' in state ? state.renewing?.claim : undefined;

/** Returns the state of the record after the flow; undefined leaves it PENDING. */
function recordStateAfter(state: Absent | Ended): 'FAILED' | 'CONFIRMED' | undefined {
  if (state.kind === 'absent' || isNothingBooked(state.outcome)) return 'FAILED';
  return state.outcome.outcome === 'confirmed' ? 'CONFIRMED' : undefined;
}

/**
 * Returns the outcome after an error. Once DoBooking was sent, a failure does not end a booking: its record stays PENDING, and
 * a later look or people find out. An error that the caller can correct, such as a wrong credential, is the outcome.
 */
function afterError(error: unknown, claim: Claim | undefined, { signal }: Context): BookingOutcome {
  if (!claim || signal?.aborted || claim.record.sentAt === undefined) throw error;
  const { bookingId, reference } = claim.record;
  const isOfCaller =
    isUnauthorised(error) ||
    error instanceof PaymentMissingError ||
    error instanceof InstalmentsError ||
    (isCallError(error) && !mayHaveTakenEffect(error));
  if (isOfCaller) return { outcome: 'error', error, bookingId, reference };
  return askSupport(claim.record, error instanceof Error ? error.message : String(error));
}

export { type CancelRequest, cancel } from './cancel.ts';
export type { Consent, Question, Shown } from './conditions.ts';
export type { BookingOutcome, CancelOutcome, Support } from './outcome.ts';
export type { Penalty } from './penalty.ts';
export type { BookingRequest, Offer } from './request.ts';
export type { Context } from './states.ts';
