import { canMove, isCancelStep, type Money, type Product, type ResponseOf } from '#contracts';
import { checkCancel } from '../check.ts';
import { HttpError, mayHaveTakenEffect } from '../errors.ts';
import { shareInFlight } from '../in-flight.ts';
import { byEmail, type CancelOutcome, emergency } from './outcome.ts';
import { type Penalty, type Period, penaltyShown } from './penalty.ts';
import { poll, readWithRetries } from './poll.ts';
import { type BookingSnapshot, type Reason, statusOf, statusTextOf } from './snapshot.ts';
import type { Context, Followed } from './states.ts';

/**
 * A trip, or one service of a trip.
 *
 * @example const car: CancelRequest = { bookingId: '9', service: { product: 'car', id: '9-2' } };
 */
export interface CancelRequest {
  readonly bookingId: string;
  readonly service?: { readonly product: Product; readonly id: string } | undefined;
}

/** svc.2, poll.pending-cancellation */
export function cancel(request: CancelRequest, context: Context): Promise<CancelOutcome> {
  const { bookingId, service } = Object(request); // `cancelOnce` checks the request
  const key = JSON.stringify([bookingId, service?.product, service?.id]);
  const run = (signal: AbortSignal) => cancelOnce(request, { ...context, signal });
  return shareInFlight(context.cancellations, { key, run }, context.signal);
}

async function cancelOnce(request: CancelRequest, context: Context): Promise<CancelOutcome> {
  try {
    checkCancel(request);
  } catch (error) {
    return { outcome: 'error', error };
  }
  const { bookingId } = request;
  try {
    return await sendAndPoll(request, context);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    // The supplier may have accepted the cancellation.
    const why = error instanceof Error ? error.message : String(error);
    return askSupport(bookingId, `it is unknown whether the booking was cancelled: ${why}`);
  }
}

async function sendAndPoll(request: CancelRequest, context: Context): Promise<CancelOutcome> {
  const { bookingId, service } = request;
  const followed: Followed = { bookingId, serviceId: service?.id, fromRequest: false };
  const progress = await send(request, followed, context);
  if (!progress) return askSupport(bookingId, 'it is unknown whether the booking was cancelled');
  if ('refusal' in progress) return { outcome: 'error', error: progress.refusal, bookingId };
  const outcome = outcomeOf(progress, bookingId);
  if (outcome) return outcome;
  const last = await pollCancellation(followed, context);
  const isKnown = last !== undefined && !isUndecided(last);
  const later = isKnown ? outcomeOf({ ...progress, ...last, reasons: last.errors }, bookingId) : undefined;
  const why = `the polling plan has ended, and the cancellation is ${last?.statusText ?? 'still unknown'}`;
  return later ?? askSupport(bookingId, why);
}

/** A status from before the cancellation has its own polling plan. */
async function pollCancellation(followed: Followed, context: Context): Promise<BookingSnapshot | undefined> {
  const last = await poll('pending-cancellation', followed, context);
  const isStale = last?.status !== 'pending-cancellation' && last !== undefined && isUndecided(last);
  return isStale && last.status ? poll(last.status, followed, context) : last;
}

const isUndecided = ({ status }: BookingSnapshot): boolean =>
  status !== undefined && !canMove('pending-cancellation', status);

const askSupport = (bookingId: string, why: string, support = emergency): CancelOutcome => ({
  outcome: 'ask-support',
  bookingId,
  why,
  support,
});

function outcomeOf(progress: Progress, bookingId: string): CancelOutcome | undefined {
  const { status, statusText, reasons } = progress;
  if (status === 'cancelled') return { outcome: 'cancelled', bookingId, penalty: penaltyOf(progress) };
  if (status === 'pending-cancellation') return undefined;
  if (status === undefined)
    return askSupport(bookingId, `the contract does not define the status ${statusText}`);
  // A poll would see no change (status.problema-cancelamento).
  if (status === 'cancellation-failed')
    return askSupport(bookingId, 'the cancellation did not reach the supplier', byEmail);
  return { outcome: 'failed', bookingId, reasons };
}

interface Progress extends Pick<BookingSnapshot, 'status' | 'statusText' | 'booking' | 'serviceId'> {
  readonly reasons: readonly Reason[];
  readonly penalty: Money | undefined;
  readonly period: Period | undefined;
}

function penaltyOf({ penalty, period, booking, serviceId }: Progress): Penalty {
  if (penalty || !period) return penalty;
  return booking ? penaltyShown(booking, serviceId, period) : 'unknown';
}

/** After a lost answer, sends once more if the booking is not cancelled (decision 2). */
async function send(
  request: CancelRequest,
  followed: Followed,
  context: Context,
): Promise<Progress | { readonly refusal: unknown } | undefined> {
  const { clock } = context;
  const sentAt = clock.now();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answered = await sendOnce(request, context).catch((error: unknown) => {
      // The first attempt may already have cancelled the booking.
      return attempt === 1 && !mayHaveTakenEffect(error) ? { refusal: error } : undefined;
    });
    if (answered && ('refusal' in answered || isReliable(answered))) return answered;
    const snapshot = await readWithRetries(followed, context);
    if (!snapshot) return undefined;
    if (answered || (snapshot.status && isCancelStep(snapshot.status))) {
      const { reasons = [], penalty } = answered ?? {};
      const isOthers = attempt === 1 && reasons.some(isCancelledBefore);
      const period = { since: isOthers ? undefined : sentAt, until: clock.now() };
      return { ...snapshot, reasons: [...reasons, ...snapshot.errors], penalty, period };
    }
  }
  return undefined;
}

/** After Errors[] or an unexpected status, the client reads the booking (flow.4). */
function isReliable({ status, reasons }: Progress): boolean {
  if (status === 'cancelled') return reasons.length === 0;
  if (reasons.some(isCancelledBefore)) return false;
  return status === 'pending-cancellation' || status === 'cancellation-failed';
}

const isCancelledBefore = ({ Code }: Reason): boolean => Code === 'AlreadyCancelled';

/** Some suppliers answer a repeated cancellation with an error status. */
async function sendOnce(request: CancelRequest, context: Context): Promise<Progress> {
  const unknown = { booking: undefined, serviceId: undefined, period: undefined };
  try {
    const answer = await callFor(request, context);
    const { Penalty: penalty, Errors: reasons } = answer;
    return { ...unknown, status: statusOf(answer), statusText: statusTextOf(answer), penalty, reasons };
  } catch (error) {
    if (!(error instanceof HttpError && error.errors.some(isCancelledBefore))) throw error;
    return { ...unknown, status: undefined, statusText: '', penalty: undefined, reasons: error.errors };
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
