import { toBooking, traffic } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const keyed = (facts: { idempotencyKey?: string }) => toBooking({ facts });

testRule('idempotency-key-present', {
  'a UUID v4': passes(keyed({ idempotencyKey: '3F2B8C1E-5d7a-4e90-b6c4-0a9d8e7f6b5c' })),
  'a UUID of another version': fails(
    [[3]],
    keyed({ idempotencyKey: '3f2b8c1e-5d7a-1e90-b6c4-0a9d8e7f6b5c' }),
    { says: /not a UUID v4/ },
  ),
  'a word': fails([[3]], keyed({ idempotencyKey: 'booking-1' }), { says: /"booking-1"/ }),
  'no key': fails([[1]], traffic().call('car.doBooking'), { says: /without an Idempotency-Key/ }),
  'traffic without bookings': notObserved(traffic().search()),
});
