import { minute, second, type TrafficBuilder, traffic } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

/** The given number of calls at the given distance. */
function calls(count: number, gap = 0, builder = traffic()): TrafficBuilder {
  for (let sent = 0; sent < count; sent += 1) builder.list({ after: sent === 0 ? 0 : gap });
  return builder;
}

testRule('rate-limit-kept', {
  '120 calls at once': passes(calls(120)),
  '120 calls, and the next ones a minute later': passes(calls(30, 0, calls(120).list({ after: minute }))),
  '121 calls at once': fails([[1, 121]], calls(121), {
    says: /121 calls with one credential within .*, from 10:00:00 \(exchange 1\) to 10:00:00 \(exchange 121\)/,
  }),
  'calls that a correct client can have sent in time': passes(calls(150, 495)),
  'calls that are a little too fast': fails([[1, 121]], calls(150, 480)),
  'more than 120 around the turn of a minute (decision 6)': warns(
    [[1, 121]],
    calls(100, 0, calls(100, 0, traffic().list({ after: 55 * second })).list({ after: 10 * second })),
  ),
  '240 calls of two credentials': passes(
    (() => {
      const builder = calls(120);
      for (let sent = 0; sent < 120; sent += 1) builder.list({ by: 'other' });
      return builder;
    })(),
  ),
  'calls that faults answered': notObserved(
    (() => {
      const builder = calls(119);
      for (let sent = 0; sent < 60; sent += 1)
        builder.list({ status: 500, facts: { faults: [{ id: 'f', kind: 'status' }] } });
      return builder;
    })(),
  ),
  'a burst that took a second to arrive on a clock thirteen times as fast': passes(
    calls(30, 0, calls(120).list({ after: 47_100 })),
    { context: { clock: { mode: 'scaled', speed: 13 } } },
  ),
  'a burst that took seven seconds to arrive, and the next calls a minute after it began': inconclusive(
    calls(30, 0, calls(120, 60).list({ after: 53 * second })),
    { why: /calls of the client arrived late/ },
  ),
  'a burst that took two seconds to arrive, and the next calls soon after it': fails(
    [[1, 121]],
    calls(30, 0, calls(120, 17).list({ after: 40 * second })),
  ),
  'a burst after minutes that the clock skipped in no real time': fails(
    [[2, 122]],
    calls(
      121,
      0,
      traffic('hotel', 100_000)
        .list()
        .list({ after: 5 * minute }),
    ),
  ),
  'a second excess, which begins in another burst than the first': fails(
    [
      [1, 121],
      [122, 242],
    ],
    calls(20, 0, calls(180, 0, calls(60).list({ after: 20 * second })).list({ after: 45 * second })),
  ),
  'calls closer together than their way can explain': fails(
    [[1, 121]],
    calls(30, 0, calls(120).list({ after: 46_900 })),
    { context: { clock: { mode: 'scaled', speed: 13 } } },
  ),
  '150 calls by a limiter that leaves more than a minute for 118 of them': passes(
    calls(32, 0, calls(118).list({ after: 61 * second })),
  ),
  'calls on a clock that is too fast': inconclusive(calls(121), {
    context: { clock: { mode: 'scaled', speed: 600 } },
  }),
  'a few calls': notObserved(calls(10)),
});
