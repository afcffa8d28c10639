import { minute, second, traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const booked = (after: number) => traffic().search().conditions().book({ after });

testRule('conditions-fresh', {
  'a booking at once': { traffic: booked(0), verdict: 'pass' },
  'a booking just in time': { traffic: booked(5 * minute - 1), verdict: 'pass' },
  'a booking that is late by less than the tolerance': {
    traffic: booked(5 * minute + 3 * second),
    verdict: 'pass',
  },
  'a booking by conditions that went stale': {
    traffic: booked(7 * minute),
    verdict: 'fail',
    at: [[2, 3]],
    says: /DoBooking at 10:07:00 \(exchange 3\), 7 minutes after it received the conditions \(exchange 2 at 10:00:00\)/,
  },
  'new conditions in the place of stale ones': {
    traffic: traffic()
      .search()
      .conditions()
      .revalidate('SameRoomsFound', { after: 7 * minute })
      .book(),
    verdict: 'pass',
  },
  'conditions that came slowly': {
    traffic: traffic()
      .search()
      .conditions({ took: 10 * second })
      .book({ after: 4 * minute + 55 * second }),
    verdict: 'pass',
  },
  'a booking on a clock that jumps at polls': {
    traffic: booked(7 * minute),
    context: { clock: { mode: 'per-poll', speed: 1 } },
    verdict: 'inconclusive',
  },
  'conditions that are not booked': { traffic: traffic().search().conditions(), verdict: 'not-observed' },
});
