import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  noJitterGenerator,
  retry,
  wrap,
} from 'cockatiel';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, HttpError } from '#client';
import { systemClock } from '#contracts';

// Many clients in Node use cockatiel. Where both have the same policy they must agree: on how many calls are sent, when, and
// which ones succeed. Both run on Vitest's fake clock.
// The sequences below avoid the intended differences. The last tests show them:
// - the call that opens the breaker ends at once; cockatiel's retry waits once more before it meets the open breaker;
// - any answer but a 5xx ends a row of failures; cockatiel does not see errors that it does not handle;
// - a trial without an answer leaves its place to the next call; cockatiel takes it for a success and closes;
// - a call during the trial is refused; cockatiel makes it wait for the trial.

type Outcome = 'ok' | 'failure' | 'refusal' | 'lost';

const statusOf = { ok: 200, failure: 503, refusal: 429 } as const;

/** The calls of one client: when it sent them, and which flows succeeded. */
interface Done {
  readonly sent: number[];
  readonly wentWell: boolean[];
}

/** Starts each flow at its instant. Every call gets the next outcome, and succeeds when there are no more. */
type Side = (wire: () => Promise<Response>) => (signal?: AbortSignal) => Promise<unknown>;

const ours: Side = wire => {
  const { call } = createClient({
    baseUrl: 'http://supplier.test',
    credential: { Username: 'demo', Password: 'demo' },
    clock: systemClock,
    fetch: wire,
  });
  return signal => call('getBooking', { BookingId: '1' }, { signal });
};

const theirs: Side = wire => {
  const isFailure = (error: unknown) => error instanceof HttpError && error.status >= 500;
  const policy = wrap(
    retry(
      handleWhen(error => !(error instanceof BrokenCircuitError)),
      {
        maxAttempts: 4,
        backoff: new ExponentialBackoff({ initialDelay: 250, exponent: 2, generator: noJitterGenerator }),
      },
    ),
    circuitBreaker(handleWhen(isFailure), { halfOpenAfter: 30_000, breaker: new ConsecutiveBreaker(3) }),
  );
  return signal =>
    policy.execute(async () => {
      const { status } = await wire();
      const operation = 'getBooking';
      const answer = { status, errors: [], retryAfter: undefined };
      if (status !== 200) throw new HttpError({ operation, attempt: 1 }, answer);
    }, signal);
};

/** Runs flows that begin at the given instants, in milliseconds. */
async function play(side: Side, starts: readonly number[], outcomes: readonly Outcome[]): Promise<Done> {
  const origin = systemClock.now();
  const now = () => systemClock.now() - origin;
  const sent: number[] = [];
  const flow = side(async () => {
    const outcome = outcomes[sent.length] ?? 'ok';
    sent.push(now());
    if (outcome === 'lost') throw new TypeError('fetch failed');
    return Response.json({ Errors: [] }, { status: statusOf[outcome] });
  });
  const ends: Promise<boolean>[] = [];
  for (const start of starts) {
    await vi.advanceTimersByTimeAsync(start - now());
    ends.push(
      flow().then(
        () => true,
        () => false,
      ),
    );
  }
  await vi.advanceTimersByTimeAsync(60_000);
  return { sent, wentWell: await Promise.all(ends) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs the same flows with both clients. */
async function both(starts: readonly number[], outcomes: readonly Outcome[]): Promise<[Done, Done]> {
  return [await play(ours, starts, outcomes), await play(theirs, starts, outcomes)];
}

/** Generates start times of flows: no two flows overlap, and many start at the end of the breaker's pause. */
const starts = fc
  .array(fc.constantFrom(4_000, 7_500, 29_249, 29_250, 29_999, 30_000, 30_001, 30_750, 45_000), {
    minLength: 1,
    maxLength: 8,
  })
  .map(gaps => {
    let at = 0;
    return [0, ...gaps.map(gap => (at += gap))];
  });

const sequence = (...kinds: Outcome[]) => fc.array(fc.constantFrom(...kinds), { maxLength: 30 });

describe('retry and circuit breaker', () => {
  it('err.retry: send as often, and as far apart, as those of cockatiel when calls are lost or refused', async () => {
    await fc.assert(
      fc.asyncProperty(starts, sequence('ok', 'lost', 'lost', 'refusal'), async (begin, outcomes) => {
        const [mine, other] = await both(begin, outcomes);
        expect(mine).toEqual(other);
      }),
      { numRuns: 100 },
    );
  });

  it('err.breaker: send as often, and as far apart, as those of cockatiel when the supplier fails', async () => {
    await fc.assert(
      fc.asyncProperty(starts, sequence('ok', 'failure', 'failure', 'failure'), async (begin, outcomes) => {
        const [mine, other] = await both(begin, outcomes);
        expect(mine).toEqual(other);
      }),
      { numRuns: 150 },
    );
  });

  it('err.breaker: do so also when calls are lost between failures, until the breaker opens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Outcome>('lost', 'failure', 'ok'), { minLength: 1, maxLength: 12 }),
        async outcomes => {
          const [mine, other] = await both([0, 5_000, 10_000], outcomes);
          expect(mine).toEqual(other);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('err.breaker: end a call at once when it opens the breaker, where cockatiel waits once more', async () => {
    const ends = async (side: Side) => {
      const begin = systemClock.now();
      const flow = side(async () => Response.json({}, { status: 503 }))();
      const end = flow.catch(() => systemClock.now() - begin);
      await vi.advanceTimersByTimeAsync(60_000);
      return end;
    };
    expect([await ends(ours), await ends(theirs)]).toEqual([750, 1_750]);
  });

  it('err.breaker: reset the count after a refusal, which cockatiel ignores', async () => {
    const [mine, other] = await both([0], ['failure', 'failure', 'refusal', 'failure', 'ok']);
    expect([mine.sent.length, mine.wentWell]).toEqual([5, [true]]);
    expect([other.sent.length, other.wentWell]).toEqual([4, [false]]);
  });

  it('err.breaker: stay on trial when a trial is lost, where cockatiel closes', async () => {
    const outcomes: Outcome[] = ['failure', 'failure', 'failure', 'lost', 'failure', 'failure', 'failure'];
    const [mine, other] = await both([0, 40_000], outcomes);
    expect([mine.sent.length, other.sent.length]).toEqual([5, 7]);
  });

  it('err.breaker: refuse calls during the trial, where cockatiel makes them wait', async () => {
    const waits = async (side: Side) => {
      let nth = 0;
      let answer: (response: Response) => void = () => undefined;
      const flow = side(() => {
        nth += 1;
        return nth <= 3
          ? Promise.resolve(Response.json({}, { status: 503 }))
          : new Promise(resolve => {
              answer = resolve;
            });
      });
      flow().catch(() => undefined);
      await vi.advanceTimersByTimeAsync(40_000);
      const trial = flow();
      await vi.advanceTimersByTimeAsync(1);
      let ended = false;
      const second = flow().then(
        () => 'answered',
        (error: Error) => {
          ended = true;
          return error.name;
        },
      );
      await vi.advanceTimersByTimeAsync(1);
      const wasRefused = ended;
      answer(Response.json({ Errors: [] }));
      await trial;
      await vi.advanceTimersByTimeAsync(1);
      answer(Response.json({ Errors: [] }));
      await second;
      return wasRefused;
    };
    expect([await waits(ours), await waits(theirs)]).toEqual([true, false]);
  });
});
