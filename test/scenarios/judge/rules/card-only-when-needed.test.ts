import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const card = { last4: '1111', luhn: true, ours: true };
const payment = { condition: 'PC1-1', card };
const paid = { request: { payment } };

testRule('card-only-when-needed', {
  'a DoBooking without a card': { traffic: traffic().search().conditions().book(), verdict: 'pass' },
  'a DoBooking that charges the card': {
    traffic: traffic()
      .search()
      .conditions({ answer: { payLater: false } })
      .book(paid),
    verdict: 'pass',
  },
  'a card for a room that is paid at the hotel': {
    traffic: traffic().search().conditions().book(paid),
    verdict: 'fail',
    at: [[2, 3]],
    says: /sent a card in hotel.doBooking \(exchange 3\), although CanPayLater is true/,
  },
  'a card in DoBooking for a prepaid room': {
    traffic: traffic()
      .search()
      .conditions({ answer: { prePayment: true } })
      .book(paid),
    verdict: 'warn',
    at: [[2, 3]],
  },
  'a DoBooking whose conditions were not recorded': { traffic: traffic().book(paid), verdict: 'pass' },
  'a payment condition without a card': {
    traffic: traffic()
      .search()
      .conditions()
      .book({ request: { payment: { condition: 'PC1-1' } } }),
    verdict: 'pass',
  },
  'a card that the server did not use, for a room that is paid at the hotel': {
    traffic: traffic()
      .search()
      .conditions()
      .book({
        facts: {
          warnings: [{ kind: 'ignored', field: 'Payment.PaymentRequestCC1.CreditCard', message: 'm' }],
        },
      }),
    verdict: 'fail',
    at: [[2, 3]],
  },
  'a payment, which another rule judges': { traffic: traffic().pay(paid), verdict: 'pass' },
  'a card in a Search': { traffic: traffic().search(paid), verdict: 'fail', at: [[1]] },
  'the tool server alone': { traffic: traffic().tool(), verdict: 'not-observed' },
});
