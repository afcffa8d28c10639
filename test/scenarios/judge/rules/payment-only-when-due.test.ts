import { traffic, wire } from './build.ts';
import { testRule } from './test-rule.ts';

const booked = (answer: { prePayment?: boolean; payLater?: boolean } = {}) =>
  traffic().search().conditions({ answer }).book();

testRule('payment-only-when-due', {
  'a payment of what is prepaid': { traffic: booked({ prePayment: true }).pay(), verdict: 'pass' },
  'a payment of what cannot be paid later (decision 4)': {
    traffic: booked({ payLater: false }).pay(),
    verdict: 'pass',
  },
  'a booking that is not prepaid and not paid': { traffic: booked(), verdict: 'pass' },
  'a payment of what could be paid later': {
    traffic: booked().pay(),
    verdict: 'warn',
    at: [[3, 4]],
    says: /IsPrePayment false and CanPayLater true/,
  },
  'a payment that the booking itself waits for': {
    traffic: booked()
      .look({ shows: [wire.waitsForCard] })
      .pay(),
    verdict: 'pass',
  },
  'a payment of a booking from before the recording': {
    traffic: traffic().pay({ request: { bookingId: 'B0' } }),
    verdict: 'not-observed',
  },
});
