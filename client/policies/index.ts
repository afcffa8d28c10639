import { type Clock, limits } from '#contracts';
import type { Policy } from '../calls.ts';
import { HttpError, isRateLimited, isUnanswered, OutdatedError } from '../errors.ts';
import { type BreakerLimits, createCircuitBreaker } from './circuit-breaker.ts';
import { createLog, type Logger } from './log.ts';
import { createRate, createRateLimit, type Rate, type RateLimits } from './rate-limit.ts';
import { createTimeOut, type TimeOuts } from './timeout.ts';

/** Each limit replaces a default. */
export interface Policies {
  /** In milliseconds. */
  readonly timeOuts?: Partial<TimeOuts> | undefined;
  readonly breaker?: Partial<BreakerLimits> | undefined;
  /** The limits, or a `Rate` from `createRate`, which clients with the same credential can share. */
  readonly rate?: Partial<RateLimits> | Rate | undefined;
}

interface PolicyOptions {
  readonly clock: Clock;
  readonly policies: Policies;
  readonly logger: Logger | undefined;
  readonly secrets: readonly string[];
}

/** The outermost is first. During the wait for the rate limit, a token can expire or the breaker open, so both come after it. */
export function createPolicies({ clock, policies, logger, secrets }: PolicyOptions): Policy[] {
  const { rate = {}, breaker, timeOuts } = policies;
  return [
    createRetry(clock),
    createRateLimit(clock, 'base' in rate ? rate : createRate({ ...rate, clock })),
    createFreshness(clock),
    createCircuitBreaker(clock, breaker),
    leaving,
    createTimeOut(clock, timeOuts),
    ...(logger ? [createLog(clock, logger, secrets)] : []),
  ];
}

/** Milliseconds (err.retry, err.429); undefined if Retry-After is too long. `attempt` is the failed one, from 1. */
export function waitAfter(attempt: number, error: unknown): number | undefined {
  const backoff = limits.backoffFirst.value * 2 ** (attempt - 1);
  const retryAfter = error instanceof HttpError ? (error.retryAfter ?? 0) : 0;
  return retryAfter > limits.longestRetryAfter.value ? undefined : Math.max(backoff, retryAfter);
}

/** A call that books, pays or cancels is repeated only after a 429 (decision 2). */
function createRetry(clock: Clock): Policy {
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

const createFreshness =
  (clock: Clock): Policy =>
  next =>
  async call => {
    if (call.goodUntil !== undefined && clock.now() >= call.goodUntil) throw new OutdatedError(call.id);
    return next(call);
  };

/** A call that is never sent must not change the ledger. */
const leaving: Policy = next => async call => {
  await call.leaving?.();
  return next(call);
};

export type { BreakerLimits } from './circuit-breaker.ts';
export type { LogEntry, Logger } from './log.ts';
export { createRate, type Rate, type RateLimits, type RateOptions } from './rate-limit.ts';
export type { TimeOuts } from './timeout.ts';
