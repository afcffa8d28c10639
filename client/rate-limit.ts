import { type Clock, limits } from '#contracts';
import type { Policy } from './call.ts';
import { HttpError } from './errors.ts';
import { orAborted } from './or-aborted.ts';

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

/** Calls that share a rate, as they share what proves who asks. */
interface Lane {
  /** Waits for a place; rejects with the signal's reason as soon as it is aborted. */
  enter(signal: AbortSignal | undefined, who: string): Promise<void>;
  /** Lets nobody in before an instant, epoch milliseconds. */
  holdUntil(instant: number): void;
}

/**
 * Waits until a call fits into the rate, in the order in which calls came. Booking calls and static data each have a
 * rate of their own, as they have proofs of their own (decision 10). A Retry-After of a 429 holds up all calls of that
 * rate, for it is the credential that has called too often (err.429).
 */
export function createRateLimit(clock: Clock, rate: RateLimits): Policy {
  const lanes = { base: createLane(clock, rate), commons: createLane(clock, rate) };
  return next =>
    async function limitRate(call) {
      const lane = lanes[call.operation.base];
      await lane.enter(call.signal, `${call.id}, for its place in the rate`);
      try {
        return await next(call);
      } catch (error) {
        if (error instanceof HttpError && error.status === 429 && error.retryAfter !== undefined)
          lane.holdUntil(clock.now() + error.retryAfter);
        throw error;
      }
    };
}

function createLane(clock: Clock, { calls, windowMs }: RateLimits): Lane {
  const sent: number[] = [];
  let heldUntil = Number.NEGATIVE_INFINITY;
  let turn: Promise<void> = Promise.resolve();

  /** How long the next call has to wait now. */
  function waitNow(): number {
    const oldest = sent.length < calls ? undefined : sent[sent.length - calls];
    const free = oldest === undefined ? heldUntil : Math.max(heldUntil, oldest + windowMs);
    return free - clock.now();
  }

  async function takePlace(signal: AbortSignal | undefined, who: string): Promise<void> {
    signal?.throwIfAborted();
    // Looked at again after each wait: meanwhile a 429 can have asked for more.
    for (let ms = waitNow(); ms > 0; ms = waitNow()) await clock.sleep(ms, signal, who);
    sent.push(clock.now());
    if (sent.length > calls) sent.splice(0, sent.length - calls);
  }

  return {
    enter(signal, who) {
      const mine = turn.then(() => takePlace(signal, who));
      turn = mine.catch(() => undefined); // who gave up lets the next one go
      return orAborted(mine, signal);
    },
    holdUntil(instant) {
      heldUntil = Math.max(heldUntil, instant);
    },
  };
}
