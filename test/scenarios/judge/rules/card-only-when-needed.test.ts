import { toBooking, toConditions, traffic } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const card = { last4: '1111', luhn: true, ours: true };
const payment = { condition: 'PC1-1', card };
const paid = { request: { payment } };

testRule('card-only-when-needed', {
  'a DoBooking without a card': passes(toBooking()),
  'a DoBooking that charges the card': passes(toConditions({ answer: { payLater: false } }).book(paid)),
  'a card for a room that is paid at the hotel': fails([[2, 3]], toBooking(paid), {
    says: /sent a card in hotel.doBooking \(exchange 3\), although CanPayLater is true/,
  }),
  'a card in DoBooking for a prepaid room': warns(
    [[2, 3]],
    toConditions({ answer: { prePayment: true } }).book(paid),
  ),
  'a DoBooking whose conditions were not recorded': passes(traffic().book(paid)),
  'a payment condition without a card': passes(toBooking({ request: { payment: { condition: 'PC1-1' } } })),
  'a card that the server did not use, for a room that is paid at the hotel': fails(
    [[2, 3]],
    toBooking({
      facts: {
        warnings: [{ kind: 'ignored', field: 'Payment.PaymentRequestCC1.CreditCard', message: 'm' }],
      },
    }),
  ),
  'a payment, which another rule judges': passes(traffic().pay(paid)),
  'a card in a Search': fails([[1]], traffic().search(paid)),
  'the tool server alone': notObserved(traffic().tool()),
});
