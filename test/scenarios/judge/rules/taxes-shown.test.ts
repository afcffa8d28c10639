import type { TaxFacts } from '#contracts/exchange';
import { toBooking, toConditions } from './build.ts';
import { fails, notObserved, passes, testRule } from './test-rule.ts';

// The Search of the traffic is for two nights, and for a room with two adults and a child.
const fee: TaxFacts = { name: 'Resort fee', amount: 16, currency: 'USD', type: 'PerStay' };
const city: TaxFacts = { name: 'City tax', amount: 5, currency: 'BRL', type: 'PerNight' };
const each: TaxFacts = { name: 'Tourism tax', amount: 1.5, currency: 'BRL', type: 'PerPersonPerNight' };
const offered = (...taxes: TaxFacts[]) => toConditions({ answer: { taxes } }).book();

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
  'a tax with its amount and currency': passes(offered(fee), { context: showing([[16, 'USD']]) }),
  'two taxes in any order': passes(offered(fee, city), {
    context: showing([
      [5, 'BRL'],
      [16, 'USD'],
    ]),
  }),
  'a tax per night for the whole stay': passes(offered(city), { context: showing([[10, 'BRL']]) }),
  'a tax per person and night for all people and nights': passes(offered(each), {
    context: showing([[9, 'BRL']]),
  }),
  'a tax per person and night for the adults only': passes(offered(each), { context: showing([[6, 'BRL']]) }),
  'the sum of two taxes of one currency': passes(offered(city, each), { context: showing([[19, 'BRL']]) }),
  'a sum that is rounded by a cent': passes(offered(city, each), { context: showing([[19.01, 'BRL']]) }),
  'a sum that is wrong by two cents': fails([[2]], offered(city, each), {
    context: showing([[19.02, 'BRL']]),
  }),
  'a tax in the currency of the price as a part of the total': passes(offered(city), {
    context: showing([], 110),
  }),
  'a tax beside the taxes that the price includes': passes(offered(city), {
    context: showing([
      [5, 'BRL'],
      [9.09, 'BRL'],
    ]),
  }),
  'a converted tax that is marked as approximate': passes(offered(fee), {
    context: showing([[88, 'BRL', true]]),
  }),
  'the approximate sum of all taxes in the currency of the price': passes(offered(fee, city), {
    context: showing([[93, 'BRL', true, 'Taxes at the property']]),
  }),
  'a tax in the currency of the price hidden behind a converted tax': fails([[2]], offered(fee, city), {
    context: showing([[88, 'BRL', true, 'Resort fee']]),
  }),
  'a tax hidden behind another tax that is converted to a third currency': fails([[2]], offered(fee, city), {
    context: showing([[15, 'EUR', true, 'Resort fee']]),
  }),
  'one of two trips': passes(
    toConditions({ answer: { taxes: [fee] } })
      .book()
      .search()
      .conditions({ answer: { taxes: [city] } })
      .book(),
    { context: showing([[5, 'BRL']]) },
  ),
  'no tax': fails([[2]], offered(fee), {
    context: showing([]),
    says: /the taxes \[\] to the user, but not the tax "Resort fee" of 16 USD PerStay \(exchange 2\)/,
  }),
  'one of two taxes': fails([[2]], offered(fee, city), {
    context: showing([[16, 'USD']]),
    says: /"City tax" of 5 BRL PerNight/,
  }),
  'a tax per stay, multiplied by the nights': fails([[2]], offered(fee), { context: showing([[32, 'USD']]) }),
  'a tax per night, multiplied by the people': fails([[2]], offered(city), {
    context: showing([[15, 'BRL']]),
  }),
  'the amount of a tax in another currency': fails([[2]], offered(fee), { context: showing([[16, 'BRL']]) }),
  'a converted tax without a mark': fails([[2]], offered(fee), {
    context: showing([[88, 'BRL']]),
    expects: /marks a converted amount as approximate/,
  }),
  'conditions that the client did not book': notObserved(toConditions({ answer: { taxes: [fee] } }), {
    context: showing([]),
  }),
  'conditions without taxes': notObserved(toBooking(), { context: showing([]) }),
  'a client that does not report the taxes': notObserved(offered(fee), {
    context: { result: { outcome: 'confirmed', shownToUser: { total: { Value: 100, Currency: 'BRL' } } } },
    why: /needs shownToUser.taxes/,
  }),
});
