import { nightsBetween } from '#contracts';
import type { TaxFacts } from '#contracts/exchange';
import {
  assessOne,
  bookedConditions,
  type Call,
  cents,
  defineRule,
  finding,
  missingInput,
  moneyText,
  type ShownToUser,
} from '../assess/index.ts';

export const taxesShown = defineRule({
  id: 'taxes-shown',
  level: 'must',
  clauses: ['flow.7', 'field.property-taxes'],
  title: 'A correct client shows the user each tax of PropertyTaxes with its amount and currency.',
  right:
    'The conditions have a tax of 12.00 USD. The client shows 12.00 USD, or about 66 BRL marked as approximate.',
  wrong:
    'The conditions have a tax of 12.00 USD. The client shows no tax, or shows 66 BRL without marking the amount as approximate.',
  explanation:
    'The judge looks for each tax in shownToUser.taxes. The amount may be that of one night or person, or of the whole stay. Without shownToUser.taxes, the verdict is not-observed.',
  needsShown: ['taxes'],
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    if (!shown?.taxes) return missingInput('the rule needs shownToUser.taxes in the result');
    // Without a DoBooking, the client may have ended before it showed anything.
    const given = traffic.of('book').length > 0 ? bookedConditions(traffic) : [];
    const taxed = given.find(({ facts }) => facts.answer.taxes);
    if (!taxed) return assessOne('not applicable', 'no booked conditions had PropertyTaxes');
    // If the client made several bookings, its result contains the taxes of only one booking.
    const hidden = given.map(call => hiddenTaxes(call, shown));
    if (hidden.some(taxes => taxes.length === 0)) return assessOne(undefined);
    const names = (hidden[given.indexOf(taxed)] ?? []).map(taxText).join(', ');
    const shownTexts = shown.taxes.map(({ amount: { Value, Currency } }) =>
      moneyText({ value: Value, currency: Currency }),
    );
    return assessOne(
      finding([taxed], {
        message: `The client showed the taxes [${shownTexts.join(', ')}] to the user, but not the tax ${names} (exchange ${taxed.number}). The traveller would have to pay an unexpected amount at the property.`,
        expected: `A correct client shows ${names}, or marks a converted amount as approximate.`,
      }),
    );
  },
});

const taxText = ({ name = 'without a name', amount, currency, type }: TaxFacts): string =>
  `"${name}" of ${moneyText({ value: amount, currency })}${type === undefined ? '' : ` ${type}`}`;

/** Returns the taxes which the conditions contain and the client did not show. */
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

  /** Returns whether a shown entry can stand for a tax. An entry with the name of another tax stands only for that tax. */
  function isFor(name: string, tax: TaxFacts): boolean {
    return name === tax.name || !taxes.some(other => other.name === name);
  }
}

const sumOf = (shown: NonNullable<ShownToUser['taxes']>): number =>
  shown.reduce((sum, { amount }) => sum + cents(amount.Value), 0);

/** The maximum number of taxes to combine, because each additional tax multiplies the number of sums. */
const maxCombined = 3;

/** Returns whether an amount is the sum of all taxes. Each tax may be multiplied by the nights, rooms or people of the stay. */
function isSumOf(taxes: readonly TaxFacts[], sum: number, given: Call): boolean {
  const [first, ...others] = taxes;
  if (!first) return Math.abs(sum) <= 1;
  if (taxes.length > maxCombined) return sum > 0;
  return factorsOf(first, given).some(factor =>
    isSumOf(others, sum - Math.round(first.amount * 100 * factor), given),
  );
}

/** Returns whether a shown amount, in cents, is the tax, or the tax multiplied by the nights, rooms or people of the stay. */
const isAmountOf = (tax: TaxFacts, shown: number, given: Call): boolean =>
  factorsOf(tax, given).some(factor => Math.abs(shown - tax.amount * 100 * factor) <= factor);

/** The maximum number of nights or people, if the recorded Search does not contain the number. */
const maxUnits = 60;
const anyFactor = Array.from({ length: maxUnits }, (_, index) => index + 1);

/** Returns the factors by which a client may multiply a tax. They depend on the type of the tax, such as PerNight. */
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
