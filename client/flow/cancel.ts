import { isCancelStep, type Money, type Product, type ResponseOf } from '#contracts';
import { checkCancel } from '../check.ts';
import { HttpError, mayHaveTakenEffect } from '../errors.ts';
import { shareInFlight } from '../in-flight.ts';
import { byEmail, type CancelOutcome, emergency } from './outcome.ts';
import { type Between, type Penalty, penaltyShown } from './penalty.ts';
import { lookPatiently, poll } from './poll.ts';
import { type BookingSnapshot, type Reason, statusOf, wordsOf } from './snapshot.ts';
import type { Context, Followed } from './states.ts';

/**
 * A whole trip, or one service of it.
 *
 * @example const car: CancelRequest = { bookingId: '9', service: { product: 'car', id: '9-2' } };
 */
export interface CancelRequest {
  readonly bookingId: string;
  readonly service?: { readonly product: Product; readonly id: string } | undefined;
}

/**
 * Cancels a trip or a service (svc.2) and follows it up, every five minutes up to thirty (poll.pending-cancellation). After a
 * lost answer the client reads the booking before it sends the cancellation again. Concurrent callers that cancel the same
 * share the outcome.
 *
 * @example await cancel({ bookingId: '9' }, context) // { outcome: 'cancelled', bookingId: '9', penalty: undefined }
 */
export function cancel(request: CancelRequest, context: Context): Promise<CancelOutcome> {
  const { bookingId, service } = Object(request); // it is checked below
  const key = JSON.stringify([bookingId, service?.product, service?.id]);
  const run = (signal: AbortSignal) => cancelOnce(request, { ...context, signal });
  return shareInFlight(context.cancellations, { key, run }, context.signal);
}

async function cancelOnce(request: CancelRequest, context: Context): Promise<CancelOutcome> {
  try {
    checkCancel(request);
    const { bookingId, service } = request;
    const followed: Followed = { bookingId, serviceId: service?.id, fromRequest: false };
    const progress = await send(request, followed, context);
    if (!progress) return askSupport(bookingId, 'it is unknown whether it was cancelled');
    const outcome = outcomeOf(progress, bookingId);
    if (outcome) return outcome;
    const last = await poll('pending-cancellation', followed, context);
    const later = last && outcomeOf({ ...progress, ...last, reasons: last.errors }, bookingId);
    const why = `the cancellation is ${last?.words ?? 'nowhere to be seen'} for as long as its polling plan goes`;
    return later ?? askSupport(bookingId, why);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { outcome: 'error', error };
  }
}

const askSupport = (bookingId: string, why: string, support = emergency): CancelOutcome => ({
  outcome: 'ask-support',
  bookingId,
  why,
  support,
});

/** Returns the outcome of a cancellation; undefined while it is pending. */
function outcomeOf(progress: Progress, bookingId: string): CancelOutcome | undefined {
  const { status, words, reasons } = progress;
  if (status === 'cancelled') return { outcome: 'cancelled', bookingId, penalty: penaltyOf(progress) };
  if (status === 'pending-cancellation') return undefined;
  if (status === undefined) return askSupport(bookingId, `the contract does not know its status ${words}`);
  // It was not forwarded, so a poll would see nothing new (status.problema-cancelamento).
  if (status === 'cancellation-failed')
    return askSupport(bookingId, 'the cancellation did not reach the supplier', byEmail);
  return { outcome: 'failed', bookingId, reasons };
}

/** The state of a cancellation by its answer, or by the booking after it. */
interface Progress extends Pick<BookingSnapshot, 'status' | 'words' | 'booking' | 'serviceId'> {
  readonly reasons: readonly Reason[];
  /** The penalty in the answer; without an answer it is read from the booking. */
  readonly penalty: Money | undefined;
  readonly between: Between | undefined;
}

function penaltyOf({ penalty, between, booking, serviceId }: Progress): Penalty {
  if (penalty || !between) return penalty;
  return booking ? penaltyShown(booking, serviceId, between) : 'unknown';
}

/**
 * Sends a cancellation once; when the answer is lost, once more if the booking shows nothing of it (decision 2).
 *
 * @returns undefined when its result is unknown
 */
async function send(request: CancelRequest, followed: Followed, context: Context) {
  const { clock } = context;
  const sentAt = clock.now();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answered = await sendOnce(request, context).catch(error => {
      // The second one can be refused because the first one has taken effect.
      if (attempt === 1 && !mayHaveTakenEffect(error)) throw error;
      return undefined;
    });
    if (answered && isReliable(answered)) return answered;
    const snapshot = await lookPatiently(followed, context);
    if (!snapshot) return undefined;
    if (answered || (snapshot.status && isCancelStep(snapshot.status))) {
      const { reasons = [], penalty } = answered ?? {};
      // Another caller cancelled it, at any time since it was made.
      const isOthers = attempt === 1 && reasons.some(isCancelledBefore);
      const between = { since: isOthers ? undefined : sentAt, until: clock.now() };
      return { ...snapshot, reasons: [...reasons, ...snapshot.errors], penalty, between };
    }
  }
  return undefined;
}

/** Returns whether an answer is enough. With Errors[] or another status than expected, the booking itself counts (flow.4). */
function isReliable({ status, reasons }: Progress): boolean {
  if (status === 'cancelled') return reasons.length === 0;
  if (reasons.some(isCancelledBefore)) return false;
  return status === 'pending-cancellation' || status === 'cancellation-failed';
}

const isCancelledBefore = ({ Code }: Reason): boolean => Code === 'AlreadyCancelled';

/** Sends one cancellation. Some suppliers refuse a repeated one with an error status; then the booking is read. */
async function sendOnce(request: CancelRequest, context: Context): Promise<Progress> {
  const unknown = { booking: undefined, serviceId: undefined, between: undefined };
  try {
    const answer = await callFor(request, context);
    const { Penalty: penalty, Errors: reasons } = answer;
    return { ...unknown, status: statusOf(answer), words: wordsOf(answer), penalty, reasons };
  } catch (error) {
    if (!(error instanceof HttpError && error.errors.some(isCancelledBefore))) throw error;
    return { ...unknown, status: undefined, words: '', penalty: undefined, reasons: error.errors };
  }
}

async function callFor(
  { bookingId: BookingId, service }: CancelRequest,
  { call, signal }: Context,
): Promise<ResponseOf<'cancelBooking'>> {
  if (!service) return (await call('cancelBooking', { BookingId }, { signal })).answer;
  const request = { BookingId, ServiceId: service.id };
  return (await call(`${service.product}.cancelByService`, request, { signal })).answer;
}
