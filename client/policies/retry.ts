import { type Clock, limits } from '#contracts';
import type { Policy } from '../calls.ts';
import { HttpError, isRateLimited, isUnanswered } from '../errors.ts';

/**
 * Returns how long to wait after an attempt, counted from 1, that failed (err.retry, err.429), in milliseconds; undefined
 * when Retry-After asks for more than ten minutes: then the call ends.
 *
 * @example waitAfter(1, error) // 250
 */
export function waitAfter(attempt: number, error: unknown): number | undefined {
  const backoff = limits.backoffFirst.value * 2 ** (attempt - 1);
  const retryAfter = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
  return retryAfter > limits.longestRetryAfter.value ? undefined : Math.max(backoff, retryAfter);
}

/**
 * Creates a policy that sends a call again after 250, 500, 1000 and 2000 ms, at most five times in all (err.retry), and not before a Retry-After
 * has passed (err.429). A call that may have booked, paid or cancelled is sent again only after a 429 (decision 2).
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
