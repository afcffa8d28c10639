import type { Money, Product, ServiceStatus } from '#contracts';
import { mayHaveTakenEffect } from '../errors.ts';
import type { Context } from './context.ts';
import { byEmail, type CancelOutcome, emergency } from './outcome.ts';
import { type Followed, look, poll } from './poll.ts';
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
  try {
    const { status, penalty, reasons } = await send(wanted, followed, context);
    const ended = end(status, { bookingId, penalty, reasons });
    if (ended) return ended;
    const last = await poll('pending-cancellation', followed, context);
    const why = `the cancellation is ${last?.status ?? 'nowhere to be seen'} for as long as its polling plan goes`;
    const later = last && end(last.status, { bookingId, penalty, reasons: last.errors });
    return later ?? { outcome: 'ask-support', bookingId, why, support: emergency };
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

/** Sends it once; where the answer is lost, once more if the booking shows nothing of it (decision 3). */
async function send(wanted: ToCancel, followed: Followed, context: Context): Promise<Said> {
  const { bookingId, service } = wanted;
  const { call, signal } = context;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { answer } = service
        ? await call(
            `${service.product}.cancelByService`,
            { BookingId: bookingId, ServiceId: service.id },
            { signal },
          )
        : await call('cancelBooking', { BookingId: bookingId }, { signal });
      return { status: statusOf(answer), penalty: answer.Penalty, reasons: answer.Errors };
    } catch (error) {
      if (!mayHaveTakenEffect(error) || attempt >= 2) throw error;
      const { status, errors } = await look(followed, context);
      if (status === 'cancelled' || status === 'pending-cancellation' || status === 'cancellation-failed')
        return { status, penalty: undefined, reasons: errors };
    }
  }
}
