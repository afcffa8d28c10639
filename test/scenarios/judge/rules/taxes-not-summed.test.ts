import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

const usd = { amount: 16, currency: 'USD' };
const brl = { amount: 5, currency: 'BRL' };
const offered = (...taxes: (typeof usd)[]) => traffic().search().conditions({ answer: { taxes } }).book();
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
  'the price by itself': { traffic: offered(usd), context: showing(100), verdict: 'pass' },
  'the price with the bare number of a foreign tax': {
    traffic: offered(usd),
    context: showing(116),
    verdict: 'fail',
    at: [[2]],
    says: /total of 116 BRL: the price of 100 BRL plus the unconverted amount of a tax in another currency \(16 USD\)/,
  },
  'the price with both taxes': {
    traffic: offered(usd, brl),
    context: showing(121),
    verdict: 'fail',
    at: [[2]],
  },
  'the price with the tax of its own currency': {
    traffic: offered(usd, brl),
    context: showing(105),
    verdict: 'pass',
  },
  'a total that may contain an unmarked conversion': {
    traffic: offered(usd),
    context: showing(181.6),
    verdict: 'warn',
    at: [[2]],
    says: /181.6 BRL, 81.6 more than the price of 100 BRL/,
  },
  'such a total beside taxes in its own currency': {
    traffic: offered(usd, brl),
    context: showing(181.6),
    verdict: 'warn',
    at: [[2]],
  },
  'the tax of its own currency for each of three nights': {
    traffic: offered(usd, brl),
    context: showing(115),
    verdict: 'pass',
  },
  'a price that is rounded up': { traffic: offered(usd), context: showing(100.5), verdict: 'pass' },
  'a conversion that is marked approximate': {
    traffic: offered(usd),
    context: showing(181.6, true),
    verdict: 'pass',
  },
  'a sum that is marked approximate': { traffic: offered(usd), context: showing(116, true), verdict: 'pass' },
  'taxes in the currency of the price': {
    traffic: offered(brl),
    context: showing(105),
    verdict: 'not-observed',
  },
  'a client that does not say what it showed': {
    traffic: offered(usd),
    context: { result: { outcome: 'confirmed' } },
    verdict: 'not-observed',
  },
});
