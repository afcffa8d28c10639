import { toBooking, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const reference = 'my-agency';
const one = { request: { reference } };
const other = { request: { reference, item: '2002', units: ['room-9'] } };
const bookedTwice = (first = {}, second = {}) =>
  toBooking({ ...one, ...first })
    .search()
    .conditions()
    .book({ ...other, ...second });

testRule('reference-unique', {
  'a new reference for each booking': passes(
    toBooking()
      .search()
      .conditions()
      .book({ request: { item: '2002' } }),
    { context: oneTask },
  ),
  'one reference for two bookings': fails([[3, 6]], bookedTwice(), {
    context: oneTask,
    says: /ExternalReference "my-agency", which it had sent for another booking/,
  }),
  'one reference for two bookings without a task': warns([[3, 6]], bookedTwice()),
  'one reference of two credentials': passes(bookedTwice({}, { by: 'other' }), { context: oneTask }),
  'a service that is added to the same booking': passes(
    bookedTwice({}, { request: { ...other.request, bookingId: 'B1' } }),
    { context: oneTask },
  ),
  'a new booking after a rejected one': passes(bookedTwice({ shows: [wire.rejected] }), { context: oneTask }),
  'a new booking after one without an answer': passes(bookedTwice({ lost: 'reset' }), { context: oneTask }),
  'a repeated DoBooking of the same stay, which other rules judge': passes(
    toBooking(one).conditions().book(one),
    { context: oneTask },
  ),
  'bookings without a reference': notObserved(traffic().book({ facts: { request: {} } }), {
    context: oneTask,
  }),
});
