import type { Clock } from '#contracts';
import type { Policy } from '../calls.ts';
import { OutdatedError } from '../errors.ts';
import { type BreakerLimits, createCircuitBreaker } from './circuit-breaker.ts';
import { createLog, type Logger } from './log.ts';
import { createRate, createRateLimit, type Rate, type RateLimits } from './rate-limit.ts';
import { createRetry } from './retry.ts';
import { createTimeOut, type TimeOuts } from './timeout.ts';

/** The numbers of the policies, where you want others than the specification's. */
export interface Policies {
  /** In milliseconds. */
  readonly timeOuts?: Partial<TimeOuts> | undefined;
  readonly breaker?: Partial<BreakerLimits> | undefined;
  /** Its numbers, or a rate by `createRate` that several clients of one credential share. */
  readonly rate?: Partial<RateLimits> | Rate | undefined;
}

/** What the policies of a client need. */
interface PolicyOptions {
  readonly clock: Clock;
  readonly policies: Policies;
  readonly logger: Logger | undefined;
  /** What the log hides wherever it occurs. */
  readonly secrets: readonly string[];
}

/**
 * Creates the policies of a client, from the outside in. Freshness and circuit breaker come after the rate, because both can
 * change while a call waits for its turn.
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

/** Refuses a call whose token or conditions expired while it waited for its turn. */
const createFreshness =
  (clock: Clock): Policy =>
  next =>
  async call => {
    if (call.goodUntil !== undefined && clock.now() >= call.goodUntil) throw new OutdatedError(call.id);
    return next(call);
  };

/** Lets the caller record that a call leaves now. A call that waited and was never sent leaves no trace in a ledger. */
const leaving: Policy = next => async call => {
  await call.leaving?.();
  return next(call);
};

export type { BreakerLimits } from './circuit-breaker.ts';
export type { LogEntry, Logger } from './log.ts';
export { createRate, type Rate, type RateLimits, type RateOptions } from './rate-limit.ts';
export { waitAfter } from './retry.ts';
export type { TimeOuts } from './timeout.ts';
