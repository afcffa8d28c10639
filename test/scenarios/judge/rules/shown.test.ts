import type { AnswerFacts, PolicyFacts, TaxFacts } from '#contracts/exchange';
import type { JudgeContext } from '#scenarios/judge';
import { toBooking, toConditions } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const usd = { amount: 16, currency: 'USD' };
const brl = { amount: 5, currency: 'BRL' };
const offeredUsd = (...taxes: (typeof usd)[]) => toConditions({ answer: { taxes } }).book();
const showingTotal = (Value: number, approximate?: boolean) => ({
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
  'the price by itself': passes(offeredUsd(usd), { context: showingTotal(100) }),
  'the price with the bare number of a foreign tax': fails([[2]], offeredUsd(usd), {
    context: showingTotal(116),
    says: /total of 116 BRL: the price of 100 BRL plus the unconverted amount of a tax in another currency \(16 USD\)/,
  }),
  'the price with both taxes': fails([[2]], offeredUsd(usd, brl), { context: showingTotal(121) }),
  'the price with the tax of its own currency': passes(offeredUsd(usd, brl), { context: showingTotal(105) }),
  'a total that may contain an unmarked conversion': warns([[2]], offeredUsd(usd), {
    context: showingTotal(181.6),
    says: /181.6 BRL, 81.6 more than the price of 100 BRL/,
  }),
  'such a total beside taxes in its own currency': warns([[2]], offeredUsd(usd, brl), {
    context: showingTotal(181.6),
  }),
  'the tax of its own currency for each of three nights': passes(offeredUsd(usd, brl), {
    context: showingTotal(115),
  }),
  'a price that is rounded up': passes(offeredUsd(usd), { context: showingTotal(100.5) }),
  'a conversion that is marked approximate': passes(offeredUsd(usd), { context: showingTotal(181.6, true) }),
  'a sum that is marked approximate': passes(offeredUsd(usd), { context: showingTotal(116, true) }),
  'taxes in the currency of the price': notObserved(offeredUsd(brl), { context: showingTotal(105) }),
  'a client that does not say what it showed': notObserved(offeredUsd(usd), {
    context: { result: { outcome: 'confirmed' } },
  }),
});

// The Search of the traffic is for two nights, and for a room with two adults and a child.
const fee: TaxFacts = { name: 'Resort fee', amount: 16, currency: 'USD', type: 'PerStay' };
const city: TaxFacts = { name: 'City tax', amount: 5, currency: 'BRL', type: 'PerNight' };
const each: TaxFacts = { name: 'Tourism tax', amount: 1.5, currency: 'BRL', type: 'PerPersonPerNight' };
const offered = (...taxes: TaxFacts[]) => toConditions({ answer: { taxes } }).book();

type ShownTax = [value: number, currency: string, approximate?: true, name?: string];
const showingTaxes = (taxes: readonly ShownTax[], total = 100) => ({
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
  'a tax with its amount and currency': passes(offered(fee), { context: showingTaxes([[16, 'USD']]) }),
  'two taxes in any order': passes(offered(fee, city), {
    context: showingTaxes([
      [5, 'BRL'],
      [16, 'USD'],
    ]),
  }),
  'a tax per night for the whole stay': passes(offered(city), { context: showingTaxes([[10, 'BRL']]) }),
  'a tax per person and night for all people and nights': passes(offered(each), {
    context: showingTaxes([[9, 'BRL']]),
  }),
  'a tax per person and night for the adults only': passes(offered(each), {
    context: showingTaxes([[6, 'BRL']]),
  }),
  'the sum of two taxes of one currency': passes(offered(city, each), {
    context: showingTaxes([[19, 'BRL']]),
  }),
  'a sum that is rounded by a cent': passes(offered(city, each), { context: showingTaxes([[19.01, 'BRL']]) }),
  'a sum that is wrong by two cents': fails([[2]], offered(city, each), {
    context: showingTaxes([[19.02, 'BRL']]),
  }),
  'a tax in the currency of the price as a part of the total': passes(offered(city), {
    context: showingTaxes([], 110),
  }),
  'a tax beside the taxes that the price includes': passes(offered(city), {
    context: showingTaxes([
      [5, 'BRL'],
      [9.09, 'BRL'],
    ]),
  }),
  'a converted tax that is marked as approximate': passes(offered(fee), {
    context: showingTaxes([[88, 'BRL', true]]),
  }),
  'the approximate sum of all taxes in the currency of the price': passes(offered(fee, city), {
    context: showingTaxes([[93, 'BRL', true, 'Taxes at the property']]),
  }),
  'a tax in the currency of the price that is missing beside a converted tax': fails(
    [[2]],
    offered(fee, city),
    {
      context: showingTaxes([[88, 'BRL', true, 'Resort fee']]),
    },
  ),
  'a tax that is missing beside another tax, which is converted to a third currency': fails(
    [[2]],
    offered(fee, city),
    {
      context: showingTaxes([[15, 'EUR', true, 'Resort fee']]),
    },
  ),
  'one of two trips': passes(
    toConditions({ answer: { taxes: [fee] } })
      .book()
      .search()
      .conditions({ answer: { taxes: [city] } })
      .book(),
    { context: showingTaxes([[5, 'BRL']]) },
  ),
  'no tax': fails([[2]], offered(fee), {
    context: showingTaxes([]),
    says: /the taxes \[\] to the user, but not the tax "Resort fee" of 16 USD PerStay \(exchange 2\)/,
  }),
  'one of two taxes': fails([[2]], offered(fee, city), {
    context: showingTaxes([[16, 'USD']]),
    says: /"City tax" of 5 BRL PerNight/,
  }),
  'a tax per stay, multiplied by the nights': fails([[2]], offered(fee), {
    context: showingTaxes([[32, 'USD']]),
  }),
  'a tax per night, multiplied by the people': fails([[2]], offered(city), {
    context: showingTaxes([[15, 'BRL']]),
  }),
  'the amount of a tax in another currency': fails([[2]], offered(fee), {
    context: showingTaxes([[16, 'BRL']]),
  }),
  'a converted tax without a mark': fails([[2]], offered(fee), {
    context: showingTaxes([[88, 'BRL']]),
    expects: /marks a converted amount as approximate/,
  }),
  'conditions that the client did not book': notObserved(toConditions({ answer: { taxes: [fee] } }), {
    context: showingTaxes([]),
  }),
  'conditions without taxes': notObserved(toBooking(), { context: showingTaxes([]) }),
  'a client that does not report the taxes': notObserved(offered(fee), {
    context: { result: { outcome: 'confirmed', shownToUser: { total: { Value: 100, Currency: 'BRL' } } } },
    why: /needs shownToUser.taxes/,
  }),
});

