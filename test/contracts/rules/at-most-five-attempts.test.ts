import { minute, type TrafficBuilder, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

testRule('at-most-five-attempts', {
  'five attempts': { traffic: failing(250, 500, 1_000, 2_000), context: oneTask, verdict: 'pass' },
  'one attempt': { traffic: failing(), context: oneTask, verdict: 'pass' },
  'a sixth attempt': {
    traffic: failing(250, 500, 1_000, 2_000, 4_000),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 5, 6]],
    says: /getBookingList was sent 6 times from 10:00:00.000 to 10:00:07.750; exchange 6 is attempt 6/,
  },
  'six attempts of which the last succeeds': {
    traffic: failing(250, 500, 1_000, 2_000).list({ after: 4_000 }),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 5, 6]],
  },
  'five attempts, and five more at the next poll': {
    traffic: failing(250, 500, 1_000, 2_000, 5 * minute, 250, 500, 1_000, 2_000),
    context: oneTask,
    verdict: 'pass',
  },
  'six attempts that may be those of two programs': {
    traffic: failing(250, 500, 1_000, 2_000, 4_000),
    verdict: 'warn',
    at: [[1, 5, 6]],
  },
  'six answers': {
    traffic: traffic().list().list().list().list().list().list(),
    context: oneTask,
    verdict: 'not-observed',
  },
});
