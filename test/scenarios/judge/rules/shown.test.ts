import type { AnswerFacts, PolicyFacts, TaxFacts } from '#contracts/exchange';
import type { JudgeContext } from '#scenarios/judge';
import { toBooking, toConditions } from './build.ts';
import { fails, notObserved, passes, testRule, warns } from './test-rule.ts';

const offered = (answer: Partial<AnswerFacts>) => toConditions({ answer }).book();
const offeredTaxes = (...taxes: TaxFacts[]) => offered({ taxes });

type ShownToUser = NonNullable<NonNullable<JudgeContext['result']>['shownToUser']>;
/** The report of a client, with what it showed to its user. */
const showing = (shownToUser?: ShownToUser, outcome = 'confirmed') => ({
  result: { outcome, ...(shownToUser && { shownToUser }) },
});
const inBrl = (Value: number) => ({ Value, Currency: 'BRL' });
type ShownTax = [value: number, currency: string, approximate?: boolean | undefined, name?: string];
const taxesOf = (...taxes: readonly ShownTax[]) =>
  taxes.map(([Value, Currency, approximate, name = 'Tax']) => {
    return { name, amount: { Value, Currency }, ...(approximate && { approximate }) };
  });

// The Search of the traffic is for two nights, and for a room with two adults and a child.
const fee: TaxFacts = { name: 'Resort fee', amount: 16, currency: 'USD', type: 'PerStay' };
const city: TaxFacts = { name: 'City tax', amount: 5, currency: 'BRL', type: 'PerNight' };
const each: TaxFacts = { name: 'Tourism tax', amount: 1.5, currency: 'BRL', type: 'PerPersonPerNight' };

const usd = { amount: 16, currency: 'USD' };
const brl = { amount: 5, currency: 'BRL' };
const showingTotal = (total: number, approximate?: boolean) =>
  showing({ total: inBrl(total), taxes: taxesOf([16, 'USD', approximate, 'Resort fee']) });

testRule('taxes-not-summed', {
  'the price by itself': passes(offeredTaxes(usd), showingTotal(100)),
  'the price with the bare number of a foreign tax': fails([[2]], offeredTaxes(usd), {
    ...showingTotal(116),
    says: /total of 116 BRL: the price of 100 BRL plus the unconverted amount of a tax in another currency \(16 USD\)/,
  }),
  'the price with both taxes': fails([[2]], offeredTaxes(usd, brl), showingTotal(121)),
  'the price with the tax of its own currency': passes(offeredTaxes(usd, brl), showingTotal(105)),
  'a total that may contain an unmarked conversion': warns([[2]], offeredTaxes(usd), {
    ...showingTotal(181.6),
    says: /181.6 BRL, 81.6 more than the price of 100 BRL/,
  }),
  'such a total beside taxes in its own currency': warns([[2]], offeredTaxes(usd, brl), showingTotal(181.6)),
  'the tax of its own currency for each of three nights': passes(offeredTaxes(usd, brl), showingTotal(115)),
  'a price that is rounded up': passes(offeredTaxes(usd), showingTotal(100.5)),
  'a conversion that is marked approximate': passes(offeredTaxes(usd), showingTotal(181.6, true)),
  'a sum that is marked approximate': passes(offeredTaxes(usd), showingTotal(116, true)),
  'taxes in the currency of the price': notObserved(offeredTaxes(brl), showingTotal(105)),
  'a client that does not say what it showed': notObserved(offeredTaxes(usd), showing()),
});

const withCityTax = { answer: { taxes: [city] } };
const showingTaxes = (...taxes: readonly ShownTax[]) =>
  showing({ total: inBrl(100), taxes: taxesOf(...taxes) });

