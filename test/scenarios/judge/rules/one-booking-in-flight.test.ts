import { second, toConditions } from './build.ts';
import { hotelStep, oneTask, taskOf } from './tasks.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const first = { at: 0, took: 2 * second };
const two = () => toConditions();
const auto = { clock: { mode: 'auto' as const, speed: 0 } };

testRule('one-booking-in-flight', {
  'two bookings one after the other': passes(two().book(first).book()),
  'two bookings at once': fails([[3, 4]], two().book(first).book({ at: second }), {
    says: /stay at 10:00:01 \(exchange 4\), before the DoBooking at 10:00:00 \(exchange 3\) was answered/,
  }),
  'two bookings at once of two stays': notObserved(
    two()
      .book(first)
      .book({ at: second, request: { units: ['room-2'] } }),
  ),
  'a booking just after its client has given up another': passes(
    two()
      .book({ ...first, lost: 'client-gone' })
      .book({ at: 2 * second - 20 }),
  ),
  'a booking long before its client has given up another': fails(
    [[3, 4]],
    two()
      .book({ ...first, lost: 'client-gone' })
      .book({ at: second }),
    { context: auto },
  ),
  'one booking for two simultaneous requests': passes(two().book(), {
    context: { task: taskOf({ ...hotelStep, times: 2 }) },
  }),
  'one booking for one request': notObserved(two().book(), { context: oneTask }),
  'one booking': notObserved(two().book()),
});
