import { defineRule, finding } from '../assess/index.ts';

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Each DoBooking has a key of the form that was asked for. */
export const idempotencyKeyPresent = defineRule({
  id: 'idempotency-key-present',
  level: 'must',
  clauses: ['flow.3'],
  title: 'Sends an Idempotency-Key that is a UUID v4 with every DoBooking.',
  right: 'Idempotency-Key: 3f0e9c1a-6b1d-4c5e-9a52-0d6f1c2b7e44.',
  wrong: 'No Idempotency-Key, or one that is no UUID of version 4.',
  explanation: 'the header of each DoBooking',
  standsAlone: true,
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book) {
    const key = book.facts.idempotencyKey;
    if (key !== undefined && uuidV4.test(key)) return undefined;
    const what =
      key === undefined ? 'without an Idempotency-Key' : `with Idempotency-Key "${key}", no UUID v4`;
    return finding([book], {
      message: `DoBooking by exchange ${book.number} ${what}.`,
      expected: 'The header Idempotency-Key with a UUID v4, such as "3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c".',
    });
  },
});
