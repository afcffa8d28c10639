import { second, type TrafficBuilder, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const auto = { ...oneTask, clock: { mode: 'auto' as const, speed: 0 } };
const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));
const opened = () => failing(250, 500);

testRule('breaker-opens', {
  'three failures and an end': { traffic: opened(), context: auto, verdict: 'pass' },
  'a trial after five seconds': {
    traffic: opened().list({ after: 5 * second }),
    context: auto,
    verdict: 'pass',
  },
  'a fourth call at once': {
    traffic: opened().list({ after: 100 }),
    context: auto,
    verdict: 'fail',
    at: [[1, 2, 3, 4]],
    says: /called getBookingList at 10:00:00.850 \(exchange 4\), 100 ms after its third 5xx in a row \(exchange 3 at 10:00:00.750\)/,
  },
  'attempts four and five with their pauses (decision 2)': {
    traffic: failing(250, 500, 1_000, 2_000),
    context: auto,
    verdict: 'warn',
    at: [
      [1, 2, 3, 4],
      [2, 3, 4, 5],
    ],
  },
  'another request of that endpoint': {
    traffic: opened().list({ after: second, request: { start: '2026-12-10' } }),
    context: auto,
    verdict: 'fail',
    at: [[1, 2, 3, 4]],
  },
  'another endpoint': { traffic: opened().look(), context: auto, verdict: 'pass' },
  'an answer in between': {
    traffic: failing(250).list().list({ status: 500 }).list(),
    context: auto,
    verdict: 'not-observed',
  },
  'failures whose answers were lost': {
    traffic: failing(250).list({ lost: 'reset' }).list({ lost: 'reset' }),
    context: auto,
    verdict: 'not-observed',
  },
  'failures so late that the client may have given up': {
    traffic: failing(250)
      .list({ after: 500, took: 15_000, status: 503, facts: { faults: [{ id: 'f', kind: 'delay' }] } })
      .list(),
    context: auto,
    verdict: 'not-observed',
  },
  'a call that was on its way': {
    traffic: opened().list({ after: 30 }),
    context: oneTask,
    verdict: 'pass',
  },
  'a call of what may be another program': {
    traffic: opened().list({ after: second / 2 }),
    verdict: 'warn',
    at: [[1, 2, 3, 4]],
  },
  'calls on a clock that is too fast': {
    traffic: opened().list(),
    context: { clock: { mode: 'scaled', speed: 600 } },
    verdict: 'inconclusive',
  },
});
