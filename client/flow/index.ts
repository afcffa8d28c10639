import { checkBooking, checkPayment } from '../check.ts';
import { isCallError, isFinalRefusal, mayHaveTakenEffect } from '../errors.ts';
import { inTurn, takeTurnOrShare } from '../in-flight.ts';
import type { Claim } from '../ledger/index.ts';
import { askConsent, quote } from './agree.ts';
import { type Consent, InstalmentsError, PaymentMissingError } from './agree-conditions.ts';
import { check, claimBooking, purchaseIn, recall } from './claim.ts';
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

/** In the order of svc.1 and flow.2. Continues an earlier booking of the same request. */
export const book = (request: BookingRequest, consent: Consent, context: Context): Promise<BookingOutcome> =>
  errorAsOutcome(context, async () => {
    checkBooking(request, consent);
    const key = referenceKey(request, context.username);
    const fallback: Searching = { kind: 'searching', request, consent, searches: 0 };
    if (key === undefined) return runBooking(fallback, context);
    return runBooking({ kind: 'recalling', key, payment: request.payment, fallback }, context);
  });

/** A booking that waits for its payment, and a card. */
export interface PaymentRequest {
  /** The supplier's BookingId. */
  readonly bookingId: string;
  readonly payment: NonNullable<BookingRequest['payment']>;
}

/** The ledger has no record of the booking, and so no payment conditions of its offer. */
export class UnknownBookingError extends Error {
  override readonly name = 'UnknownBookingError';

  constructor(bookingId: string) {
    super(
      `the ledger has no booking ${bookingId}; use the client that made the booking, or call('payBooking', …)`,
    );
  }
}

/** Never sends a Search or a DoBooking (svc.3, status.aguardando). */
export const pay = (request: PaymentRequest, context: Context): Promise<BookingOutcome> =>
  errorAsOutcome(
    context,
    async () => {
      checkPayment(request);
      const { bookingId, payment } = request;
      const record = await context.ledger.findBooking(bookingId);
      if (!record) throw new UnknownBookingError(bookingId);
      // The card of this caller can still be accepted.
      const accepts = ({ outcome }: BookingOutcome) =>
        outcome !== 'payment-declined' && outcome !== 'pending';
      const fallback = ended({ outcome: 'failed', bookingId, reasons: [] });
      return runBooking({ kind: 'recalling', key: record.key, payment, accepts, fallback }, context);
    },
    { bookingId: Object(request).bookingId },
  );

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
  /** The ExternalReference; empty if the record cannot be read. */
  readonly reference: string;
  /** The own reference of the caller. */
  readonly requestReference?: string | undefined;
  readonly outcome: BookingOutcome;
}

/** If DoBooking was sent, only looks up the booking (flow.3). */
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
  // Each booking releases its claim even if another booking fails.
  const settled = await Promise.allSettled(keys.map(resumeOne));
  const rejected = settled.find(({ status }) => status === 'rejected');
  if (rejected?.status === 'rejected') throw rejected.reason;
  return [...unreadable, ...settled.flatMap(one => (one.status === 'fulfilled' ? one.value : []))];
}

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

async function transition<K extends StateKind>(state: BookingState, context: Context): Promise<BookingState> {
  const step = steps[state.kind as K]; // the function for this kind of state
  return step(state as State<K>, context);
}

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

/** A booking without a final status stays PENDING. */
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
    // The claim ends with this process even if the release has failed.
    await claim?.release().catch(() => undefined);
  }
}

const claimOf = (state: BookingState): Claim | undefined =>
  'claim' in state ? state.claim : 'renewing' in state ? state.renewing?.claim : undefined;

function recordStateAfter(state: Absent | Ended): 'FAILED' | 'CONFIRMED' | undefined {
  if (state.kind === 'absent' || isNothingBooked(state.outcome)) return 'FAILED';
  return state.outcome.outcome === 'confirmed' ? 'CONFIRMED' : undefined;
}

function possibleBooking(state: BookingState, claim: Claim | undefined) {
  if (claim) return claim.record.sentAt === undefined ? undefined : claim.record;
  if (state.kind === 'checking') return state.record;
  return 'bookingId' in state ? state : undefined; // the booking was confirmed before
}

/** A booking that may exist stays in the ledger. The caller can correct some causes, such as a wrong credential. */
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

export type { Consent, Question, Shown, TaxTotal } from './agree-conditions.ts';
export { type CancelRequest, cancel } from './cancel.ts';
export type { BookingOutcome, CancelOutcome, Support } from './outcome.ts';
export type { Penalty } from './penalty.ts';
export type { BookingRequest, Occupancy, Offer, RequestFor, Selections } from './request.ts';
export type { Reason } from './snapshot.ts';
export type { Context } from './states.ts';
