import type { CancellationPolicy, Money, PricingInfo, PropertyTax } from '#contracts';
import type { Given } from './conditions.ts';

/** What of an offer is taxed by others: summed for each currency, never across (flow.7). */
export interface TaxTotal {
  readonly currency: string;
  readonly lines: readonly PropertyTax[];
}

/** What a user sees before agreeing (flow.2, field.pricing-info). */
export interface Shown {
  /** The price that counts: that of GetBookingConditions (field.total-selling-price). */
  readonly total: Money;
  /** What that price is made of, taxes within it among others; undefined where the supplier does not say. */
  readonly pricing: PricingInfo | undefined;
  readonly policies: readonly CancellationPolicy[];
  /** Taxes to pay at the property, by currency. None listed does not mean that there are none (flow.7). */
  readonly taxes: readonly TaxTotal[];
  /** In full, as the supplier wrote it: it may hold further taxes (field.more-information). */
  readonly moreInformation: string | undefined;
  readonly isPrePayment: boolean;
  readonly canPayLater: boolean;
  readonly restrictionType: 'CanBook' | 'OnRequest';
}

/** What a user is asked. */
export interface Question {
  readonly shown: Shown;
  /** What was shown before: the price of the Search, or all that was agreed to. */
  readonly before: { readonly total: Money };
  /** Whether the price is another one than before. */
  readonly priceChanged: boolean;
  /** Whether anything else is other than what was agreed to; false the first time. */
  readonly conditionsChanged: boolean;
}

/** Asks the user; true goes on. */
export type Consent = (question: Question) => boolean | Promise<boolean>;

/** What there is to be shown of conditions. */
export function toShow({ answer }: Pick<Given, 'answer'>): Shown {
  const { TotalSellingPrice, PropertyTaxes = [] } = answer;
  return {
    total: TotalSellingPrice ?? { Value: 0, Currency: '' },
    pricing: answer.PricingInfo,
    policies: answer.CancelPolicies ?? answer.CancellationPolicies ?? [],
    taxes: byCurrency(PropertyTaxes),
    moreInformation: answer.MoreInformation,
    isPrePayment: answer.IsPrePayment ?? false,
    canPayLater: answer.CanPayLater ?? true,
    restrictionType: answer.RestrictionType ?? 'CanBook',
  };
}

function byCurrency(taxes: readonly PropertyTax[]): TaxTotal[] {
  const currencies = [...new Set(taxes.map(({ Currency }) => Currency))];
  return currencies.map(currency => ({
    currency,
    lines: taxes.filter(({ Currency }) => Currency === currency),
  }));
}

/** Whether two prices are the same amount of the same money. */
export const isSamePrice = (a: Money, b: Money): boolean => a.Value === b.Value && a.Currency === b.Currency;

/** Whether two things that were shown are the same but for the price. */
export function isSameBesidePrice({ total: _, ...a }: Shown, { total: __, ...b }: Shown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
