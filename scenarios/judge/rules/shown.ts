import { addDays, type Money, nightsBetween, utcDate } from '#contracts';
import type { PolicyFacts, TaxFacts } from '#contracts/exchange';
import { shorten } from '#contracts/util';
import type { ShownPolicy, ShownToUser } from '../context.ts';
import { type Amount, cents, isSameAmount, moneyText } from '../reported.ts';
import { defineRule, type Found, finding, findingWith, missingInput, nothingToJudge } from '../rule.ts';
import { bookedConditions, type Call } from '../traffic/index.ts';

export const shownRules = [
  defineRule('taxes-not-summed', {
    clauses: ['flow.7'],
    title:
      'A correct client adds a tax in a foreign currency to the price only if it marks the sum as approximate.',
    right: 'The client shows the total 500.00 BRL, and beside it a tax of 12.00 USD to pay at the property.',
    wrong: 'The client shows the total 512.00 BRL, which contains 12.00 USD and is not marked approximate.',
    explanation:
      'The judge compares the total in shownToUser with the price and the taxes. Without shownToUser, the verdict is not-observed.',
    needsShown: ['total'],
    judge(run) {
      const shown = run.result?.shownToUser;
      const { total } = shown ?? {};
      if (!shown || !total) return missingInput('the rule needs shownToUser.total in the result');
      const given = bookedConditions(run).flatMap(call => {
        const { price, taxes = [] } = call.facts.answer;
        const foreign = taxes.filter(({ currency }) => currency !== price?.currency);
        return price && foreign.length > 0 ? [{ call, price, taxes, foreign }] : [];
      });
      if (given.length === 0) return nothingToJudge('no tax had another currency than the price');
      if (shown.taxes?.some(({ approximate }) => approximate)) return undefined;
      const isPrice = given.some(({ price }) => cents(price.value) === cents(total.Value));
      const summed = given.find(
        ({ price, foreign, taxes }) =>
          total.Currency === price.currency &&
          isSumWith(cents(total.Value) - cents(price.value), foreign, taxes),
      );
      if (isPrice) return undefined;
      if (!summed) return judgeSurplus(given, total);
      const names = summed.foreign.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
      return findingWith({
        also: [summed.call],
        expected: `A correct client shows ${moneyText(summed.price)} and each tax beside it in its own currency, or marks the conversion as approximate.`,
      })`The client showed a total of ${total.Value} ${total.Currency}: the price of ${moneyText(summed.price)} plus the unconverted amount of a tax in another currency (${names}). The sum is wrong without a conversion.`;
    },
  }),
  defineRule('taxes-shown', {
    clauses: ['flow.7', 'field.property-taxes'],
    title: 'A correct client shows the user each tax of PropertyTaxes with its amount and currency.',
    right:
      'The conditions have a tax of 12.00 USD. The client shows 12.00 USD, or about 66 BRL marked as approximate.',
    wrong:
      'The conditions have a tax of 12.00 USD. The client shows no tax, or shows 66 BRL without marking the amount as approximate.',
    explanation:
      'The judge looks for each tax in shownToUser.taxes. The amount may be that of one night or person, or of the whole stay. Without shownToUser.taxes, the verdict is not-observed.',
    needsShown: ['taxes'],
    judge(run) {
      const shown = run.result?.shownToUser;
      if (!shown?.taxes) return missingInput('the rule needs shownToUser.taxes in the result');
      // Without a DoBooking, the client may have ended before it showed anything.
      const given = run.of('book').length > 0 ? bookedConditions(run) : [];
      const taxed = given.find(({ facts }) => facts.answer.taxes);
      if (!taxed) return nothingToJudge('no booked conditions had PropertyTaxes');
      // The result is about only one of several bookings.
      const hidden = given.map(call => hiddenTaxes(call, shown));
      if (hidden.some(taxes => taxes.length === 0)) return undefined;
      const names = (hidden[given.indexOf(taxed)] ?? []).map(taxText).join(', ');
      const shownTexts = shown.taxes.map(({ amount }) => moneyText(amount));
      return findingWith({
        expected: `A correct client shows ${names}, or marks a converted amount as approximate.`,
      })`The client showed the taxes [${shownTexts.join(', ')}] to the user, but not the tax ${names} (${taxed}). The traveller would have to pay an unexpected amount at the property.`;
    },
  }),
  defineRule('policies-shown', {
    clauses: ['field.pricing-info', 'field.cancellation-policies', 'date.policies'],
    title: 'A correct client shows the user the cancellation policies and the PricingInfo before it books.',
    right:
      'A cancellation from 7 December on costs 120.00 BRL, and the client shows this policy before it books.',
    wrong: 'A cancellation from 7 December on costs 120.00 BRL, but the client shows "free cancellation".',
    explanation:
      'The judge compares the conditions with cancellationPolicies and pricingInfo in shownToUser. If the client reports neither field, the verdict is not-observed.',
    needsShown: ['cancellationPolicies', 'pricingInfo'],
    judge(run) {
      const shown = run.result?.shownToUser;
      if (!shown?.cancellationPolicies && !shown?.pricingInfo)
        return missingInput('the rule needs shownToUser.cancellationPolicies or shownToUser.pricingInfo');
      // Without a DoBooking, the client may have ended before it showed anything.
      const given = run.of('book').length > 0 ? bookedConditions(run) : [];
      const [first] = given.filter(({ facts: { answer } }) => answer.policies || answer.pricing);
      if (!first) return nothingToJudge('no booked conditions had policies or PricingInfo');
      // The result is about only one of several bookings.
      if (given.some(call => differenceIn(call, shown) === undefined)) return undefined;
      const { what, wanted } = differenceIn(first, shown) ?? {};
      return findingWith({
        expected: `A correct client shows ${wanted} before it books.`,
      })`The client showed the user ${what}, but the conditions have ${wanted} (${first}). The user would agree to another penalty or price.`;
    },
  }),
  defineRule('penalty-shown', {
    clauses: ['status.cancelado', 'field.cancellation-policies'],
    title: 'A correct client shows the user the penalty before it cancels a booking.',
    right: 'The client shows a penalty of 120.00 BRL, and sends CancelBooking after the user accepts it.',
    wrong: 'The client shows a free cancellation, but the supplier charges a penalty of 120.00 BRL.',
    explanation:
      "The judge compares the Penalty in the answer to the cancellation with shownToUser.penalty. The client's clock can be up to two days ahead of the sandbox, so the penalty of a neighbouring day is allowed too. Without shownToUser.penalty, the verdict is not-observed.",
    expected:
      'A correct client reads the policy for the day of the cancellation, and shows its penalty first.',
    needsShown: ['penalty'],
    judge(run) {
      const shown = run.result?.shownToUser?.penalty;
      if (!shown) return missingInput('the rule needs shownToUser.penalty in the result');
      const done = run.of('cancel').filter(call => call.isSuccess);
      const due = done.filter(({ facts: { answer } }) => (answer.penalty ?? 0) > 0);
      const [first] = due;
      const call = first ?? done.find(one => one.shown === 'cancelled');
      if (!call) return nothingToJudge('no cancellation succeeded');
      const offers = bookedConditions(run).map(({ facts }) => facts.answer);
      const currencies = offers.flatMap(({ price }) => price?.currency ?? []);
      const isKnown = currencies.length === 0 || currencies.includes(shown.Currency);
      const isShown = (value = 0) => cents(value) === cents(shown.Value);
      // The result is about only one of several cancellations.
      const isSame = first ? isKnown && due.some(({ facts }) => isShown(facts.answer.penalty)) : isShown(0);
      const isNearby = offers.some(({ policies }) =>
        policies?.some(
          ({ value, currency, start, end }) =>
            isShown(value) && (!first || currency === shown.Currency) && isNear(call, start, end),
        ),
      );
      if (isSame || isNearby || shown.approximate) return undefined;
      const [cost, harm] = first
        ? [
            `costs ${first.facts.answer.penalty} ${currencies[0] ?? ''}`,
            'pay a penalty that they did not accept',
          ]
        : ['was free', 'keep a booking that could be cancelled without cost'];
      return finding`The client showed the user a penalty of ${shown.Value} ${shown.Currency}, but the cancellation ${cost} (${call}). The user would ${harm}.`;
    },
  }),
  defineRule('more-information-shown', {
    clauses: ['field.more-information'],
    title: 'A correct client shows the user the complete text of MoreInformation.',
    right: 'The client shows MoreInformation unchanged.',
    wrong: 'The client cuts MoreInformation to 80 characters.',
    explanation:
      'The judge compares MoreInformation with shownToUser in the result of the client. Without shownToUser, the verdict is not-observed.',
    expected: 'A correct client shows the complete text of MoreInformation.',
    needsShown: ['total', 'taxes', 'moreInformation'],
    judge(run) {
      const shown = run.result?.shownToUser;
      if (!shown) return missingInput('the rule needs shownToUser in the result');
      const given = bookedConditions(run).filter(({ facts }) => facts.answer.moreInformation);
      const [first] = given;
      if (!first) return nothingToJudge('no conditions had MoreInformation');
      const words = normalizeSpaces(shown.moreInformation ?? '');
      // The result is about only one of several bookings.
      if (given.some(({ facts }) => words.includes(normalizeSpaces(facts.answer.moreInformation ?? ''))))
        return undefined;
      const { moreInformation = '' } = first.facts.answer;
      return finding`The client showed the user ${words === '' ? 'nothing' : `"${shorten(words, maxShown)}"`} of MoreInformation "${shorten(moreInformation, maxShown)}" (${first}). The text can contain further taxes.`;
    },
  }),
] as const;

