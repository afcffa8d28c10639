import type { RequestFacts } from '#contracts/exchange';
import { minute, type TrafficBuilder, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

const searching = (gap: number, request: (attempt: number) => Partial<RequestFacts> = () => ({})) =>
  [1, 2, 3, 4, 5].reduce(
    (builder, attempt) => builder.search({ after: gap, status: 500, request: request(attempt) }),
    traffic().search({ status: 500, request: request(0) }),
  );

testRule('at-most-five-attempts', {
  'five attempts': { traffic: failing(250, 500, 1_000, 2_000), context: oneTask, verdict: 'pass' },
  'look-ups that the task asks for all alike': {
    traffic: failing(250, 500, 1_000, 2_000, 4_000),
    context: { task: { steps: [{ do: 'lookups', count: 6 }] } },
    verdict: 'pass',
  },
  'one attempt': { traffic: failing(), context: oneTask, verdict: 'pass' },
  'a sixth attempt': {
    traffic: failing(250, 500, 1_000, 2_000, 4_000),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 5, 6]],
    says: /The client sent getBookingList 6 times from 10:00:00.000 to 10:00:07.750; exchange 6 is attempt 6/,
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
  'a Search that is sent a sixth time, however long after the fifth': {
    traffic: searching(61_000),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 5, 6]],
  },
  'a Search that says something else of no weight each time': {
    traffic: searching(2_000, attempt => ({ mark: String(attempt) })),
    context: oneTask,
    verdict: 'fail',
    at: [[1, 5, 6]],
  },
  'other Searches of one task': {
    traffic: searching(2_000, attempt => ({ start: `2026-12-1${attempt}` })),
    context: oneTask,
    verdict: 'pass',
  },
  'the same Search of what may be several users, minutes apart': {
    traffic: searching(61_000),
    verdict: 'pass',
  },
  'six answers': {
    traffic: traffic().list().list().list().list().list().list(),
    context: oneTask,
    verdict: 'not-observed',
  },
});