const late: PolicyFacts = { start: '2026-12-07', end: '2026-12-09', value: 50, currency: 'BRL' };
const full: PolicyFacts = { start: '2026-12-10', end: '2026-12-12', value: 100, currency: 'BRL' };
const always: PolicyFacts = { start: '2000-01-01', end: '2026-12-12', value: 100, currency: 'BRL' };
const pricing = { base: 91, taxes: 9, total: 100 };
const offeredWith = (answer: Partial<AnswerFacts>) => toConditions({ answer }).book();

type ShownParts = NonNullable<NonNullable<JudgeContext['result']>['shownToUser']>;
const showingParts = (shownToUser: ShownParts): JudgeContext => ({
  result: { outcome: 'confirmed', shownToUser },
});
const policies = (...shown: [start: string, end: string, value: number, currency?: string][]) =>
  showingParts({
    cancellationPolicies: shown.map(([StartDate, EndDate, Value, Currency = 'BRL']) => ({
      StartDate,
      EndDate,
      Value,
      Currency,
    })),
  });
const inBrl = (Value: number) => ({ Value, Currency: 'BRL' });

testRule('policies-shown', {
  'both policies': passes(offeredWith({ policies: [late, full] }), {
    context: policies(['2026-12-07', '2026-12-09', 50], ['2026-12-10', '2026-12-12', 100]),
  }),
  'the policies with the free days before them': passes(offeredWith({ policies: [late] }), {
    context: policies(['2026-11-20', '2026-12-06', 0], ['2026-12-07', '2026-12-09', 50]),
  }),
  'a policy that starts today, because it has already started': passes(offeredWith({ policies: [always] }), {
    context: policies(['2026-11-20', '2026-12-12', 100]),
  }),
  'one policy in two parts': passes(offeredWith({ policies: [full] }), {
    context: policies(['2026-12-10', '2026-12-10', 100], ['2026-12-11', '2026-12-12', 100]),
  }),
  'a converted penalty that is marked as approximate': passes(offeredWith({ policies: [full] }), {
    context: showingParts({
      cancellationPolicies: [
        { StartDate: '2026-12-10', EndDate: '2026-12-12', Value: 18, Currency: 'USD', approximate: true },
      ],
    }),
  }),
  'the parts of the price': passes(offeredWith({ pricing }), {
    context: showingParts({ pricingInfo: { Base: inBrl(91), Taxes: inBrl(9), Total: inBrl(100) } }),
  }),
  'no policy': fails([[2]], offeredWith({ policies: [late, full] }), {
    context: policies(),
    says: /showed the user no penalty, but the conditions have the penalties \[50 BRL from 2026-12-07 to 2026-12-09/,
  }),
  'a penalty that starts a day too late': fails([[2]], offeredWith({ policies: [late] }), {
    context: policies(['2026-12-08', '2026-12-09', 50]),
  }),
  'a penalty that starts a day too early': fails([[2]], offeredWith({ policies: [late] }), {
    context: policies(['2026-12-06', '2026-12-09', 50]),
  }),
  'a policy whose last day is left out': fails([[2]], offeredWith({ policies: [late] }), {
    context: policies(['2026-12-07', '2026-12-08', 50]),
  }),
  'another penalty': fails([[2]], offeredWith({ policies: [late] }), {
    context: policies(['2026-12-07', '2026-12-09', 5]),
  }),
  'a penalty in another currency': fails([[2]], offeredWith({ policies: [late] }), {
    context: policies(['2026-12-07', '2026-12-09', 50, 'USD']),
  }),
  'a penalty that starts now, shown as a free cancellation until the stay': fails(
    [[2]],
    offeredWith({ policies: [always] }),
    { context: policies(['2026-12-10', '2026-12-12', 100]) },
  ),
  'a price without its taxes': fails([[2]], offeredWith({ pricing }), {
    context: showingParts({ pricingInfo: { Base: inBrl(100), Taxes: inBrl(0), Total: inBrl(100) } }),
    says: /showed the user 100 BRL as PricingInfo.Base, but the conditions have 91 BRL as PricingInfo.Base/,
  }),
  'conditions that the client did not book': notObserved(toConditions({ answer: { policies: [late] } }), {
    context: policies(),
  }),
  'conditions without policies': notObserved(offeredWith({}), { context: policies() }),
  'a client that does not report the policies': notObserved(offeredWith({ policies: [late], pricing }), {
    context: showingParts({ total: inBrl(100), taxes: [] }),
    why: /needs shownToUser.cancellationPolicies/,
  }),
});

const cancelled = (penalty?: number) =>
  toBooking().cancel({ answer: penalty === undefined ? {} : { penalty } });
const showingPenalty = (Value: number, Currency = 'BRL', approximate?: boolean) => ({
  result: {
    outcome: 'cancelled',
    shownToUser: { penalty: { Value, Currency, ...(approximate && { approximate }) } },
  },
});

const cancelledUnder = (start: string) =>
  toConditions({ answer: { policies: [{ start, end: '2026-11-29', value: 90, currency: 'BRL' }] } })
    .book()
    .cancel({ answer: { penalty: 50 } });

testRule('penalty-shown', {
  'the penalty of the cancellation': passes(cancelled(50), { context: showingPenalty(50) }),
  'a converted penalty that is marked as approximate': passes(cancelled(50), {
    context: showingPenalty(9, 'USD', true),
  }),
  'a free cancellation': fails([[4]], cancelled(50), {
    context: showingPenalty(0),
    says: /a penalty of 0 BRL, but the cancellation costs 50 BRL \(exchange 4\)/,
  }),
  "the penalty of the next day, which is today on the client's clock": passes(cancelledUnder('2026-11-22'), {
    context: showingPenalty(90),
  }),
  'the penalty of the next day in another currency': fails([[4]], cancelledUnder('2026-11-22'), {
    context: showingPenalty(90, 'USD'),
  }),
  'the penalty of a later week': fails([[4]], cancelledUnder('2026-11-23'), { context: showingPenalty(90) }),
  'the amount in another currency': fails([[4]], cancelled(50), { context: showingPenalty(50, 'USD') }),
  'a cancellation without a penalty': passes(cancelled(), { context: showingPenalty(0) }),
  'a penalty for a cancellation that was free': fails([[4]], cancelled(), {
    context: showingPenalty(50),
    says: /but the cancellation was free \(exchange 4\)/,
  }),
  'a client that does not report the penalty': notObserved(cancelled(50), {
    context: { result: { outcome: 'cancelled' } },
    why: /needs shownToUser.penalty/,
  }),
});

const text = 'A tourism fee of 2 % is paid at the property.\nBring a document.';
const offeredText = () => toConditions({ answer: { moreInformation: text } }).book();
const showingText = (moreInformation?: string) => ({
  result: {
    outcome: 'confirmed',
    shownToUser: { ...(moreInformation !== undefined && { moreInformation }) },
  },
});

testRule('more-information-shown', {
  'all of it': passes(offeredText(), { context: showingText(text) }),
  'all of it among other words, in other lines': passes(offeredText(), {
    context: showingText(`Please note: ${text.replace('\n', '  ')} Thank you.`),
  }),
  'only its beginning': fails([[2]], offeredText(), {
    context: showingText('A tourism fee of 2 % is paid at the property.'),
    says: /Bring a document/,
  }),
  'nothing of it': fails([[2]], offeredText(), { context: showingText(), says: /showed the user nothing/ }),
  'conditions without any': notObserved(toBooking(), { context: showingText() }),
  'a client that does not say what it showed': notObserved(offeredText()),
});
