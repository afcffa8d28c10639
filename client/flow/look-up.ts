import { limits, pollingPlans } from '#contracts';
import { isCallError } from '../errors.ts';
import type { Context } from './context.ts';
import { type Found, serviceIn } from './found.ts';

/** What came of looking for a booking whose answer was lost. */
export type LookedUp =
  | { readonly kind: 'found'; readonly found: Found }
  /** Nothing was found up to the end: nothing was booked. */
  | { readonly kind: 'not-found' }
  /** The last look-up was not answered. */
  | { readonly kind: 'unknown' };

const plan = pollingPlans['technical-problem'];

/**
 * Looks for a booking by its reference: at once, then as for a technical problem, every five minutes up to thirty
 * (decision 7). Only when one at the end of that time has found nothing is it known that nothing was booked.
 *
 * @param since when DoBooking was sent, epoch milliseconds
 */
export async function lookUp(reference: string, since: number, context: Context): Promise<LookedUp> {
  const { clock, call, signal } = context;
  const { interval, window } = plan ?? {
    interval: limits.pollTechnicalProblem.value,
    window: limits.pollWindow.value,
  };
  for (let next = clock.now(); ; next += interval) {
    await clock.sleep(next - clock.now(), signal, 'the next look for a booking without an answer');
    let wasAnswered = false;
    try {
      const { answer } = await call('getBooking', { ExternalReference: reference }, { signal });
      wasAnswered = true;
      if (answer.Booking) return { kind: 'found', found: serviceIn(answer.Booking, { reference }) };
    } catch (error) {
      if (!isCallError(error)) throw error; // a look-up that failed is made again in its time
    }
    if (next >= since + window) return { kind: wasAnswered ? 'not-found' : 'unknown' };
  }
}
