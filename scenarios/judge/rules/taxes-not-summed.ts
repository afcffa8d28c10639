import type { AnswerFacts } from '#contracts/exchange';
import {
  type Amount,
  assessOne,
  asWarning,
  bookedConditions,
  type Call,
  cents,
  defineRule,
  type Finding,
  finding,
  missingInput,
  moneyText,
  type ShownToUser,
} from '../assess/index.ts';

export const taxesNotSummed = defineRule({
  id: 'taxes-not-summed',
  level: 'must',
  clauses: ['flow.7'],
  title:
    'A correct client adds a tax in a foreign currency to the price only if it marks the sum as approximate.',
  right: 'The client shows the total 500.00 BRL, and beside it a tax of 12.00 USD to pay at the property.',
  wrong: 'The client shows the total 512.00 BRL, which contains 12.00 USD and is not marked approximate.',
  explanation:
    'The judge compares the total in shownToUser with the price and the taxes. Without shownToUser, the verdict is not-observed.',
  needsShown: ['total'],
  judge(traffic, { result }) {
    const shown = result?.shownToUser;
    const { total } = shown ?? {};
    if (!shown || !total) return missingInput('the rule needs shownToUser.total in the result');
    const given = bookedConditions(traffic).flatMap(call => {
      const { price, taxes = [] } = call.facts.answer;
      const foreign = taxes.filter(({ currency }) => currency !== price?.currency);
      return price && foreign.length > 0 ? [{ call, price, taxes, foreign }] : [];
    });
    if (given.length === 0) return assessOne('not applicable', 'no tax had another currency than the price');
    if (shown.taxes?.some(({ approximate }) => approximate)) return assessOne(undefined);
    const isPrice = given.some(({ price }) => cents(price.value) === cents(total.Value));
    const summed = given.find(
      ({ price, foreign, taxes }) =>
        total.Currency === price.currency &&
        isSumWith(cents(total.Value) - cents(price.value), foreign, taxes),
    );
    if (isPrice) return assessOne(undefined);
    if (!summed) return assessOne(judgeSurplus(given, total));
    const names = summed.foreign.map(({ amount, currency }) => `${amount} ${currency}`).join(', ');
    return assessOne(
      finding([summed.call], {
        message: `The client showed a total of ${total.Value} ${total.Currency}: the price of ${moneyText(summed.price)} plus the unconverted amount of a tax in another currency (${names}). The sum is wrong without a conversion.`,
        expected: `A correct client shows ${moneyText(summed.price)} and each tax beside it in its own currency, or marks the conversion as approximate.`,
      }),
    );
  },
});

/** The smallest difference, in cents, that rounding cannot cause. */
const minSurplus = 100;

/**
 * Warns if the shown total exceeds the price, and the difference is not a multiple of the taxes in the same currency. The
 * difference may be a converted tax, or a fee of the agency.
 */
function judgeSurplus(given: readonly OfferWithForeignTax[], total: ShownTotal): Finding | undefined {
  const [only] = given;
  if (!only || given.length > 1 || total.Currency !== only.price.currency) return undefined;
  const surplus = cents(total.Value) - cents(only.price.value);
  const own = only.taxes.filter(tax => !only.foreign.includes(tax)).map(({ amount }) => cents(amount));
  // A tax per night or per person is added several times, so multiples are allowed.
  const step = own.reduce(greatestDivisor, 0);
  if (surplus < minSurplus || (step > 0 && surplus % step === 0)) return undefined;
  return asWarning(
    finding([only.call], {
      message: `The client showed a total of ${total.Value} ${total.Currency}, ${surplus / 100} more than the price of ${moneyText(only.price)}, and marked nothing as approximate. The total may contain a tax in another currency.`,
      expected: `A correct client shows ${moneyText(only.price)} and each tax beside it in its own currency, or marks the conversion as approximate.`,
    }),
  );
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

type ShownTotal = NonNullable<ShownToUser['total']>;
/** An answer with conditions, with a price and at least one tax in another currency than the price. */
interface OfferWithForeignTax {
  readonly call: Call;
  readonly price: Amount;
  readonly taxes: Taxes;
  readonly foreign: Taxes;
}
type Taxes = NonNullable<AnswerFacts['taxes']>;
/** The maximum number of taxes to combine, because each additional tax doubles the number of sums. */
const maxTaxes = 8;

/** Returns whether a difference equals a sum of taxes, at least one of which is in another currency and was not converted. */
function isSumWith(difference: number, foreign: Taxes, taxes: Taxes): boolean {
  const some = taxes.slice(0, maxTaxes);
  for (let choice = 1; choice < 2 ** some.length; choice += 1) {
    const chosen = some.filter((_, index) => choice & (1 << index));
    const sum = chosen.reduce((total, { amount }) => total + cents(amount), 0);
    if (sum === difference && chosen.some(tax => foreign.includes(tax))) return true;
  }
  return false;
}
