import { checkBooking, checkPayment } from '../check.ts';
import { isCallError, isFinalRefusal, mayHaveTakenEffect } from '../errors.ts';
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
 * Books a trip or a service: search → choose → conditions → consent → DoBooking → payment if due → polling → voucher (svc.1,
 * flow.2). If the ledger has an earlier booking of the same request, the flow continues that booking. Every error becomes an
 * outcome. The promise rejects only when the signal is aborted.
 */
export const book = (request: BookingRequest, consent: Consent, context: Context): Promise<BookingOutcome> =>
  errorAsOutcome(context, async () => {
    checkBooking(request, consent);
    const key = referenceKey(request, context.username);
    const fallback: Searching = { kind: 'searching', request, consent, searches: 0 };
    if (key === undefined) return runBooking(fallback, context);
    return runBooking({ kind: 'recalling', key, payment: request.payment, fallback }, context);
  });

/** The request for `pay`: a booking that waits for its payment, and a card. */
export interface PaymentRequest {
  /** The supplier's BookingId. */
  readonly bookingId: string;
  readonly payment: NonNullable<BookingRequest['payment']>;
}

/** The error if the ledger has no record of a booking, and the payment conditions of its offer are therefore unknown. */
export class UnknownBookingError extends Error {
  override readonly name = 'UnknownBookingError';

  constructor(bookingId: string) {
    super(
      `the ledger has no booking ${bookingId}; use the client that made the booking, or call('payBooking', …)`,
    );
  }
}

/**
 * Pays a booking that waits for its payment, for example after a declined card (svc.3, status.aguardando). The client
 * then polls the booking. The client never sends a Search or a DoBooking for this. The promise rejects only when the
 * signal is aborted.
 */
export const pay = (request: PaymentRequest, context: Context): Promise<BookingOutcome> =>
  errorAsOutcome(
    context,
    async () => {
      checkPayment(request);
      const { bookingId, payment } = request;
      const record = await context.ledger.findBooking(bookingId);
      if (!record) throw new UnknownBookingError(bookingId);
      // If a concurrent caller pays with a card that is declined, the card of this caller can still be accepted.
      const accepts = ({ outcome }: BookingOutcome) =>
        outcome !== 'payment-declined' && outcome !== 'pending';
      const fallback = ended({ outcome: 'failed', bookingId, reasons: [] });
      return runBooking({ kind: 'recalling', key: record.key, payment, accepts, fallback }, context);
    },
    { bookingId: Object(request).bookingId },
  );

/** Runs a flow and returns its outcome. An error becomes the outcome `error`, unless the caller has aborted the flow. */
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

/** The outcome of a booking that an ended process left open. */
export interface Resumed {
  /** The ExternalReference of the booking; empty if the record in the ledger cannot be read. */
  readonly reference: string;
  /** The caller's own reference of the request; absent if the request had no reference. */
  readonly requestReference?: string | undefined;
  readonly outcome: BookingOutcome;
}

/**
 * Finishes, all at the same time, the bookings that processes left open when they ended. If DoBooking was already sent, the
 * client looks up the booking, and never sends DoBooking again (flow.3). If the supplier does not have the booking, the
 * outcome is `failed`. For an unreadable record the outcome is `error`, and the client still finishes the other bookings.
 *
 * @param onEnd is called for every booking as soon as its outcome is known
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
    if (!claim) return []; // another process has claimed the record
    const fallback = ended({ outcome: 'failed', bookingId: undefined, reasons: [] });
    const purchase = purchaseIn(claim.record, undefined);
    const run = async () =>
      runBooking(await runClaimed({ kind: 'looking-up', claim, purchase, fallback }, context), context);
    const { reference, requestReference } = claim.record;
    const ids = { reference, ...(requestReference !== undefined && { requestReference }) };
    const resumed = { ...ids, outcome: await errorAsOutcome(context, run) };
    onEnd(resumed);
    return [resumed];
  };
  // Wait for all bookings, so that each booking releases its claim even if another booking fails.
  const settled = await Promise.allSettled(keys.map(resumeOne));
  const rejected = settled.find(({ status }) => status === 'rejected');
  if (rejected?.status === 'rejected') throw rejected.reason;
  return [...unreadable, ...settled.flatMap(one => (one.status === 'fulfilled' ? one.value : []))];
}

/** For each state, the function that returns the next state. The type allows only the states in `transitions`. */
const steps: {
  readonly [K in StateKind]: (state: State<K>, context: Context) => Next<K> | Promise<Next<K>>;
} = {
  searching: search,
  recalling: recall,
  absent: ({ fallback }) => fallback,
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
  ended: () => Promise.reject(new Error('a booking in the state "ended" has no next state')),
};

