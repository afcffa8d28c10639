import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const lost = () =>
  traffic()
    .search()
    .conditions({ answer: { prePayment: true } })
    .book()
    .pay({ lost: 'reset' });

testRule('payment-not-repeated', {
  'a look before another payment': { traffic: lost().look().pay(), verdict: 'pass' },
  'the list before another payment': { traffic: lost().list().pay(), verdict: 'pass' },
  'a lost answer after which nothing is paid': { traffic: lost(), verdict: 'pass' },
  'another payment without a look': {
    traffic: lost().pay(),
    verdict: 'warn',
    at: [[4, 5]],
    says: /\(exchange 5\) without a look-up, although the answer to payBooking at .* \(exchange 4\) was lost/,
  },
  'another payment after a look that was not answered': {
    traffic: lost().look({ status: 500 }).pay(),
    verdict: 'warn',
    at: [[4, 6]],
  },
  'another payment after 504': {
    traffic: traffic().search().conditions().book().pay({ status: 504 }).pay(),
    verdict: 'warn',
    at: [[4, 5]],
  },
  'payments that were answered': {
    traffic: traffic().search().conditions().book().pay(),
    verdict: 'not-observed',
  },
});
