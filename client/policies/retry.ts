import { type Clock, limits } from '#contracts';
import type { Called, Policy } from '../call.ts';
import { HttpError, NetworkError, TimeoutError, UnreadableAnswerError } from '../errors.ts';

/** Whether a call that ended so may be sent again (decision 3): a read whenever it failed, others only when refused before all else. */
function mayRepeat(error: unknown, { effect }: Called): boolean {
  if (error instanceof HttpError && error.status === 429) return true;
  if (effect !== 'read') return false;
  if (error instanceof HttpError) return error.status >= 500;
  return (
    error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnreadableAnswerError
  );
}

/**
 * How long to wait after an attempt, counted from 1, that failed so (err.retry, err.429), in milliseconds; undefined where
 * Retry-After asks for longer than anybody would wait: the call ends then, and is not sent earlier.
 *
 * @example waitAfter(1, error) // 250
 */
export function waitAfter(attempt: number, error: unknown): number | undefined {
  const backoff = limits.backoffFirst.value * 2 ** (attempt - 1);
  const asked = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
  return asked > limits.longestRetryAfter.value ? undefined : Math.max(backoff, asked);
}

/**
 * Sends a call again after 250, 500, 1000 and 2000 ms, at most five times in all (err.retry), and not before a Retry-After
 * has passed (err.429); one that asks for more than ten minutes ends the call. What may have booked, paid or cancelled is sent again only after a 429 (decision 3).
 *
 * @param clock what the waits pass on
 */
export function createRetry(clock: Clock): Policy {
  return next =>
    async function retry(call) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await next({ ...call, attempt });
        } catch (error) {
          if (attempt >= (call.attempts ?? limits.attempts.value) || !mayRepeat(error, call.operation))
            throw error;
          const wait = waitAfter(attempt, error);
          if (wait === undefined) throw error;
          if (call.goodUntil !== undefined && clock.now() + wait >= call.goodUntil) throw error;
          await clock.sleep(wait, call.signal, `the next attempt of ${call.id}`);
        }
      }
    };
}
