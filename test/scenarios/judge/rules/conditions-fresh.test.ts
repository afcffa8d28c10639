import { minute, second, toBooking, toConditions } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule } from './test-rule.ts';

const booked = (after: number) => toBooking({ after });

testRule('conditions-fresh', {
  'a booking at once': passes(booked(0)),
  'a booking just in time': passes(booked(5 * minute - 1)),
  'a booking that is late by less than the tolerance': passes(booked(5 * minute + 3 * second)),
  'a booking by conditions that went stale': fails([[2, 3]], booked(7 * minute), {
    says: /DoBooking at 10:07:00 \(exchange 3\), 7 minutes after it received the conditions \(exchange 2 at 10:00:00\)/,
  }),
  'new conditions in the place of stale ones': passes(
    toConditions()
      .revalidate('SameRoomsFound', { after: 7 * minute })
      .book(),
  ),
  'conditions that came slowly': passes(
    toConditions({ took: 10 * second }).book({ after: 4 * minute + 55 * second }),
  ),
  'a booking on a clock that jumps at polls': inconclusive(booked(7 * minute), {
    context: { clock: { mode: 'per-poll', speed: 1 } },
  }),
  'conditions that are not booked': notObserved(toConditions()),
});
