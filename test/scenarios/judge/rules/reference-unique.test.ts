import { traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const reference = 'my-agency';
const one = { request: { reference } };
const other = { request: { reference, item: '2002', units: ['room-9'] } };
const bookedTwice = (first = {}, second = {}) =>
  traffic()
    .search()
    .conditions()
    .book({ ...one, ...first })
    .search()
    .conditions()
    .book({ ...other, ...second });

testRule('reference-unique', {
  'a new reference for each booking': {
    traffic: traffic()
      .search()
      .conditions()
      .book()
      .search()
      .conditions()
      .book({ request: { item: '2002' } }),
    context: oneTask,
    verdict: 'pass',
  },
  'one reference for two bookings': {
    traffic: bookedTwice(),
    context: oneTask,
    verdict: 'fail',
    at: [[3, 6]],
    says: /ExternalReference "my-agency", which it had sent for another booking/,
  },
  'one reference for two bookings without a task': { traffic: bookedTwice(), verdict: 'warn', at: [[3, 6]] },
  'one reference of two credentials': {
    traffic: bookedTwice({}, { by: 'other' }),
    context: oneTask,
    verdict: 'pass',
  },
  'a service that is added to the same booking': {
    traffic: bookedTwice({}, { request: { ...other.request, bookingId: 'B1' } }),
    context: oneTask,
    verdict: 'pass',
  },
  'a new booking after a rejected one': {
    traffic: bookedTwice({ shows: [wire.rejected] }),
    context: oneTask,
    verdict: 'pass',
  },
  'a new booking after one without an answer': {
    traffic: bookedTwice({ lost: 'reset' }),
    context: oneTask,
    verdict: 'pass',
  },
  'a repeated DoBooking of the same stay, which other rules judge': {
    traffic: traffic().search().conditions().book(one).conditions().book(one),
    context: oneTask,
    verdict: 'pass',
  },
  'bookings without a reference': {
    traffic: traffic().book({ facts: { request: {} } }),
    context: oneTask,
    verdict: 'not-observed',
  },
});
