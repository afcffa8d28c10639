import type { Call } from '../traffic/call.ts';
import { finding, overEach } from './opinion.ts';
import { defineRule } from './rule.ts';

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Each DoBooking has a key of the form that was asked for. */
export const idempotencyKeyPresent = defineRule({
  id: 'idempotency-key-present',
  level: 'must',
  clauses: ['flow.3'],
  title: 'Sends an Idempotency-Key that is a UUID v4 with every DoBooking.',
  standsAlone: true,
  judge: traffic => overEach(traffic.of('book'), judgeOne, 'no DoBooking was sent'),
});

function judgeOne(book: Call) {
  const key = book.facts.idempotencyKey;
  if (key !== undefined && uuidV4.test(key)) return undefined;
  const what = key === undefined ? 'without an Idempotency-Key' : `with Idempotency-Key "${key}", no UUID v4`;
  return finding([book], {
    message: `DoBooking by exchange ${book.number} ${what}.`,
    expected: 'The header Idempotency-Key with a UUID v4, such as "3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c".',
  });
}
