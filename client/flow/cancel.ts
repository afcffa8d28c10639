import { isCancelStep, type Money, type Product, type ResponseOf } from '#contracts';
import { HttpError, mayHaveTakenEffect } from '../errors.ts';
import type { Context } from './context.ts';
import { type Found, wordsOf } from './found.ts';
import { onceForAll } from './once-for-all.ts';
import { byEmail, type CancelOutcome, emergency } from './outcome.ts';
import { type Between, type Penalty, penaltyShown } from './penalty.ts';
import { type Followed, lookPatiently, poll } from './poll.ts';
import type { Reason } from './reason.ts';
import { statusOf } from './status.ts';

/** A whole trip, or one service of it. */
export interface ToCancel {
  readonly bookingId: string;
  readonly service?: { readonly product: Product; readonly id: string } | undefined;
}

/**
 * Cancels a trip or a service (svc.2) and follows it up: one that takes time every five minutes up to thirty
 * (poll.pending-cancellation). When the answer is lost the booking is looked at before anything is sent again. Who cancels the
 * same meanwhile shares the outcome.
 *
 * @example await cancel({ bookingId: '9' }, context) // { outcome: 'cancelled', bookingId: '9', penalty: undefined }
 */
export function cancel(wanted: ToCancel, context: Context): Promise<CancelOutcome> {
  const { bookingId, service } = wanted;
  const key = JSON.stringify([bookingId, service?.product, service?.id]);
  const run = (signal: AbortSignal) => cancelOnce(wanted, { ...context, signal });
  return onceForAll(context.cancelling, { key, run }, context.signal);
}

async function cancelOnce(wanted: ToCancel, context: Context): Promise<CancelOutcome> {
  const { bookingId, service } = wanted;
  const followed: Followed = { bookingId, serviceId: service?.id, fromRequest: false };
  try {
    const said = await send(wanted, followed, context);
    if (!said) return ask(bookingId, 'nobody knows whether it was cancelled');
    const ended = end(said, bookingId);
    if (ended) return ended;
    const last = await poll('pending-cancellation', followed, context);
    const why = `the cancellation is ${last?.words ?? 'nowhere to be seen'} for as long as its polling plan goes`;
    const later = last && end({ ...said, ...seen(last), reasons: last.errors }, bookingId);
    return later ?? ask(bookingId, why);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { outcome: 'error', error };
  }
}

const ask = (bookingId: string, why: string, support = emergency): CancelOutcome => ({
  outcome: 'ask-support',
  bookingId,
  why,
  support,
});

/** How a cancellation ended, or nothing while it is under way. */
function end(said: Said, bookingId: string): CancelOutcome | undefined {
  const { status, reasons } = said;
  if (status === 'cancelled') return { outcome: 'cancelled', bookingId, penalty: penaltyOf(said) };
  if (status === 'pending-cancellation') return undefined;
  if (status === undefined) return ask(bookingId, `its status ${said.words} is none of the contract`);
  // Not forwarded, so nothing will come of waiting (status.problema-cancelamento).
  if (status === 'cancellation-failed')
    return ask(bookingId, 'the cancellation did not reach the supplier', byEmail);
  return { outcome: 'failed', bookingId, reasons };
}

/** What the supplier said to a cancellation, or what its booking shows afterwards. */
interface Said extends Seen {
  readonly reasons: readonly Reason[];
  /** What the answer told; where none did, the booking has to. */
  readonly penalty: Money | undefined;
  readonly between: Between | undefined;
}

/** A booking as it was seen, or what an answer tells of it. */
type Seen = Pick<Found, 'status' | 'words' | 'booking' | 'serviceId'>;
const seen = ({ status, words, booking, serviceId }: Found): Seen => ({ status, words, booking, serviceId });

function penaltyOf({ penalty, between, booking, serviceId }: Said): Penalty {
  if (penalty || !between) return penalty;
  return booking ? penaltyShown(booking, serviceId, between) : 'unknown';
}

/**
 * Sends it once; where the answer is lost, once more if the booking shows nothing of it (decision 3).
 *
 * @returns undefined when nobody knows what came of it
 */
async function send(wanted: ToCancel, followed: Followed, context: Context): Promise<Said | undefined> {
  const { clock } = context;
  const sentAt = clock.now();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const told = await sendOnce(wanted, context).catch(error => {
      // The second one can be refused because the first was carried out after all.
      if (attempt === 1 && !mayHaveTakenEffect(error)) throw error;
      return undefined;
    });
    if (told && isPlain(told)) return told;
    const found = await lookPatiently(followed, context);
    if (!found) return undefined;
    if (told || (found.status && isCancelStep(found.status))) {
      const { reasons = [], penalty } = told ?? {};
      // By somebody else, who may have done so at any time.
      const isOthers = attempt === 1 && reasons.some(isCancelledBefore);
      const between = { since: isOthers ? undefined : sentAt, until: clock.now() };
      return { ...seen(found), reasons: [...reasons, ...found.errors], penalty, between };
    }
  }
  return undefined;
}

/**
 * Whether an answer can be taken at its word. HTTP 200 is no success: where it comes with Errors[], or the booking seems to
 * stand, the booking itself says what it is (flow.4); somebody else may have cancelled it meanwhile.
 */
function isPlain({ status, reasons }: Said): boolean {
  if (status === 'cancelled') return reasons.length === 0;
  if (reasons.some(isCancelledBefore)) return false;
  return status === 'pending-cancellation' || status === 'cancellation-failed';
}

const isCancelledBefore = ({ Code }: Reason): boolean => Code === 'AlreadyCancelled';

/** One cancellation. Some suppliers refuse one that comes late with an error status; the booking tells more. */
async function sendOnce(wanted: ToCancel, context: Context): Promise<Said> {
  const untold = { booking: undefined, serviceId: undefined, between: undefined };
  try {
    const answer = await call(wanted, context);
    const { Penalty: penalty, Errors: reasons } = answer;
    return { ...untold, status: statusOf(answer), words: wordsOf(answer), penalty, reasons };
  } catch (error) {
    if (!(error instanceof HttpError && error.errors.some(isCancelledBefore))) throw error;
    return { ...untold, status: undefined, words: '', penalty: undefined, reasons: error.errors };
  }
}

/** Calls the operation for it. */
async function call(
  { bookingId: BookingId, service }: ToCancel,
  { call, signal }: Context,
): Promise<ResponseOf<'cancelBooking'>> {
  if (!service) return (await call('cancelBooking', { BookingId }, { signal })).answer;
  const request = { BookingId, ServiceId: service.id };
  return (await call(`${service.product}.cancelByService`, request, { signal })).answer;
}
