import { hour, second, start, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const refused = (retryAfter = '20') => ({ status: 429, facts: { retryAfter } });
/** A date the given seconds ahead, by a clock that differs by some ms. */
const byDate = (ahead: number, off = 0) => {
  const dateAt = (at: number) => new Date(start + off + at).toUTCString();
  return { status: 429, facts: { retryAfter: dateAt(ahead * second), date: dateAt(0) } };
};
const look = { request: { bookingId: 'B1' } };
const scaled = (speed: number) => ({ clock: { mode: 'scaled' as const, speed } });

testRule('retry-after-respected', {
  'a repetition when the time has passed': {
    traffic: traffic()
      .search(refused())
      .search({ after: 20 * second }),
    verdict: 'pass',
  },
  'a repetition that is early by less than the tolerance': {
    traffic: traffic().search(refused()).search({ after: 19_850 }),
    verdict: 'pass',
  },
  'a repetition at once': {
    traffic: traffic().search(refused()).search({ after: 250 }),
    verdict: 'fail',
    at: [[1, 2]],
    says: /sent exchange 2 at 10:00:00.250, although exchange 1 was answered 429 at 10:00:00.000 with Retry-After 20/,
    expects: /sends no call before 10:00:20.000, 20 seconds after the 429/,
  },
  'another request of that operation which was on its way': {
    traffic: traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, request: { bookingId: 'B2' } }),
    verdict: 'pass',
  },
  'look-ups that the task asks for all alike': {
    traffic: traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, ...look }),
    context: { task: { steps: [{ do: 'lookups', count: 2 }] } },
    verdict: 'pass',
  },
  'one look-up more than the task asks for': {
    traffic: traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, ...look }),
    context: { task: { steps: [{ do: 'lookups', count: 1 }] } },
    verdict: 'fail',
    at: [[1, 2]],
  },
  'another request of that operation later': {
    traffic: traffic()
      .look({ ...look, ...refused() })
      .look({ at: 5 * second, request: { bookingId: 'B2' } }),
    verdict: 'fail',
    at: [[1, 2]],
  },
  'another operation of that credential': {
    traffic: traffic()
      .look({ ...look, ...refused() })
      .list({ after: 5 * second }),
    verdict: 'warn',
    at: [[1, 2]],
  },
  'another credential': {
    traffic: traffic().search(refused()).search({ by: 'other' }),
    verdict: 'pass',
  },
  'a date that has passed': {
    traffic: traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 20 * second }),
    context: { clock: { mode: 'auto', speed: 0 } },
    verdict: 'pass',
  },
  'a repetition before the date': {
    traffic: traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 5 * second }),
    context: { clock: { mode: 'auto', speed: 0 } },
    verdict: 'fail',
    at: [[1, 2]],
  },
  'a repetition at once, although a date was named': {
    traffic: traffic().search(byDate(20)).search({ after: 10 }),
    context: { clock: { mode: 'real', speed: 1 } },
    verdict: 'fail',
    at: [[1, 2]],
    expects: /20 seconds after the 429, counted from the Date of that answer/,
  },
  'a repetition at once on a faster clock, although a date was named': {
    traffic: traffic('hotel', 12).search(byDate(20)).search({ after: second }),
    context: scaled(12),
    verdict: 'fail',
    at: [[1, 2]],
  },
  'a repetition early by the part of a second that a date does not say': {
    traffic: traffic()
      .search(byDate(20))
      .search({ after: 19 * second }),
    context: { clock: { mode: 'real', speed: 1 } },
    verdict: 'pass',
  },
  'a date that is so near that a second matters': {
    traffic: traffic().search(byDate(3)).search({ after: 10 }),
    context: { clock: { mode: 'real', speed: 1 } },
    verdict: 'inconclusive',
    why: /whole seconds/,
  },
  'a date of a supplier whose clock is an hour behind, which was waited for': {
    traffic: traffic()
      .search(byDate(20, -hour))
      .search({ after: 20 * second }),
    verdict: 'pass',
  },
  'a date of a supplier whose clock is an hour behind, and a repetition at once': {
    traffic: traffic().search(byDate(20, -hour)).search({ after: 250 }),
    verdict: 'fail',
    at: [[1, 2]],
  },
  'a date that was recorded elsewhere without the Date of its answer': {
    traffic: traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 250 }),
    verdict: 'inconclusive',
    why: /no Date/,
  },
  'a wait on a clock that is too fast': {
    traffic: traffic('hotel', 600)
      .search(refused())
      .search({ after: 20 * second }),
    context: scaled(600),
    verdict: 'inconclusive',
  },
  'a 429 that the client did not receive': {
    traffic: traffic()
      .search({
        ...refused(),
        facts: { retryAfter: '20', closed: { at: start, real: 1.5, ending: 'reset', bytes: 0 } },
      })
      .search({ after: 250 }),
    verdict: 'not-observed',
  },
  'calls that were answered': { traffic: traffic().search(), verdict: 'not-observed' },
});
