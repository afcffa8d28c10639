import { type Clock, limits } from '#contracts';
import type { Policy } from '../calls.ts';
import { HttpError, isRateLimited, isUnanswered } from '../errors.ts';

/**
 * Returns milliseconds (err.retry, err.429); undefined if the client must not repeat the call, because Retry-After is longer
 * than ten minutes.
 *
 * @param attempt the number of the failed attempt, from 1
 */
export function waitAfter(attempt: number, error: unknown): number | undefined {
  const backoff = limits.backoffFirst.value * 2 ** (attempt - 1);
  const retryAfter = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
  return retryAfter > limits.longestRetryAfter.value ? undefined : Math.max(backoff, retryAfter);
}

/**
 * Repeats a failed call after 250, 500, 1000 and 2000 ms (err.retry), or later if Retry-After says so (err.429). A call that
 * books, pays or cancels is repeated only after a 429 (decision 2).
 */
export function createRetry(clock: Clock): Policy {
  return next =>
    async function retry(call) {
      const { operation, attempts = limits.attempts.value, goodUntil = Number.POSITIVE_INFINITY } = call;
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await next({ ...call, attempt });
        } catch (error) {
          const isFailure = isUnanswered(error) || (error instanceof HttpError && error.status >= 500);
          const mayRepeat = isRateLimited(error) || (operation.effect === 'read' && isFailure);
          const wait = mayRepeat && attempt < attempts ? waitAfter(attempt, error) : undefined;
          if (wait === undefined || clock.now() + wait >= goodUntil) throw error;
          await clock.sleep(wait, call.signal, `the next attempt of ${call.id}`);
        }
      }
    };
}
