import { hour, minute, traffic, wire } from './build.ts';
import { oneTask } from './tasks.ts';
import { testRule } from './test-rule.ts';

const rejected = { shows: [wire.rejected] };
const booked = () => traffic().search().conditions().book(rejected);
const later = { after: 10 * minute, ...rejected };

testRule('rejected-is-final', {
  'a booking that is left alone': { traffic: booked(), verdict: 'pass' },
  'one look at once': {
    traffic: booked().look(rejected),
    context: oneTask,
    verdict: 'fail',
    at: [[3, 4]],
    says: /once more, .* after it was Rejected/,
  },
  'a list of bookings': { traffic: booked().list(rejected), context: oneTask, verdict: 'pass' },
  polling: {
    traffic: booked().look(later).look(later).look(later),
    context: oneTask,
    verdict: 'fail',
    at: [[3, 4, 5, 6]],
    says: /looked up booking B1 .* after it was Rejected at 10:00:00 \(exchange 3\)/,
  },
  'polling after a poll has seen it': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ shows: [wire.pending] })
      .look(later)
      .look(later)
      .look(later),
    context: oneTask,
    verdict: 'fail',
    at: [[4, 5, 6]],
  },
  'one look at the time of the next poll': {
    traffic: booked().look(later),
    context: oneTask,
    verdict: 'fail',
    at: [[3, 4]],
    says: /looked up booking B1 once more, 10 minutes after it was Rejected/,
  },
  'looks of what may be several programs': {
    traffic: booked().look(later).look(later).look(later),
    verdict: 'warn',
    at: [[3, 4, 5, 6]],
  },
  'one look by a user the next day': {
    traffic: booked().look({ after: 24 * hour, ...rejected }),
    context: oneTask,
    verdict: 'pass',
  },
  'a look without an answer': {
    traffic: booked().look({ status: 500 }),
    context: oneTask,
    verdict: 'fail',
    at: [[3, 4]],
  },
  'looks at a trip of which only a part was rejected': {
    traffic: booked()
      .look({ shows: [wire.confirmed, wire.rejected] })
      .look({ shows: [wire.confirmed, wire.rejected] }),
    verdict: 'pass',
  },
  'a booking that was confirmed': {
    traffic: traffic().search().conditions().book(),
    verdict: 'not-observed',
  },
});
