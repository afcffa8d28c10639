import type { AnswerFacts } from '#contracts/exchange';
import {
  type Amount,
  asWarning,
  bookedConditions,
  type Call,
  cents,
  defineRule,
  type Finding,
  finding,
  missingInput,
  moneyText,
  overOne,
  type ShownToUser,
} from '../assess/index.ts';

/** A tax in another currency is no part of the total, unless that is marked approximate. */
export const taxesNotSummed = defineRule({
  id: 'taxes-not-summed',
  level: 'must',
  clauses: ['flow.7'],
  title: 'Adds no tax in a foreign currency to the price unless the sum is marked approximate.',
  right: 'Total 500.00 BRL; at the property: 12.00 USD.',
  wrong: 'Total 512.00 BRL, with a tax of 12.00 USD in it that nobody marked as approximate.',
  explanation: 'needs shownToUser in the result; without it the rule does not count',
  needsShown: true,
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    const { total } = shown ?? {};
    if (!shown || !total) return missingInput('it takes the total that the client says it has shown');
    const given = bookedConditions(traffic).flatMap(call => {
      const { price, taxes = [] } = call.facts.answer;
      const foreign = taxes.filter(({ currency }) => currency !== price?.currency);
      return price && foreign.length > 0 ? [{ call, price, taxes, foreign }] : [];
    });
    if (given.length === 0) return overOne('not applicable', 'no tax was in another currency than its price');
    if (shown.taxes?.some(({ approximate }) => approximate)) return overOne(undefined);
    const isPrice = given.some(({ price }) => cents(price.value) === cents(total.Value));
    const summed = given.find(
      ({ price, foreign, taxes }) =>
        total.Currency === price.currency &&
        isSumWith(cents(total.Value) - cents(price.value), foreign, taxes),
    );
    if (isPrice) return overOne(undefined);
    if (!summed) return overOne(judgeSurplus(given, total));
    const names = summed.foreign.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
    return overOne(
      finding([summed.call], {
        message: `The user was shown a total of ${total.Value} ${total.Currency}: the price of ${moneyText(summed.price)} plus the bare number of a tax in another currency (${names}).`,
        expected: `${moneyText(summed.price)}, with each tax beside it in its own currency, or a conversion marked approximate.`,
      }),
    );
  },
});

/** A rounded price differs by less, cents. */
const least = 100;

/**
 * A total that is more than the price, and by no multiple of the taxes in its own currency: it may hold a conversion that is
 * not marked, or a fee of the agency, which the specification does not know.
 */
function judgeSurplus(given: readonly Given[], total: ShownTotal): Finding | undefined {
  const [only] = given;
  if (!only || given.length > 1 || total.Currency !== only.price.currency) return undefined;
  const surplus = cents(total.Value) - cents(only.price.value);
  const own = only.taxes.filter(tax => !only.foreign.includes(tax)).map(({ amount }) => cents(amount));
  // Taxes of a night or a person count several times.
  const step = own.reduce(greatestDivisor, 0);
  if (surplus < least || (step > 0 && surplus % step === 0)) return undefined;
  return asWarning(
    finding([only.call], {
      message: `The user was shown a total of ${total.Value} ${total.Currency}, ${surplus / 100} more than the price of ${moneyText(only.price)}, and nothing was marked approximate: is a tax in another currency in it?`,
      expected: `${moneyText(only.price)}, with each tax beside it in its own currency, or a conversion marked approximate.`,
    }),
  );
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

type ShownTotal = NonNullable<ShownToUser['total']>;
/** Conditions that name a tax in another currency. */
interface Given {
  readonly call: Call;
  readonly price: Amount;
  readonly taxes: Taxes;
  readonly foreign: Taxes;
}
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
