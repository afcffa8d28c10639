import { defineRule, finding } from '../assess/index.ts';

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

export const idempotencyKeyPresent = defineRule({
  id: 'idempotency-key-present',
  level: 'must',
  clauses: ['flow.3'],
  title: 'A correct client sends an Idempotency-Key that is a UUID v4 with every DoBooking.',
  right: 'DoBooking has the header Idempotency-Key: 3f0e9c1a-6b1d-4c5e-9a52-0d6f1c2b7e44.',
  wrong: 'DoBooking has no Idempotency-Key, or a key that is not a UUID of version 4.',
  explanation: 'The judge reads the Idempotency-Key header of each DoBooking.',
  standsAlone: true,
  cases: traffic => traffic.of('book'),
  nothing: 'no DoBooking was sent',
  judgeCase(book) {
    const key = book.facts.idempotencyKey;
    if (key !== undefined && uuidV4.test(key)) return undefined;
    const what =
      key === undefined
        ? 'without an Idempotency-Key'
        : `with Idempotency-Key "${key}", which is not a UUID v4`;
    return finding([book], {
      message: `The client sent DoBooking (exchange ${book.number}) ${what}. Without a unique key, the supplier cannot detect a repetition.`,
      expected:
        'A correct client sends the header Idempotency-Key with a UUID v4, such as "3f2b8c1e-5d7a-4e90-b6c4-0a9d8e7f6b5c".',
    });
  },
});
