import { type Clock, limits } from '#contracts';
import type { Called, Policy } from './call.ts';
import { HttpError, NetworkError, TimeoutError, UnreadableAnswerError } from './errors.ts';

/** When a call may be sent again by itself (decision 3): whenever it failed, or only when it was refused before all else. */
type Repetition = 'after any failure' | 'after 429';

function repetitionOf({ effect }: Called): Repetition {
  return effect === 'read' ? 'after any failure' : 'after 429';
}

/** Whether a call that ended so may be sent again. */
function mayRepeat(error: unknown, operation: Called): boolean {
  if (error instanceof HttpError && error.status === 429) return true;
  if (repetitionOf(operation) === 'after 429') return false;
  if (error instanceof HttpError) return error.status >= 500;
  return (
    error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnreadableAnswerError
  );
}

/**
 * Sends a call again after 250, 500, 1000 and 2000 ms, at most five times in all (err.retry), and not before a Retry-After
 * has passed (err.429). What may have booked, paid or cancelled is sent again only after a 429 (decision 3).
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
          const backoff = limits.backoffFirst.value * 2 ** (attempt - 1);
          const asked = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
          const wait = Math.max(backoff, asked);
          if (call.goodUntil !== undefined && clock.now() + wait >= call.goodUntil) throw error;
          await clock.sleep(wait, call.signal, `the next attempt of ${call.id}`);
        }
      }
    };
}