/** The smallest difference, in cents, that rounding cannot cause. */
const minSurplus = 100;

/** If the difference is not a multiple of the taxes in the same currency. It may be a converted tax, or a fee of the agency. */
function judgeSurplus(given: readonly OfferWithForeignTax[], total: Money): Found | undefined {
  const [only] = given;
  if (!only || given.length > 1 || total.Currency !== only.price.currency) return undefined;
  const surplus = cents(total.Value) - cents(only.price.value);
  const own = only.taxes.filter(tax => !only.foreign.includes(tax)).map(({ amount }) => cents(amount));
  // A tax per night or per person is added several times, so multiples are allowed.
  const step = own.reduce(greatestDivisor, 0);
  if (surplus < minSurplus || (step > 0 && surplus % step === 0)) return undefined;
  return findingWith({
    also: [only.call],
    warn: true,
    expected: `A correct client shows ${moneyText(only.price)} and each tax beside it in its own currency, or marks the conversion as approximate.`,
  })`The client showed a total of ${total.Value} ${total.Currency}, ${surplus / 100} more than the price of ${moneyText(only.price)}, and marked nothing as approximate. The total may contain a tax in another currency.`;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

interface OfferWithForeignTax {
  readonly call: Call;
  readonly price: Amount;
  readonly taxes: readonly TaxFacts[];
  readonly foreign: readonly TaxFacts[];
}

/** Each additional tax doubles the number of sums. */
const maxTaxes = 8;

/** At least one of the taxes is in another currency and was not converted. */
function isSumWith(difference: number, foreign: readonly TaxFacts[], taxes: readonly TaxFacts[]): boolean {
  const some = taxes.slice(0, maxTaxes);
  for (let choice = 1; choice < 2 ** some.length; choice += 1) {
    const chosen = some.filter((_, index) => choice & (1 << index));
    const sum = chosen.reduce((total, { amount }) => total + cents(amount), 0);
    if (sum === difference && chosen.some(tax => foreign.includes(tax))) return true;
  }
  return false;
}

const taxText = ({ name = 'without a name', amount, currency, type }: TaxFacts): string =>
  `"${name}" of ${moneyText({ value: amount, currency })}${type === undefined ? '' : ` ${type}`}`;

function hiddenTaxes(given: Call, { total, taxes: shown = [] }: ShownToUser): TaxFacts[] {
  const { price, taxes = [] } = given.facts.answer;
  const left = shown.filter(({ approximate }) => !approximate);
  const missing = taxes.filter(tax => {
    const isConverted = shown.some(
      entry => entry.approximate && entry.amount.Currency !== tax.currency && isFor(entry.name, tax),
    );
    const index = left.findIndex(
      ({ amount }) => amount.Currency === tax.currency && isAmountOf(tax, cents(amount.Value), given),
    );
    if (index >= 0) left.splice(index, 1);
    return index < 0 && !isConverted;
  });
  const names = new Set(taxes.map(({ name }) => name));
  return missing.filter(({ currency }) => {
    // A client may add up taxes of one currency, in the list of taxes or in the total.
    const inList = sumOf(shown.filter(({ amount }) => amount.Currency === currency));
    const inTotal =
      total && price && total.Currency === currency && price.currency === currency
        ? cents(total.Value) - cents(price.value)
        : 0;
    const own = taxes.filter(tax => tax.currency === currency);
    // An approximate sum of all taxes contains the converted taxes too, so it is higher than the taxes of this currency.
    const about = sumOf(
      shown.filter(
        ({ approximate, amount, name }) => approximate && amount.Currency === currency && !names.has(name),
      ),
    );
    if (own.length < taxes.length && about > own.reduce((sum, { amount }) => sum + cents(amount), 0))
      return false;
    return ![inList, inTotal, inList + inTotal].some(sum => isSumOf(own, sum, given));
  });

  /** An entry with the name of another tax stands only for that tax. */
  function isFor(name: string, tax: TaxFacts): boolean {
    return name === tax.name || !taxes.some(other => other.name === name);
  }
}

const sumOf = (shown: NonNullable<ShownToUser['taxes']>): number =>
  shown.reduce((sum, { amount }) => sum + cents(amount.Value), 0);

/** Each additional tax multiplies the number of sums. */
const maxCombined = 3;

/** Each tax may be multiplied by the nights, rooms or people of the stay. */
function isSumOf(taxes: readonly TaxFacts[], sum: number, given: Call): boolean {
  const [first, ...others] = taxes;
  if (!first) return Math.abs(sum) <= 1;
  if (taxes.length > maxCombined) return sum > 0;
  return factorsOf(first, given).some(factor =>
    isSumOf(others, sum - Math.round(first.amount * 100 * factor), given),
  );
}

/** `shown`: in cents. */
const isAmountOf = (tax: TaxFacts, shown: number, given: Call): boolean =>
  factorsOf(tax, given).some(factor => Math.abs(shown - tax.amount * 100 * factor) <= factor);

/** If the recorded Search does not contain the number of nights or people. */
const maxUnits = 60;

const anyFactor = Array.from({ length: maxUnits }, (_, index) => index + 1);

function factorsOf({ type }: TaxFacts, { search, product }: Call): readonly number[] {
  const { start, end, rooms } = search?.facts.request ?? {};
  if (product !== 'hotel' || start === undefined || end === undefined || !rooms) return anyFactor;
  const adults = rooms.reduce((sum, room) => sum + room.adults, 0);
  const people = rooms.reduce((sum, { ages }) => sum + ages.length, adults);
  const nights = nightsBetween(start, end);
  const perStay = [1, rooms.length];
  if (type === 'PerStay') return perStay;
  if (type === 'PerNight') return perStay.flatMap(factor => [factor, factor * nights]);
  if (type === 'PerPerson') return [1, adults, people];
  return type === 'PerPersonPerNight'
    ? [1, adults, people].flatMap(factor => [factor, factor * nights])
    : anyFactor;
}

interface Difference {
  readonly what: string;
  readonly wanted: string;
}

/** Fields that are not reported are skipped. */
function differenceIn(
  given: Call,
  { cancellationPolicies: shown, pricingInfo }: ShownToUser,
): Difference | undefined {
  const { policies = [] } = given.facts.answer;
  const reported = shown?.map(readPolicy);
  if (reported && !isSamePolicies(policies, reported, given))
    return { what: policyList(reported.filter(costs)), wanted: policyList(policies) };
  return pricingInfo && differenceInParts(given, pricingInfo);
}

const costs = ({ value }: PolicyFacts): boolean => value > 0;

/** With the names of the recorded ones. */
const readPolicy = ({ StartDate, EndDate, Value, Currency, approximate }: ShownPolicy) => {
  return { start: StartDate, end: EndDate, value: Value, currency: Currency, approximate };
};

const policyList = (policies: readonly PolicyFacts[]): string =>
  policies.length === 0
    ? 'no penalty'
    : `the penalties [${policies.map(policy => `${moneyText(policy)} from ${policy.start} to ${policy.end}`).join(', ')}]`;

/** Day by day: a client may join or split windows, and may let a window that has started begin today. */
function isSamePolicies(
  policies: readonly PolicyFacts[],
  shown: readonly ReturnType<typeof readPolicy>[],
  given: Call,
): boolean {
  // The comparison begins tomorrow in UTC, because the date at the destination can be a day later than in UTC.
  const today = addDays(utcDate(given.opened.at), 1);
  const bounds = [...policies, ...shown].flatMap(({ start, end }) => [start, end]).filter(isDate);
  const days = bounds.flatMap(day => [addDays(day, -1), day, addDays(day, 1)]);
  // A converted penalty that is marked as approximate can have any amount.
  const isSameOn = (day: string): boolean => {
    const isOn = ({ start, end }: PolicyFacts) => start <= day && day <= end;
    const [wanted, found] = [policies.filter(isOn), shown.filter(isOn).filter(costs)];
    if (wanted.length === 0) return found.length === 0;
    return wanted.every(({ value, currency }) =>
      found.some(one => one.approximate || (one.currency === currency && cents(one.value) === cents(value))),
    );
  };
  return [today, ...days.filter(day => day > today)].every(isSameOn);
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function differenceInParts(
  { facts }: Call,
  { Base, Taxes, Total }: NonNullable<ShownToUser['pricingInfo']>,
): Difference | undefined {
  const { pricing, price } = facts.answer;
  if (!pricing || !price) return undefined;
  const parts = [
    { name: 'Base', shown: Base, value: pricing.base },
    { name: 'Taxes', shown: Taxes, value: pricing.taxes },
    { name: 'Total', shown: Total, value: pricing.total },
  ];
  for (const { name, shown, value } of parts) {
    if (value === undefined) continue;
    const part = { value, currency: price.currency };
    if (shown && isSameAmount(shown, part)) continue;
    const what = shown ? moneyText(shown) : 'nothing';
    const wanted = `${moneyText(part)} as PricingInfo.${name}`;
    return { what: `${what} as PricingInfo.${name}`, wanted };
  }
  return undefined;
}

/** From a day before to two days after the call: a client has its own clock, and `run` starts a sandbox on the day before. */
const isNear = ({ opened }: Call, start: string, end: string): boolean => {
  const day = utcDate(opened.at);
  return start <= addDays(day, 2) && end >= addDays(day, -1);
};

const normalizeSpaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

const maxShown = 120;
