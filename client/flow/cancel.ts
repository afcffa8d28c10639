import { isCancelStep, type Money, type Product, type ResponseOf, type ServiceStatus } from '#contracts';
import { mayHaveTakenEffect } from '../errors.ts';
import type { Context } from './context.ts';
import { byEmail, type CancelOutcome, emergency } from './outcome.ts';
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
 * (poll.pending-cancellation). When the answer is lost the booking is looked at before anything is sent again.
 */
export async function cancel(wanted: ToCancel, context: Context): Promise<CancelOutcome> {
  const { bookingId, service } = wanted;
  const followed: Followed = { bookingId, serviceId: service?.id, fromRequest: false };
  const ask = (why: string): CancelOutcome => ({
    outcome: 'ask-support',
    bookingId,
    why,
    support: emergency,
  });
  try {
    const said = await send(wanted, followed, context);
    if (!said) return ask('nobody knows whether it was cancelled');
    const { penalty, reasons } = said;
    const ended = end(said.status, { bookingId, penalty, reasons });
    if (ended) return ended;
    const last = await poll('pending-cancellation', followed, context);
    const later = last && end(last.status, { bookingId, penalty, reasons: last.errors });
    const why = `the cancellation is ${last?.words ?? 'nowhere to be seen'} for as long as its polling plan goes`;
    return later ?? ask(why);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { outcome: 'error', error };
  }
}

interface Ended extends Pick<Said, 'penalty' | 'reasons'> {
  readonly bookingId: string;
}

/** How a cancellation ended, or nothing while it is under way. */
function end(status: Said['status'], { bookingId, penalty, reasons }: Ended): CancelOutcome | undefined {
  if (status === 'cancelled') return { outcome: 'cancelled', bookingId, penalty };
  if (status === 'pending-cancellation') return undefined;
  if (status !== 'cancellation-failed') return { outcome: 'failed', bookingId, reasons };
  // Not forwarded, so nothing will come of waiting (status.problema-cancelamento).
  const why = 'the cancellation did not reach the supplier';
  return { outcome: 'ask-support', bookingId, why, support: byEmail };
}

/** What the supplier said to a cancellation. */
interface Said {
  readonly status: ServiceStatus | undefined;
  readonly penalty: Money | undefined;
  readonly reasons: readonly Reason[];
}

/**
 * Sends it once; where the answer is lost, once more if the booking shows nothing of it (decision 3).
 *
 * @returns undefined when nobody knows what came of it
 */
async function send(wanted: ToCancel, followed: Followed, context: Context): Promise<Said | undefined> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answer = await ask(wanted, context).catch(error => {
      // The second one can be refused because the first was carried out after all.
      if (attempt === 1 && !mayHaveTakenEffect(error)) throw error;
      return undefined;
    });
    const status = answer && statusOf(answer);
    const { Penalty: penalty, Errors: reasons = [] } = answer ?? {};
    // HTTP 200 is no success: where it comes with Errors[] the booking itself says what it is (flow.4).
    if (answer && !(status === 'cancelled' && reasons.length > 0)) return { status, penalty, reasons };
    const found = await lookPatiently(followed, context);
    if (!found) return undefined;
    if (answer || (found.status && isCancelStep(found.status)))
      return { status: found.status, penalty, reasons: [...reasons, ...found.errors] };
  }
  return undefined;
}

/** One cancellation. */
async function ask(
  { bookingId: BookingId, service }: ToCancel,
  { call, signal }: Context,
): Promise<ResponseOf<'cancelBooking'>> {
  if (!service) return (await call('cancelBooking', { BookingId }, { signal })).answer;
  const request = { BookingId, ServiceId: service.id };
  return (await call(`${service.product}.cancelByService`, request, { signal })).answer;
}
