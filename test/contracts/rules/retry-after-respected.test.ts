import { second, start, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const refused = (retryAfter = '20') => ({ status: 429, facts: { retryAfter } });
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
    says: /answered 429 at 10:00:00.000 with Retry-After 20; exchange 2 came at 10:00:00.250/,
    expects: /Nothing before 10:00:20.000, 20 seconds later/,
  },
  'another request of that operation which was on its way': {
    traffic: traffic()
      .look({ ...look, ...refused() })
      .look({ at: 900, request: { bookingId: 'B2' } }),
    verdict: 'pass',
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
  'a date that is compared with another clock': {
    traffic: traffic()
      .search(refused(new Date(start + 20 * second).toUTCString()))
      .search({ after: 20 * second }),
    verdict: 'inconclusive',
    why: /clock of its own/,
  },
  'a wait on a clock that is too fast': {
    traffic: traffic('hotel', 600)
      .search(refused())
      .search({ after: 20 * second }),
    context: scaled(600),
    verdict: 'inconclusive',
  },
  'a 429 that nobody could read': {
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
