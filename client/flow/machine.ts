import { isCallError, isUnauthorised, mayHaveTakenEffect } from '../errors.ts';
import type { Claim } from '../ledger/index.ts';
import { askConsent, quote } from './agree.ts';
import { InstalmentsError, PaymentMissingError } from './booking-body.ts';
import { check, claimBooking, recall } from './claim.ts';
import type { Context } from './context.ts';
import { follow, payWhenDue, pollStatus, read } from './follow.ts';
import { inTurn, takeTurnOrShare } from './in-flight.ts';
import { lookUp } from './look-up.ts';
import { askSupport, type BookingOutcome, isNothingBooked } from './outcome.ts';
import { lockKey } from './request.ts';
import { search } from './search.ts';
import { send } from './send.ts';
import {
  type Absent,
  type BookingState,
  type Claiming,
  type Ended,
  ended,
  type Next,
  type Recalling,
  type State,
  type StateKind,
} from './states.ts';

/** What each state does, and what may follow it. */
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

/**
 * Takes a booking from a state to its end. From `recalling` and `claiming` on one caller acts for all concurrent callers with
 * the same ledger key.
 */
export async function runBooking(first: BookingState, context: Context): Promise<BookingOutcome> {
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

/**
 * Takes a booking to its end, or to the point where the ledger has none any more, and gives the claim back that it takes on
 * the way. The ledger's record is closed here; an undecided booking stays PENDING.
 */
export async function runClaimed(first: BookingState, context: Context): Promise<Absent | Ended> {
  let state = first;
  let claim: Claim | undefined;
  try {
    claim = claimOf(state);
    while (state.kind !== 'ended' && state.kind !== 'absent') {
      state = await transition(state, context);
      claim ??= claimOf(state);
    }
    await close(state, claim, context);
    return state;
  } catch (error) {
    return ended(afterError(error, claim, context));
  } finally {
    // A claim that cannot be given back is free when this process ends; the outcome matters more.
    await claim?.release().catch(() => undefined);
  }
}

const claimOf = (state: BookingState): Claim | undefined =>
  'claim' in state ? state.claim : 'renewing' in state ? state.renewing?.claim : undefined;

async function close(state: BookingState, claim: Claim | undefined, { clock }: Context): Promise<void> {
  const updatedAt = clock.now();
  if (state.kind === 'absent' || (state.kind === 'ended' && isNothingBooked(state.outcome)))
    await claim?.save({ state: 'FAILED', updatedAt });
  else if (state.kind === 'ended' && state.outcome.outcome === 'confirmed')
    await claim?.save({ state: 'CONFIRMED', updatedAt });
}

/**
 * Once DoBooking was sent no failure is the end of a booking: it stays PENDING, and a later look or people find out. An error
 * that the caller can mend, such as a wrong credential, is the outcome all the same.
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
