import type { BookedService } from '../../books/index.ts';
import { type Breach, type Case, defineInvariant } from '../invariant.ts';
import { proofOf } from '../proof.ts';
import { amount, nameOf, stands } from '../purchases.ts';

/** The rules of the judge about what the user agreed to. */
const agreement: readonly string[] = ['price-change-confirmed', 'policies-shown'];

export const agreedPrice = defineInvariant({
  id: 'agreed-price',
  level: 'must',
  clauses: ['flow.2', 'field.pricing-info', 'field.cancellation-policies'],
  title: 'A correct client books at the price and with the policies that the user last agreed to.',
  check(one) {
    const { books, facts, judgement, purchases } = one;
    if (!books.services.some(stands)) return { notApplicable: 'no booking stands at the supplier' };
    const verdicts = (judgement?.verdicts ?? []).filter(({ rule }) => agreement.includes(rule));
    const ruled = verdicts
      .filter(({ verdict }) => verdict === 'fail')
      .flatMap(({ findings }) => findings.map(({ message, exchanges }): Breach => ({ message, exchanges })));
    const [purchase] = purchases ?? [];
    const shown = one.result?.shownToUser?.total;
    if (!shown || !purchase || purchases?.length !== 1)
      return ruled.length > 0 ? ruled : { notApplicable: 'no price that the user saw is known' };
    const other = purchase.services.filter(
      service =>
        stands(service) &&
        (Math.round(shown.Value * 100) !== service.cents || shown.Currency !== service.priceCurrency),
    );
    const paid = other.map(
      (service): Breach => ({
        message: `The user agreed to ${amount(Math.round(shown.Value * 100), shown.Currency)}, but ${nameOf(service)} costs ${amount(service.cents, service.priceCurrency)}.`,
        exchanges: proofOf(facts, [service]),
        // At an unchanged price, the shown price may contain a margin of the seller, or be in a currency of the seller.
        ...(!hasChangedPrice(one) && !isLess(shown, service) && { warn: true as const }),
      }),
    );
    return ruled.length > 0 ? ruled : paid;
  },
});

/** Returns whether the user saw a lower amount, in the same currency, than the service costs. */
const isLess = (shown: { Value: number; Currency: string }, service: BookedService): boolean =>
  shown.Currency === service.priceCurrency && Math.round(shown.Value * 100) < service.cents;

/** Returns whether a price or its terms changed in the conditions, through a fault or between two calls. */
function hasChangedPrice({ facts }: Case): boolean {
  const given = facts.filter(({ operation }) => /getBookingConditions/i.test(operation ?? ''));
  const isFaulty = given.some(({ faults = [] }) =>
    faults.some(({ kind }) => kind === 'price' || kind === 'revalidate' || kind === 'terms'),
  );
  const prices = given.flatMap(({ answer: { price } }) => (price ? `${price.value} ${price.currency}` : []));
  return isFaulty || new Set(prices).size > 1;
}
