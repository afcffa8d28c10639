import type { Policy } from '../call.ts';

/** Tells the caller that a call leaves now. A call that waited and was never sent leaves no trace in a ledger. */
export const createLeaving = (): Policy => next =>
  async function leaving(call) {
    await call.leaving?.();
    return next(call);
  };

export { type BreakerLimits, createCircuitBreaker, usualBreaker } from './circuit-breaker.ts';
export { createFreshness } from './freshness.ts';
export { createLog, type LogEntry, type Logger } from './log.ts';
export {
  createRate,
  createRateLimit,
  type Rate,
  type RateLimits,
  type RateOptions,
  usualRate,
} from './rate-limit.ts';
export { createRetry, waitAfter } from './retry.ts';
export { createTimeOut, type TimeOuts, usualTimeOuts } from './timeout.ts';
