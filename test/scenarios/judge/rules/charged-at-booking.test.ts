import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const payNow = () =>
  traffic()
    .search()
    .conditions({ answer: { payLater: false } });
const payment = { condition: 'PC1-1' };

testRule('charged-at-booking', {
  'a booking with its payment': { traffic: payNow().book({ request: { payment } }), verdict: 'pass' },
  'a payBooking right behind the booking (decision 4)': { traffic: payNow().book().pay(), verdict: 'pass' },
  'a booking without a payment': {
    traffic: payNow().book({ status: 400, answer: { errors: ['InvalidRequest'], fields: ['Payment'] } }),
    verdict: 'fail',
    at: [[2, 3]],
    says: /sent DoBooking \(exchange 3\) without Payment/,
  },
  'a booking that was refused for the rate': {
    traffic: payNow().book({ status: 429 }),
    verdict: 'not-observed',
  },
  'a prepaid booking': {
    traffic: traffic()
      .search()
      .conditions({ answer: { payLater: false, prePayment: true } })
      .book(),
    verdict: 'not-observed',
  },
});
