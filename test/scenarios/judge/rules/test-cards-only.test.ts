import { traffic } from './build.ts';
import { notObserved, passes, testRule, warns } from './test-rule.ts';

const paid = (card: { luhn: boolean; ours: boolean }) =>
  traffic().pay({ request: { payment: { condition: 'PC1-1', card: { last4: '4242', ...card } } } });

testRule('test-cards-only', {
  'a card of the stand-in': passes(paid({ luhn: true, ours: true })),
  'a number that is no card': passes(paid({ luhn: false, ours: false })),
  "what can be somebody's card": warns([[1]], paid({ luhn: true, ours: false }), { says: /ends in 4242/ }),
  'traffic without cards': notObserved(traffic().search()),
});
