import { minute, start, type TrafficBuilder, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

/** A look-up that fails repeatedly, with the given gaps. */
const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

testRule('backoff-schedule', {
  'gaps of the required length': {
    traffic: failing(250, 500, 1_000, 2_000),
    context: oneTask,
    verdict: 'pass',
  },
  'longer gaps': { traffic: failing(400, 900, 3_000), context: oneTask, verdict: 'pass' },
  'gaps that are short by less than the tolerance': {
    traffic: failing(201, 451),
    context: oneTask,
    verdict: 'pass',
  },
  'a gap after an answer of which the supplier noticed late that it was read': {
    traffic: traffic()
      .list({ status: 503, took: 100, facts: { answered: { at: start, real: 0 } } })
      .list({ after: 150 }),
    context: oneTask,
    verdict: 'pass',
  },
  'no gaps': {
    traffic: failing(0, 10),
    context: oneTask,
    verdict: 'fail',
    at: [
      [1, 2],
      [2, 3],
    ],
    says: /Exchange 1 \(getBookingList\) failed at 10:00:00; the client sent the same request again at 10:00:00 \(exchange 2\), 0 ms later/,
    expects: /250 ms before attempt 2/,
  },
  'gaps that do not grow': { traffic: failing(250, 250), context: oneTask, verdict: 'fail', at: [[2, 3]] },
  'gaps after answers that were lost': {
    traffic: traffic().list({ lost: 'client-gone', took: 15_000 }).list({ after: 100 }),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 2]],
  },
  'what may be two programs that ask for the same': { traffic: failing(0), verdict: 'warn', at: [[1, 2]] },
  'another request': {
    traffic: traffic()
      .look({ status: 500, request: { bookingId: 'B1' } })
      .look({ request: { bookingId: 'B2' } }),
    context: oneTask,
    verdict: 'not-observed',
  },
  'a wait that Retry-After decides': {
    traffic: traffic()
      .list({ status: 429, facts: { retryAfter: '0' } })
      .list(),
    context: oneTask,
    verdict: 'not-observed',
  },
  'the next poll': { traffic: failing(5 * minute), context: oneTask, verdict: 'not-observed' },
  'a DoBooking, which is no matter of pauses': {
    traffic: traffic().search().conditions().book({ status: 500 }).book(),
    context: oneTask,
    verdict: 'not-observed',
  },
  'gaps on a clock that is too fast': {
    traffic: failing(0),
    context: { ...oneTask, clock: { mode: 'scaled', speed: 60 } },
    verdict: 'inconclusive',
  },
});
