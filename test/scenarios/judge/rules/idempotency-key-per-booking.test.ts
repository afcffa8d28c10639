import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const key = { facts: { idempotencyKey: 'one' } };
const other = { request: { mainPax: 'Rui Silva' } };
const begun = () => traffic().search().conditions();

testRule('idempotency-key-per-booking', {
  'a key for each booking': { traffic: begun().book().book(other), verdict: 'pass' },
  'one key for two bookings': {
    traffic: begun()
      .book(key)
      .book({ ...other, ...key }),
    verdict: 'fail',
    at: [[3, 4]],
    says: /Idempotency-Key one of exchange 3 for another booking/,
  },
  'one key in capitals and in small letters for two bookings': {
    traffic: begun()
      .book({ facts: { idempotencyKey: 'ABC-1' } })
      .book({ ...other, facts: { idempotencyKey: 'abc-1' } }),
    verdict: 'fail',
    at: [[3, 4]],
  },
  'one key for the same stay once it is booked': {
    traffic: begun().book(key).book(key),
    verdict: 'fail',
    at: [[3, 4]],
  },
  'the same key after 429': {
    traffic: begun()
      .book({ status: 429, ...key })
      .book(key),
    verdict: 'pass',
  },
  'a new key after 429': { traffic: begun().book({ status: 429 }).book(), verdict: 'fail', at: [[3, 4]] },
  'a new key for new conditions after 429': {
    traffic: begun().book({ status: 429 }).revalidate('SameRoomsFound').book(),
    verdict: 'pass',
  },
  'the same key after an answer that was lost': {
    traffic: begun()
      .book({ lost: 'reset', ...key })
      .book(key),
    verdict: 'pass',
  },
  'the key of a booking that was refused': {
    traffic: begun()
      .book({ status: 400, ...key })
      .book({ ...other, ...key }),
    verdict: 'pass',
  },
  'the same key of two credentials': {
    traffic: begun()
      .book(key)
      .book({ by: 'other', ...key }),
    verdict: 'pass',
  },
  'one booking': { traffic: begun().book(), verdict: 'not-observed' },
});
