import { toBooking, toConditions, traffic } from './build.ts';
import { fails, inconclusive, notObserved, passes, testRule } from './test-rule.ts';

testRule('conditions-before-booking', {
  'a booking of what conditions were given for': passes(toBooking()),
  'rooms in another order': passes(
    toConditions({ request: { units: ['room-1', 'room-2'] } }).book({
      request: { units: ['room-2', 'room-1'] },
    }),
  ),
  'a booking straight from the Search': fails(
    [[1, 2]],
    traffic()
      .search()
      .book({ status: 400, answer: { errors: ['TokenWrongStep'] } }),
    {
      says: /hotel 1001001 with \[room-1\] \(exchange 2\) without conditions/,
      expects: /hotel\.getBookingConditions for 1001001/,
    },
  ),
  'conditions of another room': fails(
    [[2, 3]],
    toConditions({ request: { units: ['room-9'] } }).book({
      status: 400,
      answer: { errors: ['InvalidRequest'], fields: ['Rooms'] },
    }),
  ),
  'conditions that were refused': fails([[1, 3]], toConditions({ status: 400 }).book({ status: 400 })),
  'a tour on another date than its conditions': fails(
    [[2, 3]],
    traffic('tour')
      .search()
      .conditions({ request: { start: '2026-12-10' } })
      .book({ status: 400, request: { start: '2026-12-11' } }),
  ),
  'a booking by a Token that was given before the recording': inconclusive(
    traffic().book({ request: { token: 'C0' } }),
    { why: /before the recording/ },
  ),
  'a booking whose conditions the journal may have lost': inconclusive(
    traffic().search().book({ status: 400 }),
    { context: { lostFacts: 12 }, why: /lost the first 12/ },
  ),
  'a booking by a bad credential': notObserved(traffic().search().book({ status: 401 })),
});
