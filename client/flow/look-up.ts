import { limits, pollingPlans } from '#contracts';
import { isCallError, isUnauthorised } from '../errors.ts';
import type { Claim } from '../ledger.ts';
import type { Context } from './context.ts';
import { type Found, isOf, serviceIn } from './found.ts';

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
  let wait = Math.max(0, lookedAt + interval - clock.now());
  for (;;) {
    await clock.sleep(wait, signal, 'the next look for a booking without an answer');
    wait = interval;
    const isLast = clock.now() >= since + window;
    let wasAnswered = false;
    try {
      const { answer, at } = await call('getBooking', { ExternalReference: reference }, { signal });
      wasAnswered = true;
      await claim.save({ lookedAt: at, updatedAt: at });
      if (answer.Booking && isOf(answer.Booking, reference))
        return { kind: 'found', found: serviceIn(answer.Booking, { reference }) };
    } catch (error) {
      // A look-up that failed is made again in its time; without a valid credential none is worth it.
      if (!isCallError(error) || isUnauthorised(error)) throw error;
    }
    if (isLast) return { kind: wasAnswered ? 'not-found' : 'unknown' };
  }
}
