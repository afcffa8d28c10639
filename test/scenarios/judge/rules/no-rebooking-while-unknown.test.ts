import { hour, minute, traffic, wire } from './build.ts';
import { testRule } from './test-rule.ts';

const booked = (shows: (typeof wire)[keyof typeof wire]) =>
  traffic()
    .search()
    .conditions()
    .book({ shows: [shows] });

testRule('no-rebooking-while-unknown', {
  'a TechnicalProblem that is polled': {
    traffic: booked(wire.technical).look({ after: 5 * minute }),
    verdict: 'pass',
  },
  'another booking while it is TechnicalProblem': {
    traffic: booked(wire.technical).conditions().book(),
    verdict: 'fail',
    at: [[3, 5]],
    says: /booking B1 of exchange 3 was TechnicalProblem at 10:00:00/,
  },
  'another booking while a look says Pending': {
    traffic: booked(wire.pending)
      .look({ after: 10 * minute, shows: [wire.pending] })
      .book(),
    verdict: 'fail',
    at: [[3, 4, 5]],
  },
  'another booking while it waits for credit': {
    traffic: booked(wire.creditBlocked).book(),
    verdict: 'fail',
    at: [[3, 4]],
  },
  'another booking once it was rejected': {
    traffic: booked(wire.technical)
      .look({ after: 5 * minute, shows: [wire.rejected] })
      .book(),
    verdict: 'pass',
  },
  'another stay in the meantime': {
    traffic: booked(wire.technical).book({ request: { item: '1001002' } }),
    verdict: 'pass',
  },
  'another booking a day after an OnRequest': {
    traffic: booked(wire.onRequest).book({ after: 25 * hour }),
    verdict: 'pass',
  },
  'a booking that was under way when the answer came': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ at: 0, took: 1_000, shows: [wire.technical] })
      .book({ at: 500 }),
    verdict: 'pass',
  },
  'a booking that was confirmed at once': { traffic: booked(wire.confirmed).book(), verdict: 'not-observed' },
});
