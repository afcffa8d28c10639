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
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient, HttpError } from '#client';
import { systemClock } from '#contracts';

// Many clients in Node use cockatiel. Where both have the same policy they must agree: on how many calls are sent, when, and
// which ones succeed. Both run on Vitest's fake clock.
// The sequences avoid the intended differences, which the tests of the circuit breaker prove:
// - the call that opens the breaker ends at once; cockatiel's retry waits once more before it meets the open breaker;
// - any answer but a 5xx ends a row of failures; cockatiel does not see errors that it does not handle;
// - a trial without an answer leaves its place to the next call; cockatiel takes it for a success and closes;
// - a call during the trial is refused; cockatiel makes it wait for the trial.

type Outcome = 'ok' | 'failure' | 'refusal' | 'lost';

const statusOf = { ok: 200, failure: 503, refusal: 429 } as const;

/** Creates a function that sends one call. */
type Side = (wire: () => Promise<Response>) => () => Promise<unknown>;

const ours: Side = wire => {
  const { call } = createClient({
    baseUrl: 'http://supplier.test',
    credential: { Username: 'demo', Password: 'demo' },
    clock: systemClock,
    fetch: wire,
  });
  return () => call('getBooking', { BookingId: '1' });
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
  return () =>
    policy.execute(async () => {
      const { status } = await wire();
      const answer = { status, errors: [], retryAfter: undefined };
      if (status !== 200) throw new HttpError({ operation: 'getBooking', attempt: 1 }, answer);
    });
};

/** Runs flows that begin at the given instants. Every call gets the next outcome, and succeeds when there are no more. */
async function play(side: Side, starts: readonly number[], outcomes: readonly Outcome[]) {
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
const sequence = (maxLength: number, ...kinds: Outcome[]) =>
  fc.array(fc.constantFrom(...kinds), { maxLength });

it.each([
  ['calls are lost or refused', starts, sequence(30, 'ok', 'lost', 'lost', 'refusal')],
  ['the supplier fails', starts, sequence(30, 'ok', 'failure', 'failure', 'failure')],
  [
    'calls are lost between failures, until the breaker opens',
    fc.constant([0, 5_000, 10_000]),
    sequence(12, 'lost', 'failure', 'ok'),
  ],
])(
  'err.retry, err.breaker: the client sends as often, and as far apart, as cockatiel when %s',
  async (_, begins, outcomes) => {
    const agree = async (begin: readonly number[], each: readonly Outcome[]) => {
      const mine = await play(ours, begin, each);
      expect(mine).toEqual(await play(theirs, begin, each));
    };
    await fc.assert(fc.asyncProperty(begins, outcomes, agree), { numRuns: 100, seed: 20261120 });
  },
);
