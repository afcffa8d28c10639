import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const keyed = (facts: { idempotencyKey?: string }) => traffic().search().conditions().book({ facts });

testRule('idempotency-key-present', {
  'a UUID v4': {
    traffic: keyed({ idempotencyKey: '3F2B8C1E-5d7a-4e90-b6c4-0a9d8e7f6b5c' }),
    verdict: 'pass',
  },
  'a UUID of another version': {
    traffic: keyed({ idempotencyKey: '3f2b8c1e-5d7a-1e90-b6c4-0a9d8e7f6b5c' }),
    verdict: 'fail',
    at: [[3]],
    says: /not a UUID v4/,
  },
  'a word': {
    traffic: keyed({ idempotencyKey: 'booking-1' }),
    verdict: 'fail',
    at: [[3]],
    says: /"booking-1"/,
  },
  'no key': {
    traffic: traffic().call('car.doBooking'),
    verdict: 'fail',
    at: [[1]],
    says: /without an Idempotency-Key/,
  },
  'traffic without bookings': { traffic: traffic().search(), verdict: 'not-observed' },
});
