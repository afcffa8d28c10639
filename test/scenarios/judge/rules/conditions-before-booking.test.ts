import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

testRule('conditions-before-booking', {
  'a booking of what conditions were given for': {
    traffic: traffic().search().conditions().book(),
    verdict: 'pass',
  },
  'rooms in another order': {
    traffic: traffic()
      .search()
      .conditions({ request: { units: ['room-1', 'room-2'] } })
      .book({ request: { units: ['room-2', 'room-1'] } }),
    verdict: 'pass',
  },
  'a booking straight from the Search': {
    traffic: traffic()
      .search()
      .book({ status: 400, answer: { errors: ['TokenWrongStep'] } }),
    verdict: 'fail',
    at: [[1, 2]],
    says: /hotel 1001001 with \[room-1\] \(exchange 2\) without conditions/,
    expects: /hotel\.getBookingConditions for 1001001/,
  },
  'conditions of another room': {
    traffic: traffic()
      .search()
      .conditions({ request: { units: ['room-9'] } })
      .book({ status: 400, answer: { errors: ['InvalidRequest'], fields: ['Rooms'] } }),
    verdict: 'fail',
    at: [[2, 3]],
  },
  'conditions that were refused': {
    traffic: traffic().search().conditions({ status: 400 }).book({ status: 400 }),
    verdict: 'fail',
    at: [[1, 3]],
  },
  'a tour on another date than its conditions': {
    traffic: traffic('tour')
      .search()
      .conditions({ request: { start: '2026-12-10' } })
      .book({ status: 400, request: { start: '2026-12-11' } }),
    verdict: 'fail',
    at: [[2, 3]],
  },
  'a booking by a Token that was given before the recording': {
    traffic: traffic().book({ request: { token: 'C0' } }),
    verdict: 'inconclusive',
    why: /before the recording/,
  },
  'a booking whose conditions the journal may have lost': {
    traffic: traffic().search().book({ status: 400 }),
    context: { lostFacts: 12 },
    verdict: 'inconclusive',
    why: /lost the first 12/,
  },
  'a booking by a bad credential': {
    traffic: traffic().search().book({ status: 401 }),
    verdict: 'not-observed',
  },
});
