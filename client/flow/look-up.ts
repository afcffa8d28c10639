import { limits, pollingPlans } from '#contracts';
import { isCallError } from '../errors.ts';
import type { Context } from './context.ts';
import { type Found, serviceIn } from './found.ts';

/** What came of looking for a booking whose answer was lost. */
export type LookedUp =
  | { readonly kind: 'found'; readonly found: Found }
  /** Every look-up that was answered found nothing. */
  | { readonly kind: 'not-found' }
  /** None was answered. */
  | { readonly kind: 'unknown' };

const plan = pollingPlans['technical-problem'];

/**
 * Looks for a booking by its reference: at once, then as for a technical problem, every five minutes up to thirty
 * (decision 7). Only then is it known that nothing was booked.
 *
 * @param since when DoBooking was sent, epoch milliseconds
 */
export async function lookUp(reference: string, since: number, context: Context): Promise<LookedUp> {
  const { clock, call, signal } = context;
  const { interval, window } = plan ?? {
    interval: limits.pollTechnicalProblem.value,
    window: limits.pollWindow.value,
  };
  let wasAnswered = false;
  for (let next = clock.now(); ; next += interval) {
    await clock.sleep(next - clock.now(), signal, 'the next look for a booking without an answer');
    try {
      const { answer } = await call('getBooking', { ExternalReference: reference }, { signal });
      wasAnswered = true;
      if (answer.Booking) return { kind: 'found', found: serviceIn(answer.Booking, { reference }) };
    } catch (error) {
      if (!isCallError(error)) throw error; // a look-up that failed is made again in its time
    }
    if (next + interval > since + window) return { kind: wasAnswered ? 'not-found' : 'unknown' };
  }
}
