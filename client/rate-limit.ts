import { type Clock, limits } from '#contracts';
import type { Policy } from './call.ts';

/** How many calls in how long; a little is left over, because calls sent in time can arrive closer together. */
export interface RateLimits {
  readonly calls: number;
  readonly windowMs: number;
}

/** The limits of the specification (limit.rate) with a margin for the way. */
export const usualRate: RateLimits = {
  calls: limits.ratePerMinute.value,
  windowMs: limits.rateWindow.value + limits.rateMargin.value,
};

/**
 * Waits until a call fits into the rate, in the order in which calls came. Booking calls and static data each have a
 * rate of their own, as they have proofs of their own (decision 10).
 */
export function createRateLimit(clock: Clock, { calls, windowMs }: RateLimits): Policy {
  const lanes = { base: createLane(), commons: createLane() };

  function createLane() {
    const sent: number[] = [];
    let turn: Promise<void> = Promise.resolve();
    async function wait(signal: AbortSignal | undefined, who: string): Promise<void> {
      const oldest = sent.length < calls ? undefined : sent[sent.length - calls];
      if (oldest !== undefined) await clock.sleep(oldest + windowMs - clock.now(), signal, who);
      sent.push(clock.now());
      if (sent.length > calls) sent.splice(0, sent.length - calls);
    }
    return (signal: AbortSignal | undefined, who: string): Promise<void> => {
      const mine = turn.then(() => wait(signal, who));
      turn = mine.catch(() => undefined); // who gave up lets the next one go
      return mine;
    };
  }

  return next =>
    async function limitRate(call) {
      await lanes[call.operation.base](call.signal, `${call.id}, for its place in the rate`);
      return next(call);
    };
}
