import { type Clock, limits, systemClock } from '#contracts';
import type { Call, Policy, PolicyOperation } from '../calls.ts';
import { HttpError, isRateLimited } from '../errors.ts';

/** How many calls may leave in how long. */
export interface RateLimits {
  readonly calls: number;
  /** In milliseconds. The default has a margin, because calls can arrive closer together than they left. */
  readonly windowMs: number;
}

/** The limits of the specification (limit.rate) with a margin. */
const usualRate: RateLimits = {
  calls: limits.ratePerMinute.value,
  windowMs: limits.rateWindow.value + limits.rateMargin.value,
};

/** A rate that clients share, from `createRate`. Credential, static token and tool server count separately (decision 6). */
export type Rate = Readonly<Record<PolicyOperation['base'], Lane>>;

/** Options of `createRate`. */
export interface RateOptions extends Partial<RateLimits> {
  /** The clock of the clients that share the rate; the system's clock by default. */
  readonly clock?: Clock | undefined;
}

/**
 * Creates a rate for several clients of one credential in one process: the supplier counts per credential, and a client counts
 * only its own calls (limit.rate). A client without this option has a rate of its own.
 *
 * @example
 * const rate = createRate();
 * const [one, other] = [1, 2].map(() => createClient({ …, policies: { rate } }));
 */
export function createRate({ clock = systemClock, ...limited }: RateOptions = {}): Rate {
  const lane = () => new Lane(clock, { ...usualRate, ...limited });
  return { base: lane(), commons: lane(), tools: lane() };
}

/**
 * Creates a policy that delays a call until it fits into the rate: in the order of arrival, bookings and payments first. A
 * call counts from its end, because by then the supplier has counted it. A Retry-After of a 429 delays all calls of its lane
 * (err.429). While more than ten minutes of it are left, the policy refuses them at once.
 */
export function createRateLimit(clock: Clock, lanes: Rate): Policy {
  return next =>
    async function limitRate(call) {
      const lane = lanes[call.operation.base];
      const leave = await lane.enter(call);
      try {
        return await next(call);
      } catch (error) {
        if (isRateLimited(error) && error.retryAfter !== undefined)
          lane.holdUntil(clock.now() + Math.min(error.retryAfter, maxHold));
        throw error;
      } finally {
        leave();
      }
    };
}

/** In milliseconds. A Retry-After of years is a mistake of the supplier. */
const maxHold = 24 * 3_600_000;

/** A call that waits for its turn. */
interface Waiting {
  readonly call: Call;
  /** Conditions expire after five minutes, and a user waits for the card. */
  readonly isUrgent: boolean;
  go(leave: () => void): void;
  fail(error: unknown): void;
}

/** The queue of calls with one credential, which share a rate. */
class Lane {
  readonly #clock: Clock;
  readonly #limits: RateLimits;
  /** The calls that count, the oldest first: when each ended, or was sent while it is under way, epoch milliseconds. */
  readonly #sent: { at: number }[] = [];
  readonly #queue: Waiting[] = [];
  #heldUntil = Number.NEGATIVE_INFINITY;
  #isServing = false;
  /** Ends the sleep of the lane when its queue is empty. */
  #asleep = new AbortController();

  constructor(clock: Clock, limited: RateLimits) {
    this.#clock = clock;
    this.#limits = limited;
  }

  /** Waits for the turn of a call. It counts until a whole window after the caller leaves. Rejects when the call's signal is aborted. */
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

  /** Lets no call pass before an instant, epoch milliseconds. */
  holdUntil(instant: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, instant);
    if (!this.#isClosed()) return;
    for (const waiting of this.#queue.splice(0)) waiting.fail(this.#refusal(waiting.call));
    this.#asleep.abort();
  }

  /** Returns whether the lane is held for longer than a call waits. */
  #isClosed(): boolean {
    return this.#heldUntil - this.#clock.now() > limits.longestRetryAfter.value;
  }

  #refusal({ id, attempt }: Call): HttpError {
    const retryAfter = this.#heldUntil - this.#clock.now();
    const what = `not sent: an earlier Retry-After asks to wait for another ${Math.ceil(retryAfter / 1_000)} s`;
    return new HttpError({ operation: id, attempt }, { status: 429, errors: [], retryAfter, what });
  }

  /** Lets one call pass after the other. After each wait it looks again: a 429 can hold the lane, or an urgent call be first. */
  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const ms = this.#nextFree() - this.#clock.now();
      if (ms > 0) {
        await this.#sleep(ms, `${first.call.id}, for its turn in the rate`);
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
    // A clock that was set back must not make a minute longer.
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
      // The sleep was ended because no call waits, or the clock failed: then every call fails.
      if (!signal.aborted) for (const waiting of this.#queue.splice(0)) waiting.fail(error);
    }
  }
}
