import {
  type BookedService,
  type Breach,
  cents,
  centsText,
  defineRule,
  namesOf,
  proofOf,
  type RunEnd,
  stands,
} from '../assess/index.ts';

/** The rules about what the user agreed to. */
const agreement: readonly string[] = ['price-change-confirmed', 'policies-shown'];

export const agreedPrice = defineRule({
  id: 'agreed-price',
  reads: 'books',
  level: 'must',
  clauses: ['flow.2', 'field.pricing-info', 'field.cancellation-policies'],
  title: 'A correct client books at the price and with the policies that the user last agreed to.',
  judgeEnd(end) {
    if (!end.books.services.some(stands)) return { notApplicable: 'no booking stands at the supplier' };
    const ruled = end.verdicts
      .filter(({ rule, verdict }) => agreement.includes(rule) && verdict === 'fail')
      .flatMap(({ findings }) => findings.map(({ message, exchanges }): Breach => ({ message, exchanges })));
    if (ruled.length > 0) return ruled;
    const shown = end.result?.shownToUser?.total;
    const [purchase, ...others] = end.purchases ?? [];
    if (!shown || !purchase || others.length > 0)
      return { notApplicable: 'no price that the user saw is known' };
    const agreed = { cents: cents(shown.Value), currency: shown.Currency };
    return purchase.services.filter(stands).flatMap(service => judgePrice(service, agreed, end));
  },
});

function judgePrice(
  service: BookedService,
  agreed: { readonly cents: number; readonly currency: string },
  end: RunEnd,
): Breach[] {
  const isSameCurrency = agreed.currency === service.priceCurrency;
  if (isSameCurrency && agreed.cents === service.cents) return [];
  // At an unchanged price, the shown price may contain a margin of the seller, or be in a currency of the seller.
  const isMargin = !hasChangedPrice(end) && !(isSameCurrency && agreed.cents < service.cents);
  return [
    {
      message: `The user agreed to ${centsText(agreed.cents, agreed.currency)}, but ${namesOf(service)} costs ${centsText(service.cents, service.priceCurrency)}.`,
      exchanges: proofOf(end, [service]),
      ...(isMargin && { warn: true as const }),
    },
  ];
}

/** Returns whether a price or its terms changed in the conditions, through a fault or between two calls. */
function hasChangedPrice({ calls }: RunEnd): boolean {
  const given = calls.filter(({ step }) => step === 'conditions');
  const isFaulty = given.some(({ facts: { faults = [] } }) =>
    faults.some(({ kind }) => kind === 'price' || kind === 'revalidate' || kind === 'terms'),
  );
  const prices = given.flatMap(({ facts: { answer } }) =>
    answer.price ? `${answer.price.value} ${answer.price.currency}` : [],
  );
  return isFaulty || new Set(prices).size > 1;
}
