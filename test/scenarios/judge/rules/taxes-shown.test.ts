import type { TaxFacts } from '#contracts/exchange';
import { traffic } from './build.ts';
import { testRule } from './test-rule.ts';

// The Search of the traffic is for two nights, and for a room with two adults and a child.
const fee: TaxFacts = { name: 'Resort fee', amount: 16, currency: 'USD', type: 'PerStay' };
const city: TaxFacts = { name: 'City tax', amount: 5, currency: 'BRL', type: 'PerNight' };
const each: TaxFacts = { name: 'Tourism tax', amount: 1.5, currency: 'BRL', type: 'PerPersonPerNight' };
const offered = (...taxes: TaxFacts[]) => traffic().search().conditions({ answer: { taxes } }).book();

type Shown = [value: number, currency: string, approximate?: true, name?: string];
const showing = (taxes: readonly Shown[], total = 100) => ({
  result: {
    outcome: 'confirmed',
    shownToUser: {
      total: { Value: total, Currency: 'BRL' },
      taxes: taxes.map(([Value, Currency, approximate, name = 'Tax']) => ({
        name,
        amount: { Value, Currency },
        ...(approximate && { approximate }),
      })),
    },
  },
});

testRule('taxes-shown', {
  'a tax with its amount and currency': {
    traffic: offered(fee),
    context: showing([[16, 'USD']]),
    verdict: 'pass',
  },
  'two taxes in any order': {
    traffic: offered(fee, city),
    context: showing([
      [5, 'BRL'],
      [16, 'USD'],
    ]),
    verdict: 'pass',
  },
  'a tax per night for the whole stay': {
    traffic: offered(city),
    context: showing([[10, 'BRL']]),
    verdict: 'pass',
  },
  'a tax per person and night for all people and nights': {
    traffic: offered(each),
    context: showing([[9, 'BRL']]),
    verdict: 'pass',
  },
  'a tax per person and night for the adults only': {
    traffic: offered(each),
    context: showing([[6, 'BRL']]),
    verdict: 'pass',
  },
  'the sum of two taxes of one currency': {
    traffic: offered(city, each),
    context: showing([[19, 'BRL']]),
    verdict: 'pass',
  },
  'a tax in the currency of the price as a part of the total': {
    traffic: offered(city),
    context: showing([], 110),
    verdict: 'pass',
  },
  'a tax beside the taxes that the price includes': {
    traffic: offered(city),
    context: showing([
      [5, 'BRL'],
      [9.09, 'BRL'],
    ]),
    verdict: 'pass',
  },
  'a converted tax that is marked as approximate': {
    traffic: offered(fee),
    context: showing([[88, 'BRL', true]]),
    verdict: 'pass',
  },
  'the approximate sum of all taxes in the currency of the price': {
    traffic: offered(fee, city),
    context: showing([[93, 'BRL', true, 'Taxes at the property']]),
    verdict: 'pass',
  },
  'a tax in the currency of the price hidden behind a converted tax': {
    traffic: offered(fee, city),
    context: showing([[88, 'BRL', true, 'Resort fee']]),
    verdict: 'fail',
    at: [[2]],
  },
  'a tax hidden behind another tax that is converted to a third currency': {
    traffic: offered(fee, city),
    context: showing([[15, 'EUR', true, 'Resort fee']]),
    verdict: 'fail',
    at: [[2]],
  },
  'one of two trips': {
    traffic: traffic()
      .search()
      .conditions({ answer: { taxes: [fee] } })
      .book()
      .search()
      .conditions({ answer: { taxes: [city] } })
      .book(),
    context: showing([[5, 'BRL']]),
    verdict: 'pass',
  },
  'no tax': {
    traffic: offered(fee),
    context: showing([]),
    verdict: 'fail',
    at: [[2]],
    says: /the taxes \[\] to the user, but not the tax "Resort fee" of 16 USD PerStay \(exchange 2\)/,
  },
  'one of two taxes': {
    traffic: offered(fee, city),
    context: showing([[16, 'USD']]),
    verdict: 'fail',
    at: [[2]],
    says: /"City tax" of 5 BRL PerNight/,
  },
  'a tax per stay, multiplied by the nights': {
    traffic: offered(fee),
    context: showing([[32, 'USD']]),
    verdict: 'fail',
    at: [[2]],
  },
  'a tax per night, multiplied by the people': {
    traffic: offered(city),
    context: showing([[15, 'BRL']]),
    verdict: 'fail',
    at: [[2]],
  },
  'the amount of a tax in another currency': {
    traffic: offered(fee),
    context: showing([[16, 'BRL']]),
    verdict: 'fail',
    at: [[2]],
  },
  'a converted tax without a mark': {
    traffic: offered(fee),
    context: showing([[88, 'BRL']]),
    verdict: 'fail',
    at: [[2]],
    expects: /marks a converted amount as approximate/,
  },
  'conditions that the client did not book': {
    traffic: traffic()
      .search()
      .conditions({ answer: { taxes: [fee] } }),
    context: showing([]),
    verdict: 'not-observed',
  },
  'conditions without taxes': {
    traffic: traffic().search().conditions().book(),
    context: showing([]),
    verdict: 'not-observed',
  },
  'a client that does not report the taxes': {
    traffic: offered(fee),
    context: { result: { outcome: 'confirmed', shownToUser: { total: { Value: 100, Currency: 'BRL' } } } },
    verdict: 'not-observed',
    why: /needs shownToUser.taxes/,
  },
});
