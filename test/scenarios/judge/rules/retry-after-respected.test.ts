import { hour, second, start, traffic } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

const refused = (retryAfter = '20') => ({ status: 429, facts: { retryAfter } });
/** A date the given seconds ahead, by a clock that differs by some ms. */
const byDate = (ahead: number, off = 0) => {
  const dateAt = (at: number) => new Date(start + off + at).toUTCString();
  return { status: 429, facts: { retryAfter: dateAt(ahead * second), date: dateAt(0) } };
};
const look = { request: { bookingId: 'B1' } };
const scaled = (speed: number) => ({ clock: { mode: 'scaled' as const, speed } });

testRule('retry-after-respected', {
  'a repetition when the time has passed': passes(
    traffic()
      .search(refused())
      .search({ after: 20 * second }),
  ),
  'a repetition that is early by less than the tolerance': passes(
    traffic().search(refused()).search({ after: 19_850 }),
  ),
  'a repetition at once': fails([[1, 2]], traffic().search(refused()).search({ after: 250 }), {
    says: /sent exchange 2 at 10:00:00.250, although exchange 1 was answered 429 at 10:00:00.000 with Retry-After 20/,
    expects: /sends no call before 10:00:20.000, 20 seconds after the 429/,
  }),
  'another request of that operation which was on its way': passes(
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, request: { bookingId: 'B2' } }),
  ),
  'look-ups that the task asks for all alike': passes(
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, ...look }),
    { context: { task: { steps: [{ do: 'lookups', count: 2 }] } } },
  ),
  'one look-up more than the task asks for': fails(
    [[1, 2]],
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, ...look }),
    { context: { task: { steps: [{ do: 'lookups', count: 1 }] } } },
  ),
  'another request of that operation later': fails(
    [[1, 2]],
    traffic()
      .look({ ...look, ...refused() })
      .look({ at: 5 * second, request: { bookingId: 'B2' } }),
  ),
  'another operation of that credential': warns(
    [[1, 2]],
    traffic()
      .look({ ...look, ...refused() })
      .list({ after: 5 * second }),
  ),
  'another credential': passes(traffic().search(refused()).search({ by: 'other' })),
  'a date that has passed': passes(
    traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 20 * second }),
    { context: { clock: { mode: 'auto', speed: 0 } } },
  ),
  'a repetition before the date': fails(
    [[1, 2]],
    traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 5 * second }),
    { context: { clock: { mode: 'auto', speed: 0 } } },
  ),
  'a repetition at once, although a date was named': fails(
    [[1, 2]],
    traffic().search(byDate(20)).search({ after: 10 }),
    {
      context: { clock: { mode: 'real', speed: 1 } },
      expects: /20 seconds after the 429, counted from the Date of that answer/,
    },
  ),
  'a repetition at once on a faster clock, although a date was named': fails(
    [[1, 2]],
    traffic('hotel', 12).search(byDate(20)).search({ after: second }),
    { context: scaled(12) },
  ),
  'a repetition early by the part of a second that a date does not say': passes(
    traffic()
      .search(byDate(20))
      .search({ after: 19 * second }),
    { context: { clock: { mode: 'real', speed: 1 } } },
  ),
  'a date that is so near that a second matters': inconclusive(
    traffic().search(byDate(3)).search({ after: 10 }),
    { context: { clock: { mode: 'real', speed: 1 } }, why: /whole seconds/ },
  ),
  'a date of a supplier whose clock is an hour behind, which was waited for': passes(
    traffic()
      .search(byDate(20, -hour))
      .search({ after: 20 * second }),
  ),
  'a date of a supplier whose clock is an hour behind, and a repetition at once': fails(
    [[1, 2]],
    traffic().search(byDate(20, -hour)).search({ after: 250 }),
  ),
  'a date that was recorded elsewhere without the Date of its answer': inconclusive(
    traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 250 }),
    { why: /no Date/ },
  ),
  'a wait on a clock that is too fast': inconclusive(
    traffic('hotel', 600)
      .search(refused())
      .search({ after: 20 * second }),
    { context: scaled(600) },
  ),
  'a 429 that the client did not receive': notObserved(
    traffic()
      .search({
        ...refused(),
        facts: { retryAfter: '20', closed: { at: start, real: 1.5, ending: 'reset', bytes: 0 } },
      })
      .search({ after: 250 }),
  ),
  'calls that were answered': notObserved(traffic().search()),
});
