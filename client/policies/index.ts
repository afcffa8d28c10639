import type { Clock } from '#contracts';
import type { Policy } from '../calls.ts';
import { OutdatedError } from '../errors.ts';
import { type BreakerLimits, createCircuitBreaker } from './circuit-breaker.ts';
import { createLog, type Logger } from './log.ts';
import { createRate, createRateLimit, type Rate, type RateLimits } from './rate-limit.ts';
import { createRetry } from './retry.ts';
import { createTimeOut, type TimeOuts } from './timeout.ts';

/** The limits of a client. Each limit in this object replaces a default limit. */
export interface Policies {
  /** The time-outs in milliseconds. */
  readonly timeOuts?: Partial<TimeOuts> | undefined;
  readonly breaker?: Partial<BreakerLimits> | undefined;
  /** The limits of the rate of calls, or a `Rate` from `createRate`, which several clients with the same credential can share. */
  readonly rate?: Partial<RateLimits> | Rate | undefined;
}

interface PolicyOptions {
  readonly clock: Clock;
  readonly policies: Policies;
  readonly logger: Logger | undefined;
  /** The texts that never appear in the log, such as passwords. */
  readonly secrets: readonly string[];
}

/**
 * The outermost policy is first. While a call waits for the rate limit, its token can expire or the breaker can open, so both
 * are checked after this wait.
 */
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

const createFreshness =
  (clock: Clock): Policy =>
  next =>
  async call => {
    if (call.goodUntil !== undefined && clock.now() >= call.goodUntil) throw new OutdatedError(call.id);
    return next(call);
  };

/** Runs right before the client sends the call, so a call that is never sent does not change the ledger. */
const leaving: Policy = next => async call => {
  await call.leaving?.();
  return next(call);
};

export type { BreakerLimits } from './circuit-breaker.ts';
export type { LogEntry, Logger } from './log.ts';
export { createRate, type Rate, type RateLimits, type RateOptions } from './rate-limit.ts';
export { waitAfter } from './retry.ts';
export type { TimeOuts } from './timeout.ts';
