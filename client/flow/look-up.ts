import { limits, pollingPlans } from '#contracts';
import { isCallError } from '../errors.ts';
import type { Claim } from '../ledger.ts';
import type { Context } from './context.ts';
import { type Found, serviceIn } from './found.ts';

/** What came of looking for a booking whose answer was lost. */
export type LookedUp =
  | { readonly kind: 'found'; readonly found: Found }
  /** Nothing was found up to the end: nothing was booked. */
  | { readonly kind: 'not-found' }
  /** The last look-up was not answered. */
  | { readonly kind: 'unknown' };

const { interval, window } = pollingPlans['technical-problem'] ?? {
  interval: limits.pollTechnicalProblem.value,
  window: limits.pollWindow.value,
};

/**
 * Looks for a booking by its reference: at once, then as for a technical problem, every five minutes up to thirty
 * (decision 7). Only when one at the end of that time has found nothing is it known that nothing was booked. What an
 * earlier process has looked for is not looked for again before its time.
 *
 * @param claim of a booking whose DoBooking was sent
 */
export async function lookUp(claim: Claim, context: Context): Promise<LookedUp> {
  const { clock, call, signal } = context;
  const { reference, sentAt: since = clock.now(), lookedAt = since - interval } = claim.record;
  for (let next = Math.max(clock.now(), lookedAt + interval); ; next += interval) {
    await clock.sleep(next - clock.now(), signal, 'the next look for a booking without an answer');
    let wasAnswered = false;
    try {
      const { answer, at } = await call('getBooking', { ExternalReference: reference }, { signal });
      wasAnswered = true;
      await claim.save({ lookedAt: at, updatedAt: at });
      if (answer.Booking) return { kind: 'found', found: serviceIn(answer.Booking, { reference }) };
    } catch (error) {
      if (!isCallError(error)) throw error; // a look-up that failed is made again in its time
    }
    if (next >= since + window) return { kind: wasAnswered ? 'not-found' : 'unknown' };
  }
}
