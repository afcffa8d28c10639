import { hour, minute, second, traffic, wire } from './build.ts';
import { lostTwice } from './lost-bookings.ts';
import { testRule } from './test-rule.ts';

const again = { facts: { idempotencyKey: 'same' } };

testRule('no-blind-rebooking', {
  'a lost answer after which the booking is found': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset' })
      .find({ shows: [wire.confirmed] }),
    verdict: 'pass',
  },
  'another DoBooking after half an hour of empty looks': {
    traffic: lostTwice(30 * minute, builder => builder.find().find({ after: 29 * minute })),
    verdict: 'pass',
  },
  'another DoBooking at once': {
    traffic: lostTwice(second),
    verdict: 'fail',
    at: [[3, 5]],
    says: /DoBooking at 10:00:00 \(exchange 3\) was not answered; exchange 5 books the same stay at 10:00:01/,
    expects: /GetBooking by the ExternalReference/,
  },
  'another DoBooking without a look, however late': {
    traffic: lostTwice(2 * hour),
    verdict: 'fail',
    at: [[3, 5]],
  },
  'another DoBooking after 504': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ status: 504 })
      .book({ request: { token: 'C2' } }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /was answered 504/,
  },
  'another DoBooking after an answer that nobody can read': {
    traffic: traffic().search().conditions().book({ unreadable: true }).conditions().book(),
    verdict: 'fail',
    at: [[3, 5]],
    says: /nobody could read/,
  },
  'another DoBooking after one empty look within the half hour (decision 7)': {
    traffic: lostTwice(5 * minute, builder => builder.find()),
    verdict: 'warn',
    at: [[3, 4, 6]],
    says: /1 look found nothing/,
  },
  'the list as a look': { traffic: lostTwice(31 * minute, builder => builder.list()), verdict: 'pass' },
  'a look that was not answered': {
    traffic: lostTwice(31 * minute, builder => builder.find({ status: 503 })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'a look for another reference': {
    traffic: lostTwice(31 * minute, builder => builder.find({ request: { reference: 'of another' } })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'a look by another credential': {
    traffic: lostTwice(31 * minute, builder => builder.list({ by: 'other' })),
    verdict: 'fail',
    at: [[3, 6]],
  },
  'another stay': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset' })
      .book({ request: { mainPax: 'Rui Silva' } }),
    verdict: 'pass',
  },
  'a repetition after 429': {
    traffic: traffic().search().conditions().book({ status: 429 }).book(),
    verdict: 'not-observed',
  },
  'what an HTTP stack sent again by itself': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ lost: 'reset', facts: { ...again.facts, connection: { id: 1, request: 3 } } })
      .book(again),
    verdict: 'fail',
    at: [[3, 4]],
    says: /\(resent by your HTTP stack\)/,
  },
  'a DoBooking that was answered': {
    traffic: traffic().search().conditions().book(),
    verdict: 'not-observed',
  },
});
