import { second, traffic } from './build.ts';
import { hotelStep, taskOf } from './tasks.ts';
import { testRule } from './test-rule.ts';

const first = { at: 0, took: 2 * second };
const two = () => traffic().search().conditions();
const auto = { clock: { mode: 'auto' as const, speed: 0 } };

testRule('one-booking-in-flight', {
  'two bookings one after the other': { traffic: two().book(first).book(), verdict: 'pass' },
  'two bookings at once': {
    traffic: two().book(first).book({ at: second }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /stay at 10:00:01 \(exchange 4\), before the DoBooking at 10:00:00 \(exchange 3\) was answered/,
  },
  'two bookings at once of two stays': {
    traffic: two()
      .book(first)
      .book({ at: second, request: { units: ['room-2'] } }),
    verdict: 'not-observed',
  },
  'a booking just after its client has given up another': {
    traffic: two()
      .book({ ...first, lost: 'client-gone' })
      .book({ at: 2 * second - 20 }),
    verdict: 'pass',
  },
  'a booking long before its client has given up another': {
    traffic: two()
      .book({ ...first, lost: 'client-gone' })
      .book({ at: second }),
    context: auto,
    verdict: 'fail',
    at: [[3, 4]],
  },
  'one booking for two simultaneous requests': {
    traffic: two().book(),
    context: { task: taskOf({ ...hotelStep, times: 2 }) },
    verdict: 'pass',
  },
  'one booking': { traffic: two().book(), verdict: 'not-observed' },
});
