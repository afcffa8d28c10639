import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const paid = (card: { luhn: boolean; ours: boolean }) =>
  traffic().pay({ request: { payment: { condition: 'PC1-1', card: { last4: '4242', ...card } } } });

testRule('test-cards-only', {
  'a card of the stand-in': { traffic: paid({ luhn: true, ours: true }), verdict: 'pass' },
  'a number that is no card': { traffic: paid({ luhn: false, ours: false }), verdict: 'pass' },
  "what can be somebody's card": {
    traffic: paid({ luhn: true, ours: false }),
    verdict: 'warn',
    at: [[1]],
    says: /ends in 4242/,
  },
  'traffic without cards': { traffic: traffic().search(), verdict: 'not-observed' },
});
