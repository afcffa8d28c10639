import { type Clock, limits, systemClock } from '#contracts';
import type { Called, CallId, Policy } from '../call.ts';
import { HttpError } from '../errors.ts';

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
  /**
   * Waits for a place; rejects with the signal's reason as soon as it is aborted. What it gives is to be called when the
   * call is over: the place is taken for a whole window from then on.
   */
  enter(waiting: Waiting): Promise<() => void>;
  /** Lets nobody in before an instant, epoch milliseconds; where that is too far away, who comes is refused until it is nearer. */
  holdUntil(instant: number): void;
}

/** A rate that clients share: a lane for each thing that proves who asks. */
export type Rate = Readonly<Record<Called['base'], Lane>>;

/** What a rate is made from. */
export interface RateOptions extends Partial<RateLimits> {
  /** The clock of the clients that share it; the machine's own when absent. */
  readonly clock?: Clock | undefined;
}

/**
 * A rate for several clients of one credential in one process: the supplier counts per credential, and a client by itself
 * knows only of its own calls (limit.rate). A client that is given none has one of its own.
 *
 * @example
 * const rate = createRate();
 * const [one, other] = [1, 2].map(() => createClient({ …, policies: { rate } }));
 */
export function createRate({ clock = systemClock, ...limited }: RateOptions = {}): Rate {
  const rate = { ...usualRate, ...limited };
  return { base: createLane(clock, rate), commons: createLane(clock, rate), tools: createLane(clock, rate) };
}

/** A call that counts, by when it was over, or was sent while it is under way; epoch milliseconds. */
interface Sent {
  at: number;
}

/** Who waits for a place. */
interface Waiting {
  readonly signal: AbortSignal | undefined;
  readonly id: CallId;
  readonly attempt: number;
  /** Goes before those that are not: conditions are good for five minutes, and a user waits for the card. */
  readonly isUrgent: boolean;
}

/**
 * Waits until a call fits into the rate, in the order in which calls came, bookings and payments first. Booking calls and
 * static data each have a rate of their own, as they have proofs of their own (decision 10). A call counts from when it was
 * over: the supplier counted it at some moment on its way, and by then at the latest. A Retry-After of a 429 holds up
 * all calls of that rate, for it is the credential that has called too often (err.429); while it asks for more than ten
 * minutes they are refused at once, with the rest of that time in the error, and none is sent early.
 */
export function createRateLimit(clock: Clock, lanes: Rate): Policy {
  return next =>
    async function limitRate(call) {
      const { id, attempt, signal } = call;
      const { base, effect } = call.operation;
      const isUrgent = effect === 'book' || effect === 'pay';
      const isOver = await lanes[base].enter({ id, attempt, signal, isUrgent });
      try {
        return await next(call);
      } catch (error) {
        if (error instanceof HttpError && error.status === 429 && error.retryAfter !== undefined)
          lanes[base].holdUntil(clock.now() + Math.min(error.retryAfter, longestHold));
        throw error;
      } finally {
        isOver();
      }
    };
}

/** A Retry-After of years is a mistake of somebody's, and no reason to ask never again. */
const longestHold = 24 * 3_600_000;

function createLane(clock: Clock, { calls, windowMs }: RateLimits): Lane {
  /** The calls that count, the oldest first. */
  const sent: Sent[] = [];
  const queue: (Waiting & { go(isOver: () => void): void; fail(error: unknown): void })[] = [];
  let heldUntil = Number.NEGATIVE_INFINITY;
  let isServing = false;
  /** Ends the sleep of the lane when nobody waits any more. */
  let asleep = new AbortController();

  /** How long the next call has to wait now. */
  function waitNow(): number {
    const now = clock.now();
    // A clock that was set back must not make a minute longer.
    for (const one of sent) one.at = Math.min(one.at, now);
    const oldest = sent.length < calls ? undefined : sent[sent.length - calls];
    const free = oldest === undefined ? now : oldest.at + windowMs;
    return Math.max(heldUntil, free) - now;
  }

  /** Lets in who is first each time: during a wait a 429 can have asked for more, and somebody urgent have come. */
  async function serve(): Promise<void> {
    isServing = true;
    for (let [first] = queue; first; [first] = queue) {
      const ms = waitNow();
      if (ms > 0) {
        await sleep(ms, `${first.id}, for its place in the rate`);
        continue;
      }
      queue.shift();
      const own = { at: clock.now() };
      sent.push(own);
      if (sent.length > calls) sent.splice(0, sent.length - calls);
      first.go(() => countFromNow(own));
    }
    isServing = false;
  }

  function countFromNow(own: Sent): void {
    const now = clock.now();
    if (own.at >= now) return;
    own.at = now;
    sent.sort((a, b) => a.at - b.at);
  }

  async function sleep(ms: number, who: string): Promise<void> {
    asleep = new AbortController();
    const { signal } = asleep;
    try {
      await clock.sleep(ms, signal, who);
    } catch (error) {
      // Nobody waited any more; or the clock cannot go on, and then nobody gets in.
      if (!signal.aborted) for (const waiter of queue.splice(0)) waiter.fail(error);
    }
  }

  /** Whether nobody is let in for longer than anybody would wait. */
  const isClosed = () => heldUntil - clock.now() > limits.longestRetryAfter.value;

  function refusal({ id, attempt }: Waiting): HttpError {
    const retryAfter = heldUntil - clock.now();
    const what = `not sent: an earlier Retry-After asks to wait for another ${Math.ceil(retryAfter / 1_000)} s`;
    return new HttpError({ operation: id, attempt }, { status: 429, errors: [], retryAfter, what });
  }

  return {
    enter: waiting =>
      new Promise((resolve, reject) => {
        const { signal, isUrgent } = waiting;
        const leave = () => {
          queue.splice(queue.indexOf(entry), 1);
          if (queue.length === 0) asleep.abort();
          reject(signal?.reason);
        };
        const entry = {
          ...waiting,
          go(isOver: () => void) {
            signal?.removeEventListener('abort', leave);
            resolve(isOver);
          },
          fail(error: unknown) {
            signal?.removeEventListener('abort', leave);
            reject(error);
          },
        };
        if (signal?.aborted || isClosed()) {
          reject(signal?.aborted ? signal.reason : refusal(waiting));
          return;
        }
        signal?.addEventListener('abort', leave, { once: true });
        const behind = isUrgent ? queue.findIndex(other => !other.isUrgent) : -1;
        queue.splice(behind < 0 ? queue.length : behind, 0, entry);
        if (!isServing) void serve();
      }),
    holdUntil(instant) {
      heldUntil = Math.max(heldUntil, instant);
      if (!isClosed()) return;
      for (const waiter of queue.splice(0)) waiter.fail(refusal(waiter));
      asleep.abort();
    },
  };
}
