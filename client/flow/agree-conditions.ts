import {
  type BookingPayment,
  type CancellationPolicy,
  limits,
  type Money,
  type PaymentCondition,
  type PricingInfo,
  type Product,
  type PropertyTax,
  type ResponseOf,
} from '#contracts';
import type { BookingRequest, ChosenOffer } from './request.ts';

export interface Conditions {
  readonly answer: ResponseOf<`${Product}.getBookingConditions`>;
  readonly token: string;
  readonly at: number;
}

/** Milliseconds for DoBooking to arrive before the conditions expire. */
const margin = 5_000;

/** Epoch milliseconds (flow.2, limit.conditions). */
export const expiryOf = ({ at }: Conditions): number => at + limits.conditionsAge.value - margin;

/** The conditions that the user sees before agreeing (flow.2, field.pricing-info). */
export interface Shown {
  /** The binding price of GetBookingConditions (field.total-selling-price). */
  readonly total: Money;
  /** Its parts, such as included taxes; undefined if the supplier sends none. */
  readonly pricing: PricingInfo | undefined;
  readonly policies: readonly CancellationPolicy[];
  /** Taxes to pay at the property. There can be more, even if the list is empty (flow.7). */
  readonly taxes: readonly TaxTotal[];
  /** The complete text, which may name further taxes (field.more-information). */
  readonly moreInformation: string | undefined;
  readonly isPrePayment: boolean;
  readonly canPayLater: boolean;
  readonly restrictionType: 'CanBook' | 'OnRequest';
}

/** Amounts of two currencies are never added (flow.7). */
export interface TaxTotal {
  readonly currency: string;
  readonly lines: readonly PropertyTax[];
}

/** The question to the user before DoBooking. */
export interface Question {
  readonly shown: Shown;
  /** The price of the Search, or the one that the user agreed to. */
  readonly before: { readonly total: Money };
  readonly priceChanged: boolean;
  /** Other conditions changed since the consent, or taxes or policies since the Search, or the supplier reports a change. */
  readonly conditionsChanged: boolean;
}

/**
 * Asks the user for consent. The client books after `true` and ends with `declined-by-user` after `false`.
 *
 * @throws TypeError for any other value
 * @example ({ shown }) => window.confirm(`Book for ${shown.total.Value} ${shown.total.Currency}?`)
 */
export type Consent = (question: Question) => boolean | Promise<boolean>;

export function shownConditions({ answer }: Pick<Conditions, 'answer'>): Shown {
  const { TotalSellingPrice, PropertyTaxes = [] } = answer;
  const currencies = [...new Set(PropertyTaxes.map(({ Currency }) => Currency))];
  return {
    total: TotalSellingPrice ?? { Value: 0, Currency: '' },
    pricing: answer.PricingInfo,
    policies: answer.CancelPolicies ?? answer.CancellationPolicies ?? [],
    taxes: currencies.map(currency => ({
      currency,
      lines: PropertyTaxes.filter(({ Currency }) => Currency === currency),
    })),
    moreInformation: answer.MoreInformation,
    isPrePayment: answer.IsPrePayment ?? false,
    canPayLater: answer.CanPayLater ?? true,
    restrictionType: answer.RestrictionType ?? 'CanBook',
  };
}

export const isSamePrice = (a: Money, b: Money): boolean => a.Value === b.Value && a.Currency === b.Currency;

export interface Order {
  readonly request: BookingRequest;
  readonly chosen: ChosenOffer;
  readonly conditions: Conditions;
}

export interface Purchase {
  readonly product: Product;
  readonly payment: BookingRequest['payment'];
  readonly conditions: readonly PaymentCondition[];
  /** DoBooking sends the card, and the supplier charges it at once (flow.6). */
  readonly isSent: boolean;
  /** Undefined after a restart. */
  readonly shown: Shown | undefined;
}

export const purchaseOf = ({ request, conditions }: Order): Purchase => ({
  product: request.product,
  payment: request.payment,
  conditions: conditions.answer.PaymentConditions ?? [],
  // A prepaid offer is paid after DoBooking.
  isSent: conditions.answer.CanPayLater === false && conditions.answer.IsPrePayment !== true,
  shown: shownConditions(conditions),
});

export class PaymentMissingError extends Error {
  override readonly name = 'PaymentMissingError';
}

export class InstalmentsError extends Error {
  override readonly name = 'InstalmentsError';
}

export function paymentOf({ payment, conditions, product }: Purchase): BookingPayment {
  if (!payment)
    throw new PaymentMissingError(
      `this ${product} must be paid now; add a payment, or choose an offer that can be paid later`,
    );
  const instalments = payment.CreditCard.NumberPayments;
  const condition = conditions.find(({ Installments }) => Installments === instalments);
  if (condition) return { PaymentConditionId: condition.PaymentConditionId, PaymentRequestCC1: payment };
  const offered = conditions.map(({ Installments }) => Installments).join(', ') || 'no instalments';
  throw new InstalmentsError(
    `the card requests ${instalments} instalments, but the offer has ${offered}; change NumberPayments`,
  );
}