testRule('taxes-shown', {
  'a tax with its amount and currency': passes(offeredTaxes(fee), showingTaxes([16, 'USD'])),
  'two taxes in any order': passes(offeredTaxes(fee, city), showingTaxes([5, 'BRL'], [16, 'USD'])),
  'a tax per night for the whole stay': passes(offeredTaxes(city), showingTaxes([10, 'BRL'])),
  'a tax per person and night for the adults only': passes(offeredTaxes(each), showingTaxes([6, 'BRL'])),
  'the sum of two taxes of one currency': passes(offeredTaxes(city, each), showingTaxes([19, 'BRL'])),
  'a sum that is rounded by a cent': passes(offeredTaxes(city, each), showingTaxes([19.01, 'BRL'])),
  'a sum that is wrong by two cents': fails([[2]], offeredTaxes(city, each), showingTaxes([19.02, 'BRL'])),
  'a tax in the currency of the price as a part of the total': passes(
    offeredTaxes(city),
    showing({ total: inBrl(110), taxes: [] }),
  ),
  'a tax beside the taxes that the price includes': passes(
    offeredTaxes(city),
    showingTaxes([5, 'BRL'], [9.09, 'BRL']),
  ),
  'a converted tax that is marked as approximate': passes(offeredTaxes(fee), showingTaxes([88, 'BRL', true])),
  'the approximate sum of all taxes in the currency of the price': passes(
    offeredTaxes(fee, city),
    showingTaxes([93, 'BRL', true, 'Taxes at the property']),
  ),
  'a tax that is missing beside a converted tax': fails(
    [[2]],
    offeredTaxes(fee, city),
    showingTaxes([88, 'BRL', true, 'Resort fee']),
  ),
  'a tax that is missing beside another tax, which is converted to a third currency': fails(
    [[2]],
    offeredTaxes(fee, city),
    showingTaxes([15, 'EUR', true, 'Resort fee']),
  ),
  'one of two trips': passes(
    offeredTaxes(fee).search().conditions(withCityTax).book(),
    showingTaxes([5, 'BRL']),
  ),
  'no tax': fails([[2]], offeredTaxes(fee), {
    ...showingTaxes(),
    says: /the taxes \[\] to the user, but not the tax "Resort fee" of 16 USD PerStay \(exchange 2\)/,
  }),
  'one of two taxes': fails([[2]], offeredTaxes(fee, city), {
    ...showingTaxes([16, 'USD']),
    says: /"City tax" of 5 BRL PerNight/,
  }),
  'a tax per stay, multiplied by the nights': fails([[2]], offeredTaxes(fee), showingTaxes([32, 'USD'])),
  'a tax per night, multiplied by the people': fails([[2]], offeredTaxes(city), showingTaxes([15, 'BRL'])),
  'the amount of a tax in another currency': fails([[2]], offeredTaxes(fee), showingTaxes([16, 'BRL'])),
  'a converted tax without a mark': fails([[2]], offeredTaxes(fee), {
    ...showingTaxes([88, 'BRL']),
    expects: /marks a converted amount as approximate/,
  }),
  'conditions that the client did not book': notObserved(
    toConditions({ answer: { taxes: [fee] } }),
    showingTaxes(),
  ),
  'a client that does not report the taxes': notObserved(offeredTaxes(fee), {
    ...showing({ total: inBrl(100) }),
    why: /needs shownToUser.taxes/,
  }),
});

/** A penalty on days of 2026. */
const penalty = (from: string, to: string, value: number): PolicyFacts => {
  return { start: `2026-${from}`, end: `2026-${to}`, value, currency: 'BRL' };
};
const late = penalty('12-07', '12-09', 50);
const full = penalty('12-10', '12-12', 100);
const always = { ...full, start: '2000-01-01' };
const under = (...policies: PolicyFacts[]) => offered({ policies });
const pricing = { base: 91, taxes: 9, total: 100 };

const policies = (...shown: [from: string, to: string, value: number, currency?: string][]) => {
  const cancellationPolicies = shown.map(([from, to, Value, Currency = 'BRL']) => {
    return { StartDate: `2026-${from}`, EndDate: `2026-${to}`, Value, Currency };
  });
  return showing({ cancellationPolicies });
};

