import {
  type CancellationPolicy,
  limits,
  type Money,
  type PricingInfo,
  type Product,
  type PropertyTax,
  type ResponseOf,
} from '#contracts';

/** Booking conditions, with the Token for DoBooking. */
export interface Conditions {
  readonly answer: ResponseOf<`${Product}.getBookingConditions`>;
  readonly token: string;
  /** When the answer arrived, epoch milliseconds. */
  readonly at: number;
}

/** DoBooking must reach the supplier before its conditions expire. */
const margin = 5_000;

/** Returns from when on conditions are too old to book by, epoch milliseconds (flow.2, limit.conditions). */
export const staleFrom = ({ at }: Conditions): number => at + limits.conditionsAge.value - margin;

/** What a user sees before agreeing (flow.2, field.pricing-info). */
export interface Shown {
  /** The price that counts: that of GetBookingConditions (field.total-selling-price). */
  readonly total: Money;
  /** What that price is made of, included taxes among others; undefined where the supplier does not say. */
  readonly pricing: PricingInfo | undefined;
  readonly policies: readonly CancellationPolicy[];
  /** Taxes to pay at the property, by currency. An empty list does not mean that there are none (flow.7). */
  readonly taxes: readonly TaxTotal[];
  /** In full, as the supplier wrote it: it may name further taxes (field.more-information). */
  readonly moreInformation: string | undefined;
  readonly isPrePayment: boolean;
  readonly canPayLater: boolean;
  readonly restrictionType: 'CanBook' | 'OnRequest';
}

/** The property taxes of one currency: amounts of two currencies are never added (flow.7). */
interface TaxTotal {
  readonly currency: string;
  readonly lines: readonly PropertyTax[];
}

/** What the user is asked. */
export interface Question {
  readonly shown: Shown;
  /** What was shown before: the price of the Search, or all that the user agreed to. */
  readonly before: { readonly total: Money };
  /** Whether the price differs from the one before. */
  readonly priceChanged: boolean;
  /** Whether anything else differs from what the user agreed to; false the first time. */
  readonly conditionsChanged: boolean;
}

/** Asks the user; true goes on. */
export type Consent = (question: Question) => boolean | Promise<boolean>;

/** Returns what a user sees of conditions. */
export function toShow({ answer }: Pick<Conditions, 'answer'>): Shown {
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

/** Whether two prices are the same amount in the same currency. */
export const isSamePrice = (a: Money, b: Money): boolean => a.Value === b.Value && a.Currency === b.Currency;

/** Returns what the user is asked, or undefined when the user has agreed to exactly this before (retoken.changed). */
export function questionFor(
  conditions: Conditions,
  searchPrice: Money,
  agreed: Conditions | undefined,
): Question | undefined {
  const shown = toShow(conditions);
  const earlier = agreed && toShow(agreed);
  const total = earlier?.total ?? searchPrice;
  const priceChanged = !isSamePrice(total, shown.total);
  // The supplier may report a change in something that it does not show.
  const isRevised = conditions.answer.RevalidateBookingConditions === 'RoomsFoundWithChanges';
  const isOther = earlier !== undefined && !isSameExceptPrice(earlier, shown);
  const conditionsChanged = isOther || (isRevised && !priceChanged);
  if (earlier && !priceChanged && !conditionsChanged) return undefined;
  return { shown, before: { total }, priceChanged, conditionsChanged };
}

function isSameExceptPrice({ total: _, ...a }: Shown, { total: __, ...b }: Shown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