/** Runs the function of a state, and returns the next state. */
async function transition<K extends StateKind>(state: BookingState, context: Context): Promise<BookingState> {
  const step = steps[state.kind as K]; // the function for this kind of state
  return step(state as State<K>, context);
}

/** Runs a booking from a state to its end. */
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

/** Runs a state once for all concurrent callers with the same ledger key. */
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
 * Runs a booking to its end, or to the state `absent`. At the end, this function updates the ledger's record and releases the
 * claim. A booking without a final status stays PENDING.
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
    return ended(afterError(error, possibleBooking(state, claim), context));
  } finally {
    // An error while the claim is released must not replace the outcome: the claim ends with this process even if the release
    // has failed.
    await claim?.release().catch(() => undefined);
  }
}

const claimOf = (state: BookingState): Claim | undefined =>
  'claim' in state ? state.claim : 'renewing' in state ? state.renewing?.claim : undefined;

/** Returns the state that the ledger's record gets at the end of the flow, or undefined if the record stays PENDING. */
function recordStateAfter(state: Absent | Ended): 'FAILED' | 'CONFIRMED' | undefined {
  if (state.kind === 'absent' || isNothingBooked(state.outcome)) return 'FAILED';
  return state.outcome.outcome === 'confirmed' ? 'CONFIRMED' : undefined;
}

/** Returns the ids of the booking that may exist in a state, or undefined if nothing can be booked. */
function possibleBooking(state: BookingState, claim: Claim | undefined) {
  if (claim) return claim.record.sentAt === undefined ? undefined : claim.record;
  if (state.kind === 'checking') return state.record;
  return 'bookingId' in state ? state : undefined; // the booking was confirmed before
}

/**
 * Returns the outcome after an error. If a booking may exist, its record stays in the ledger. If the caller can correct the
 * cause, such as a wrong credential, the booking is `pending`. Otherwise, and if the BookingId is unknown, the outcome is
 * `ask-support`. The function throws the error if nothing can be booked.
 */
function afterError(
  error: unknown,
  booking: ReturnType<typeof possibleBooking>,
  { signal }: Context,
): BookingOutcome {
  if (!booking || signal?.aborted) throw error;
  const { bookingId, reference } = booking;
  const why = error instanceof Error ? error.message : String(error);
  const isOfCaller =
    isFinalRefusal(error) ||
    error instanceof PaymentMissingError ||
    error instanceof InstalmentsError ||
    (isCallError(error) && !mayHaveTakenEffect(error));
  if (isOfCaller && bookingId !== undefined) return { outcome: 'pending', bookingId, reference, why, error };
  return askSupport(
    booking,
    isOfCaller ? `the supplier may have booked, and the client cannot find out: ${why}` : why,
  );
}

export { type CancelRequest, cancel } from './cancel.ts';
export type { Consent, Question, Shown, TaxTotal } from './conditions.ts';
export type { BookingOutcome, CancelOutcome, Support } from './outcome.ts';
export type { Penalty } from './penalty.ts';
export type { BookingRequest, Occupancy, Offer, RequestFor, Selections } from './request.ts';
export type { Reason } from './snapshot.ts';
export type { Context } from './states.ts';
