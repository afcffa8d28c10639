import type { AnswerFacts } from '../facts.ts';
import { bookedConditions } from './booked-conditions.ts';
import { cents, moneyText } from './money.ts';
import { finding, overOne, unseen } from './opinion.ts';
import { defineRule } from './rule.ts';

/** A tax in another currency is no part of the total, unless that is marked approximate. */
export const taxesNotSummed = defineRule({
  id: 'taxes-not-summed',
  level: 'must',
  clauses: ['flow.7'],
  title: 'Adds no tax in a foreign currency to the price unless the sum is marked approximate.',
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    const { total } = shown ?? {};
    if (!shown || !total) return unseen('it takes the total that the client says it has shown');
    const given = bookedConditions(traffic).flatMap(call => {
      const { price, taxes = [] } = call.facts.answer;
      const foreign = taxes.filter(({ currency }) => currency !== price?.currency);
      return price && foreign.length > 0 ? [{ call, price, taxes, foreign }] : [];
    });
    if (given.length === 0) return overOne('no case', 'no tax was in another currency than its price');
    if (shown.taxes?.some(({ approximate }) => approximate)) return overOne(undefined);
    const isPrice = given.some(({ price }) => cents(price.value) === cents(total.Value));
    const summed = given.find(
      ({ price, foreign, taxes }) =>
        total.Currency === price.currency &&
        isSumWith(cents(total.Value) - cents(price.value), foreign, taxes),
    );
    if (isPrice || !summed) return overOne(undefined);
    const names = summed.foreign.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
    return overOne(
      finding([summed.call], {
        message: `The user was shown a total of ${total.Value} ${total.Currency}: the price of ${moneyText(summed.price)} plus the bare number of a tax in another currency (${names}).`,
        expected: `${moneyText(summed.price)}, with each tax beside it in its own currency, or a conversion marked approximate.`,
      }),
    );
  },
});

type Taxes = NonNullable<AnswerFacts['taxes']>;
/** More than any offer has; each doubles the sums to try. */
const mostTaxes = 8;

/** Whether a difference is the sum of some taxes as they stand, one of another currency among them. */
function isSumWith(difference: number, foreign: Taxes, taxes: Taxes): boolean {
  const some = taxes.slice(0, mostTaxes);
  for (let choice = 1; choice < 2 ** some.length; choice += 1) {
    const chosen = some.filter((_, index) => choice & (1 << index));
    const sum = chosen.reduce((total, { amount }) => total + cents(amount), 0);
    if (sum === difference && chosen.some(tax => foreign.includes(tax))) return true;
  }
  return false;
}
