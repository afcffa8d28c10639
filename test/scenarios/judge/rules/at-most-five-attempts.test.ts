import type { RequestFacts } from '#contracts/exchange';
import { minute, type TrafficBuilder, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));

const searching = (gap: number, request: (attempt: number) => Partial<RequestFacts> = () => ({})) =>
  [1, 2, 3, 4, 5].reduce(
    (builder, attempt) => builder.search({ after: gap, status: 500, request: request(attempt) }),
    traffic().search({ status: 500, request: request(0) }),
  );

testRule('at-most-five-attempts', {
  'five attempts': passes(failing(250, 500, 1_000, 2_000), { context: oneTask }),
  'look-ups that the task asks for all alike': passes(failing(250, 500, 1_000, 2_000, 4_000), {
    context: { task: { steps: [{ do: 'lookups', count: 6 }] } },
  }),
  'one attempt': passes(failing(), { context: oneTask }),
  'a sixth attempt': fails([[1, 5, 6]], failing(250, 500, 1_000, 2_000, 4_000), {
    context: oneTask,
    says: /The client sent getBookingList 6 times from 10:00:00.000 to 10:00:07.750; exchange 6 is attempt 6/,
  }),
  'six attempts of which the last succeeds': fails(
    [[1, 5, 6]],
    failing(250, 500, 1_000, 2_000).list({ after: 4_000 }),
    { context: oneTask },
  ),
  'five attempts, and five more at the next poll': passes(
    failing(250, 500, 1_000, 2_000, 5 * minute, 250, 500, 1_000, 2_000),
    { context: oneTask },
  ),
  'six attempts that may be those of two programs': warns(
    [[1, 5, 6]],
    failing(250, 500, 1_000, 2_000, 4_000),
  ),
  'a Search that is sent a sixth time, however long after the fifth': fails([[1, 5, 6]], searching(61_000), {
    context: oneTask,
  }),
  'a Search that says something else of no weight each time': fails(
    [[1, 5, 6]],
    searching(2_000, attempt => ({ mark: String(attempt) })),
    { context: oneTask },
  ),
  'other Searches of one task': passes(
    searching(2_000, attempt => ({ start: `2026-12-1${attempt}` })),
    { context: oneTask },
  ),
  'the same Search of what may be several users, minutes apart': passes(searching(61_000)),
  'six answers': notObserved(traffic().list().list().list().list().list().list(), { context: oneTask }),
});
