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
  /** The parts of that price, such as included taxes; undefined where the supplier does not say. */
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
export interface TaxTotal {
  readonly currency: string;
  readonly lines: readonly PropertyTax[];
}

/** The question to the user before DoBooking. */
export interface Question {
  readonly shown: Shown;
  /** What the user saw before: the price of the Search, or all that the user agreed to. */
  readonly before: { readonly total: Money };
  /** Whether the price differs from the one before. */
  readonly priceChanged: boolean;
  /** Whether anything else differs from what the user agreed to; false the first time. */
  readonly conditionsChanged: boolean;
}

/**
 * Asks the user. `true` books, `false` ends the flow as `declined-by-user`; any other value is a TypeError.
 *
 * @example ({ shown }) => window.confirm(`Book for ${shown.total.Value} ${shown.total.Currency}?`)
 */
export type Consent = (question: Question) => boolean | Promise<boolean>;

/** Returns what a user sees of conditions. */
export function toShow({ answer }: Pick<Conditions, 'answer'>): Shown {
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

/** Returns whether two prices are the same amount in the same currency. */
export const isSamePrice = (a: Money, b: Money): boolean => a.Value === b.Value && a.Currency === b.Currency;

/** What a DoBooking is made from. */
export interface Order {
  readonly request: BookingRequest;
  readonly chosen: ChosenOffer;
  /** What the user agreed to. */
  readonly conditions: Conditions;
}

/** The card for a booking, and the payment conditions of its offer. */
export interface Purchase {
  readonly product: Product;
  readonly payment: BookingRequest['payment'];
  readonly conditions: readonly PaymentCondition[];
  /** DoBooking carries the card, and the supplier charges it then (flow.6). */
  readonly isSent: boolean;
  /** What the user agreed to; unknown after a restart. */
  readonly shown: Shown | undefined;
}

/** Returns how an order is paid. */
export const purchaseOf = ({ request, conditions }: Order): Purchase => ({
  product: request.product,
  payment: request.payment,
  conditions: conditions.answer.PaymentConditions ?? [],
  // DoBooking charges the card (flow.6); a prepaid offer is paid after it.
  isSent: conditions.answer.CanPayLater === false && conditions.answer.IsPrePayment !== true,
  shown: toShow(conditions),
});

/** The offer must be paid now, and the request has no card. */
export class PaymentMissingError extends Error {
  override readonly name = 'PaymentMissingError';

  constructor(product: Product) {
    super(
      `this ${product} must be paid now: give the booking request a payment, or choose an offer that can be paid later`,
    );
  }
}

/** The card asks for a number of instalments that the offer does not have. */
export class InstalmentsError extends Error {
  override readonly name = 'InstalmentsError';

  constructor(requested: number | undefined, offered: readonly number[]) {
    super(`the card asks for ${requested} instalments, the offer has ${offered.join(', ') || 'none'}`);
  }
}

/**
 * Returns the payment by the condition that has as many instalments as the card.
 *
 * @throws PaymentMissingError without a card, InstalmentsError when the offer has no such condition
 */
export function paymentOf({ payment, conditions, product }: Purchase): BookingPayment {
  if (!payment) throw new PaymentMissingError(product);
  const instalments = payment.CreditCard.NumberPayments;
  const condition = conditions.find(({ Installments }) => Installments === instalments);
  if (condition) return { PaymentConditionId: condition.PaymentConditionId, PaymentRequestCC1: payment };
  throw new InstalmentsError(
    instalments,
    conditions.map(({ Installments }) => Installments),
  );
}
