import { toConditions } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const usd = { amount: 16, currency: 'USD' };
const brl = { amount: 5, currency: 'BRL' };
const offered = (...taxes: (typeof usd)[]) => toConditions({ answer: { taxes } }).book();
const showing = (Value: number, approximate?: boolean) => ({
  result: {
    outcome: 'confirmed',
    shownToUser: {
      total: { Value, Currency: 'BRL' },
      taxes: [
        { name: 'Resort fee', amount: { Value: 16, Currency: 'USD' }, ...(approximate && { approximate }) },
      ],
    },
  },
});

testRule('taxes-not-summed', {
  'the price by itself': passes(offered(usd), { context: showing(100) }),
  'the price with the bare number of a foreign tax': fails([[2]], offered(usd), {
    context: showing(116),
    says: /total of 116 BRL: the price of 100 BRL plus the unconverted amount of a tax in another currency \(16 USD\)/,
  }),
  'the price with both taxes': fails([[2]], offered(usd, brl), { context: showing(121) }),
  'the price with the tax of its own currency': passes(offered(usd, brl), { context: showing(105) }),
  'a total that may contain an unmarked conversion': warns([[2]], offered(usd), {
    context: showing(181.6),
    says: /181.6 BRL, 81.6 more than the price of 100 BRL/,
  }),
  'such a total beside taxes in its own currency': warns([[2]], offered(usd, brl), {
    context: showing(181.6),
  }),
  'the tax of its own currency for each of three nights': passes(offered(usd, brl), {
    context: showing(115),
  }),
  'a price that is rounded up': passes(offered(usd), { context: showing(100.5) }),
  'a conversion that is marked approximate': passes(offered(usd), { context: showing(181.6, true) }),
  'a sum that is marked approximate': passes(offered(usd), { context: showing(116, true) }),
  'taxes in the currency of the price': notObserved(offered(brl), { context: showing(105) }),
  'a client that does not say what it showed': notObserved(offered(usd), {
    context: { result: { outcome: 'confirmed' } },
  }),
});
