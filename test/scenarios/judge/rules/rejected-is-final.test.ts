import { hour, minute, toBooking, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const rejected = { shows: [wire.rejected] };
const booked = () => toBooking(rejected);
const later = { after: 10 * minute, ...rejected };

testRule('rejected-is-final', {
  'a booking that is left alone': passes(booked()),
  'one look at once': fails([[3, 4]], booked().look(rejected), {
    context: oneTask,
    says: /once more, .* after it was Rejected/,
  }),
  'a list of bookings': passes(booked().list(rejected), { context: oneTask }),
  polling: fails([[3, 4, 5, 6]], booked().look(later).look(later).look(later), {
    context: oneTask,
    says: /looked up booking B1 .* after it was Rejected at 10:00:00 \(exchange 3\)/,
  }),
  'polling after a poll has seen it': fails(
    [[4, 5, 6]],
    toBooking({ shows: [wire.pending] })
      .look(later)
      .look(later)
      .look(later),
    { context: oneTask },
  ),
  'one look at the time of the next poll': fails([[3, 4]], booked().look(later), {
    context: oneTask,
    says: /looked up booking B1 once more, 10 minutes after it was Rejected/,
  }),
  'looks of what may be several programs': warns(
    [[3, 4, 5, 6]],
    booked().look(later).look(later).look(later),
  ),
  'one look by a user the next day': passes(booked().look({ after: 24 * hour, ...rejected }), {
    context: oneTask,
  }),
  'a look without an answer': fails([[3, 4]], booked().look({ status: 500 }), { context: oneTask }),
  'looks at a trip of which only a part was rejected': passes(
    booked()
      .look({ shows: [wire.confirmed, wire.rejected] })
      .look({ shows: [wire.confirmed, wire.rejected] }),
  ),
  'a booking that was confirmed': notObserved(toBooking()),
});
