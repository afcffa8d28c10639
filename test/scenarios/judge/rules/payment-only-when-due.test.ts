import { toConditions, traffic, wire } from './build.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const booked = (answer: { prePayment?: boolean; payLater?: boolean } = {}) => toConditions({ answer }).book();

testRule('payment-only-when-due', {
  'a payment of what is prepaid': passes(booked({ prePayment: true }).pay()),
  'a payment of what cannot be paid later (decision 4)': passes(booked({ payLater: false }).pay()),
  'a booking that is not prepaid and not paid': passes(booked()),
  'a payment of what could be paid later': warns([[3, 4]], booked().pay(), {
    says: /IsPrePayment false and CanPayLater true/,
  }),
  'a payment that the booking itself waits for': passes(
    booked()
      .look({ shows: [wire.waitsForCard] })
      .pay(),
  ),
  'a payment of a booking from before the recording': notObserved(
    traffic().pay({ request: { bookingId: 'B0' } }),
  ),
});
