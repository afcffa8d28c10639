import { toBooking, toConditions } from './build.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const lost = () =>
  toConditions({ answer: { prePayment: true } })
    .book()
    .pay({ lost: 'reset' });

testRule('payment-not-repeated', {
  'a look before another payment': passes(lost().look().pay()),
  'the list before another payment': passes(lost().list().pay()),
  'a lost answer after which nothing is paid': passes(lost()),
  'another payment without a look': warns([[4, 5]], lost().pay(), {
    says: /\(exchange 5\) without a look-up, although the answer to payBooking at .* \(exchange 4\) was lost/,
  }),
  'another payment after a look that was not answered': warns([[4, 6]], lost().look({ status: 500 }).pay()),
  'another payment after 504': warns([[4, 5]], toBooking().pay({ status: 504 }).pay()),
  'payments that were answered': notObserved(toBooking().pay()),
});
