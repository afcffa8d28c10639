import { toConditions } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

const payNow = () => toConditions({ answer: { payLater: false } });
const payment = { condition: 'PC1-1' };

testRule('charged-at-booking', {
  'a booking with its payment': passes(payNow().book({ request: { payment } })),
  'a payBooking right behind the booking (decision 4)': passes(payNow().book().pay()),
  'a booking without a payment': fails(
    [[2, 3]],
    payNow().book({ status: 400, answer: { errors: ['InvalidRequest'], fields: ['Payment'] } }),
    { says: /sent DoBooking \(exchange 3\) without Payment/ },
  ),
  'a booking that was refused for the rate': notObserved(payNow().book({ status: 429 })),
  'a prepaid booking': notObserved(toConditions({ answer: { payLater: false, prePayment: true } }).book()),
});
