import { minute, start, type TrafficBuilder, toBooking, toConditions, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

/** A look-up that fails repeatedly, with the given gaps. */
const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

testRule('backoff-schedule', {
  'gaps of the required length': passes(failing(250, 500, 1_000, 2_000), { context: oneTask }),
  'longer gaps': passes(failing(400, 900, 3_000), { context: oneTask }),
  'gaps that are short by less than the tolerance': passes(failing(201, 451), { context: oneTask }),
  'a gap that is long enough only if the machine delayed nothing': inconclusive(
    traffic()
      .list({ status: 503, took: 100, facts: { answered: { at: start, real: 0 } } })
      .list({ after: 150 }),
    { context: oneTask },
  ),
  'no gaps': fails(
    [
      [1, 2],
      [2, 3],
    ],
    failing(0, 10),
    {
      context: oneTask,
      says: /Exchange 1 \(getBookingList\) failed at 10:00:00; the client sent the same request again at 10:00:00 \(exchange 2\), 0 ms later/,
      expects: /250 ms before attempt 2/,
    },
  ),
  'gaps that do not grow': fails([[2, 3]], failing(250, 250), { context: oneTask }),
  'gaps after answers that were lost': fails(
    [[1, 2]],
    traffic().list({ lost: 'client-gone', took: 15_000 }).list({ after: 100 }),
    { context: oneTask },
  ),
  'what may be two programs that ask for the same': warns([[1, 2]], failing(0)),
  'another request': notObserved(
    traffic()
      .look({ status: 500, request: { bookingId: 'B1' } })
      .look({ request: { bookingId: 'B2' } }),
    { context: oneTask },
  ),
  'a wait that Retry-After decides': notObserved(
    traffic()
      .list({ status: 429, facts: { retryAfter: '0' } })
      .list(),
    { context: oneTask },
  ),
  'a look-up after a DoBooking, which repeats no look-up before it': passes(
    toConditions()
      .find({ status: 503, request: { reference: 'ref-1' } })
      .book({ lost: 'reset' })
      .find({ status: 503 })
      .find({ after: 250 }),
    { context: oneTask },
  ),
  'the next poll': notObserved(failing(5 * minute), { context: oneTask }),
  'a DoBooking, which is no matter of pauses': notObserved(toBooking({ status: 500 }).book(), {
    context: oneTask,
  }),
  'gaps on a clock that is too fast': inconclusive(failing(0), {
    context: { ...oneTask, clock: { mode: 'scaled', speed: 60 } },
  }),
});