testRule('policies-shown', {
  'both policies': passes(under(late, full), policies(['12-07', '12-09', 50], ['12-10', '12-12', 100])),
  'the policies with the free days before them': passes(
    under(late),
    policies(['11-20', '12-06', 0], ['12-07', '12-09', 50]),
  ),
  'a policy that starts today, because it has already started': passes(
    under(always),
    policies(['11-20', '12-12', 100]),
  ),
  'one policy in two parts': passes(under(full), policies(['12-10', '12-10', 100], ['12-11', '12-12', 100])),
  'a converted penalty that is marked as approximate': passes(
    under(full),
    showing({
      cancellationPolicies: [
        { StartDate: '2026-12-10', EndDate: '2026-12-12', Value: 18, Currency: 'USD', approximate: true },
      ],
    }),
  ),
  'the parts of the price': passes(
    offered({ pricing }),
    showing({ pricingInfo: { Base: inBrl(91), Taxes: inBrl(9), Total: inBrl(100) } }),
  ),
  'no policy': fails([[2]], under(late, full), {
    ...policies(),
    says: /showed the user no penalty, but the conditions have the penalties \[50 BRL from 2026-12-07 to 2026-12-09/,
  }),
  'a penalty that starts a day too late': fails([[2]], under(late), policies(['12-08', '12-09', 50])),
  'a penalty that starts a day too early': fails([[2]], under(late), policies(['12-06', '12-09', 50])),
  'a policy whose last day is left out': fails([[2]], under(late), policies(['12-07', '12-08', 50])),
  'another penalty': fails([[2]], under(late), policies(['12-07', '12-09', 5])),
  'a penalty in another currency': fails([[2]], under(late), policies(['12-07', '12-09', 50, 'USD'])),
  'a penalty that starts now, shown as a free cancellation until the stay': fails(
    [[2]],
    under(always),
    policies(['12-10', '12-12', 100]),
  ),
  'a price without its taxes': fails([[2]], offered({ pricing }), {
    ...showing({ pricingInfo: { Base: inBrl(100), Taxes: inBrl(0), Total: inBrl(100) } }),
    says: /showed the user 100 BRL as PricingInfo.Base, but the conditions have 91 BRL as PricingInfo.Base/,
  }),
  'conditions that the client did not book': notObserved(
    toConditions({ answer: { policies: [late] } }),
    policies(),
  ),
  'conditions without policies': notObserved(offered({}), policies()),
  'a client that does not report the policies': notObserved(offered({ policies: [late], pricing }), {
    ...showing({ total: inBrl(100), taxes: [] }),
    why: /needs shownToUser.cancellationPolicies/,
  }),
});

const cancelled = (cost?: number) => toBooking().cancel({ answer: { ...(cost && { penalty: cost }) } });
const showingPenalty = (Value: number, Currency = 'BRL', approximate?: boolean) =>
  showing({ penalty: { Value, Currency, ...(approximate && { approximate }) } }, 'cancelled');
const cancelledUnder = (from: string) =>
  under(penalty(from, '11-29', 90)).cancel({ answer: { penalty: 50 } });

testRule('penalty-shown', {
  'the penalty of the cancellation': passes(cancelled(50), showingPenalty(50)),
  'a converted penalty that is marked as approximate': passes(cancelled(50), showingPenalty(9, 'USD', true)),
  'a free cancellation': fails([[4]], cancelled(50), {
    ...showingPenalty(0),
    says: /a penalty of 0 BRL, but the cancellation costs 50 BRL \(exchange 4\)/,
  }),
  "the penalty of the next day, which is today on the client's clock": passes(
    cancelledUnder('11-22'),
    showingPenalty(90),
  ),
  'the penalty of the next day in another currency': fails(
    [[4]],
    cancelledUnder('11-22'),
    showingPenalty(90, 'USD'),
  ),
  'the penalty of a later week': fails([[4]], cancelledUnder('11-23'), showingPenalty(90)),
  'the amount in another currency': fails([[4]], cancelled(50), showingPenalty(50, 'USD')),
  'a cancellation without a penalty': passes(cancelled(), showingPenalty(0)),
  'a penalty for a cancellation that was free': fails([[4]], cancelled(), {
    ...showingPenalty(50),
    says: /but the cancellation was free \(exchange 4\)/,
  }),
  'a client that does not report the penalty': notObserved(cancelled(50), {
    ...showing(undefined, 'cancelled'),
    why: /needs shownToUser.penalty/,
  }),
});

const text = 'A tourism fee of 2 % is paid at the property.\nBring a document.';
const offeredText = () => offered({ moreInformation: text });
const showingText = (moreInformation?: string) =>
  showing(moreInformation === undefined ? {} : { moreInformation });

testRule('more-information-shown', {
  'all of it': passes(offeredText(), showingText(text)),
  'all of it among other words, in other lines': passes(
    offeredText(),
    showingText(`Please note: ${text.replace('\n', '  ')} Thank you.`),
  ),
  'only its beginning': fails([[2]], offeredText(), {
    ...showingText('A tourism fee of 2 % is paid at the property.'),
    says: /Bring a document/,
  }),
  'nothing of it': fails([[2]], offeredText(), { ...showingText(), says: /showed the user nothing/ }),
  'conditions without any': notObserved(toBooking(), showingText()),
  'a client that does not say what it showed': notObserved(offeredText()),
});
