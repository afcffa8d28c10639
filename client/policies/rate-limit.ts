import { type Clock, limits, systemClock } from '#contracts';
import type { Call, Policy, PolicyOperation } from '../calls.ts';
import { checkRate } from '../check.ts';
import { HttpError, isRateLimited } from '../errors.ts';

/** The maximum number of calls in a period. */
export interface RateLimits {
  readonly calls: number;
  /** Milliseconds. The default is longer than the period of the supplier, because calls can arrive closer together than they were sent. */
  readonly windowMs: number;
}

const usualRate: RateLimits = {
  calls: limits.ratePerMinute.value,
  windowMs: limits.rateWindow.value + limits.rateMargin.value,
};

/** Several clients can share it. It counts each kind of credential separately (decision 6). */
export type Rate = Readonly<Record<PolicyOperation['base'], RateQueue>>;

/** Options of `createRate`. */
export interface RateOptions extends Partial<RateLimits> {
  /** The clock of all these clients; by default the clock of the system. */
  readonly clock?: Clock | undefined;
}

/**
 * Creates a rate limiter for all clients with one credential in this process. The supplier counts their calls together (limit.rate).
 *
 * @throws TypeError for an unknown or wrong option
 * @example
 * const rate = createRate();
 * const [one, other] = [1, 2].map(() => createClient({ …, policies: { rate } }));
 */
export function createRate(options: RateOptions = {}): Rate {
  checkRate(options);
  const { clock = systemClock, calls = usualRate.calls, windowMs = usualRate.windowMs } = options;
  const queue = () => new RateQueue(clock, { calls, windowMs });
  return { base: queue(), commons: queue(), tools: queue() };
}

/** A call counts until one period after its end, because the supplier may count it late. After a 429, all calls of the credential wait (err.429). */
export function createRateLimit(clock: Clock, queues: Rate): Policy {
  return next =>
    async function limitRate(call) {
      const queue = queues[call.operation.base];
      const leave = await queue.enter(call);
      try {
        return await next(call);
      } catch (error) {
        if (isRateLimited(error) && error.retryAfter !== undefined)
          queue.holdUntil(clock.now() + Math.min(error.retryAfter, maxHold));
        throw error;
      } finally {
        leave();
      }
    };
}

/** A longer Retry-After is a mistake of the supplier. */
const maxHold = 24 * 3_600_000;

interface Waiting {
  readonly call: Call;
  /** Goes first, because conditions expire after five minutes. */
  readonly isUrgent: boolean;
  go(leave: () => void): void;
  fail(error: unknown): void;
}

class RateQueue {
  readonly #clock: Clock;
  readonly #limits: RateLimits;
  /** The oldest first. `at`: when the call ended, or was sent if it has no answer yet (epoch milliseconds). */
  readonly #sent: { at: number }[] = [];
  readonly #queue: Waiting[] = [];
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isServing = false;
  /** Ends the sleep when no call waits any longer. */
  #asleep = new AbortController();

  constructor(clock: Clock, limited: RateLimits) {
    this.#clock = clock;
    this.#limits = limited;
  }

  enter(call: Call): Promise<() => void> {
    const { signal, operation } = call;
    const isUrgent = operation.effect === 'book' || operation.effect === 'pay';
    return new Promise((resolve, reject) => {
      if (signal?.aborted || this.#isClosed()) {
        reject(signal?.aborted ? signal.reason : this.#refusal(call));
        return;
      }
      const abort = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        if (this.#queue.length === 0) this.#asleep.abort();
        reject(signal?.reason);
      };
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', abort);
          how(value);
        };
      const waiting: Waiting = { call, isUrgent, go: settle(resolve), fail: settle(reject) };
      signal?.addEventListener('abort', abort, { once: true });
      const place = isUrgent ? this.#queue.findIndex(other => !other.isUrgent) : -1;
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, waiting);
      if (!this.#isServing) void this.#serve();
    });
  }

  holdUntil(instant: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, instant);
    if (!this.#isClosed()) return;
    for (const waiting of this.#queue.splice(0)) waiting.fail(this.#refusal(waiting.call));
    this.#asleep.abort();
  }

  #isClosed(): boolean {
    return this.#heldUntil - this.#clock.now() > limits.longestRetryAfter.value;
  }

  #refusal(call: Call): HttpError {
    const retryAfter = this.#heldUntil - this.#clock.now();
    const what = `not sent, because of the Retry-After of an earlier answer; call again in ${Math.ceil(retryAfter / 1_000)} s`;
    return new HttpError(call, { status: 429, errors: [], retryAfter, what });
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const ms = this.#nextFree() - this.#clock.now();
      if (ms > 0) {
        await this.#sleep(ms, `${first.call.id}, until the rate limit allows the call`);
        continue;
      }
      this.#queue.shift();
      const own = { at: this.#clock.now() };
      this.#sent.push(own);
      if (this.#sent.length > this.#limits.calls) this.#sent.shift();
      first.go(() => this.#countFromNow(own));
    }
    this.#isServing = false;
  }

  #nextFree(): number {
    const now = this.#clock.now();
    const { calls, windowMs } = this.#limits;
    // The clock can be set back, so no `at` may be in the future.
    for (const one of this.#sent) one.at = Math.min(one.at, now);
    const oldest = this.#sent.length < calls ? undefined : this.#sent[0];
    return Math.max(this.#heldUntil, oldest === undefined ? now : oldest.at + windowMs);
  }

  #countFromNow(own: { at: number }): void {
    own.at = Math.max(own.at, this.#clock.now());
    this.#sent.sort((a, b) => a.at - b.at);
  }

  async #sleep(ms: number, who: string): Promise<void> {
    this.#asleep = new AbortController();
    const { signal } = this.#asleep;
    try {
      await this.#clock.sleep(ms, signal, who);
    } catch (error) {
      // If the sleep was not aborted, the clock has failed.
      if (!signal.aborted) for (const waiting of this.#queue.splice(0)) waiting.fail(error);
    }
  }
}
