import { toConditions } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const key = { facts: { idempotencyKey: 'one' } };
const other = { request: { mainPax: 'Rui Silva' } };
const begun = () => toConditions();

testRule('idempotency-key-per-booking', {
  'a key for each booking': passes(begun().book().book(other)),
  'one key for two bookings': fails(
    [[3, 4]],
    begun()
      .book(key)
      .book({ ...other, ...key }),
    { says: /Idempotency-Key one of exchange 3 for another booking/ },
  ),
  'one key in capitals and in small letters for two bookings': fails(
    [[3, 4]],
    begun()
      .book({ facts: { idempotencyKey: 'ABC-1' } })
      .book({ ...other, facts: { idempotencyKey: 'abc-1' } }),
  ),
  'one key for the same stay once it is booked': fails([[3, 4]], begun().book(key).book(key)),
  'the same key after 429': passes(
    begun()
      .book({ status: 429, ...key })
      .book(key),
  ),
  'a new key after 429': fails([[3, 4]], begun().book({ status: 429 }).book()),
  'a new key for new conditions after 429': passes(
    begun().book({ status: 429 }).revalidate('SameRoomsFound').book(),
  ),
  'the same key after an answer that was lost': passes(
    begun()
      .book({ lost: 'reset', ...key })
      .book(key),
  ),
  'the key of a booking that was refused': passes(
    begun()
      .book({ status: 400, ...key })
      .book({ ...other, ...key }),
  ),
  'the same key of two credentials': passes(
    begun()
      .book(key)
      .book({ by: 'other', ...key }),
  ),
  'one booking': notObserved(begun().book()),
});
