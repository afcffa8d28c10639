import { second, type TrafficBuilder, traffic } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const auto = { ...oneTask, clock: { mode: 'auto' as const, speed: 0 } };
const failing = (...gaps: number[]): TrafficBuilder =>
  gaps.reduce((builder, after) => builder.list({ after, status: 503 }), traffic().list({ status: 503 }));
const opened = () => failing(250, 500);

testRule('breaker-opens', {
  'three failures and an end': passes(opened(), { context: auto }),
  'a trial after five seconds': passes(opened().list({ after: 5 * second }), { context: auto }),
  'a fourth call at once': fails([[1, 2, 3, 4]], opened().list({ after: 100 }), {
    context: auto,
    says: /called getBookingList at 10:00:00.850 \(exchange 4\), 100 ms after its third 5xx in a row \(exchange 3 at 10:00:00.750\)/,
  }),
  'attempts four and five with their pauses (decision 2)': warns(
    [
      [1, 2, 3, 4],
      [2, 3, 4, 5],
    ],
    failing(250, 500, 1_000, 2_000),
    { context: auto },
  ),
  'another request of that endpoint': fails(
    [[1, 2, 3, 4]],
    opened().list({ after: second, request: { start: '2026-12-10' } }),
    { context: auto },
  ),
  'another endpoint': passes(opened().look(), { context: auto }),
  'an answer in between': notObserved(failing(250).list().list({ status: 500 }).list(), { context: auto }),
  'failures whose answers were lost': notObserved(
    failing(250).list({ lost: 'reset' }).list({ lost: 'reset' }),
    { context: auto },
  ),
  'failures so late that the client may have given up': notObserved(
    failing(250)
      .list({ after: 500, took: 15_000, status: 503, facts: { faults: [{ id: 'f', kind: 'delay' }] } })
      .list(),
    { context: auto },
  ),
  'a call that was on its way': passes(opened().list({ after: 30 }), { context: oneTask }),
  'a call of what may be another program': warns([[1, 2, 3, 4]], opened().list({ after: second / 2 })),
  'calls on a clock that is too fast': inconclusive(opened().list(), {
    context: { clock: { mode: 'scaled', speed: 600 } },
  }),
});
