import * as z from 'zod/mini';
import {
  assumed,
  component,
  lateComponent,
  looseComponent,
  observed,
  specified,
} from '../../clauses/index.ts';
import { once } from '../../util/index.ts';
import { amount, currencyCode, isoDate } from './scalars.ts';

/** In major units, with at most two decimals. */
export const money = looseComponent('Money', {
  Value: observed('money', amount),
  Currency: observed('money', currencyCode),
});

/** Total is equal to TotalSellingPrice. */
export const pricingInfo = looseComponent('PricingInfo', {
  Base: assumed('money', money),
  Taxes: assumed('money', money),
  Total: assumed('money', money),
});

/** An amount with its currency. */
export type Money = z.infer<typeof money>;

/** The parts of a price. */
export type PricingInfo = z.infer<typeof pricingInfo>;

/** The binding price. */
export const totalSellingPrice = { TotalSellingPrice: specified('field.total-selling-price', money) };

/** The period includes both dates, which are local to the destination (date.policies). */
export const cancellationPolicy = lateComponent('CancellationPolicy', () => ({
  StartDate: specified('field.cancellation-policies', isoDate),
  EndDate: specified('field.cancellation-policies', isoDate),
  Value: specified('field.cancellation-policies', amount),
  Currency: specified('field.cancellation-policies', currencyCode),
}));

const taxType = component(
  'PropertyTaxType',
  z.enum(['PerNight', 'PerStay', 'PerPerson', 'PerPersonPerNight']),
);

/** Its currency can differ from that of the price (field.property-taxes, flow.7). */
export const propertyTax = lateComponent('PropertyTax', () => ({
  Name: specified('field.property-taxes', z.string()),
  Amount: specified('field.property-taxes', amount),
  Currency: specified('field.property-taxes', currencyCode),
  Type: specified('field.property-taxes', taxType),
}));

const restrictionType = component('RestrictionType', z.enum(['CanBook', 'OnRequest']));

export const offerFlags = once(() => ({
  RestrictionType: specified('field.restriction-type', restrictionType),
  IsPrePayment: specified('field.is-prepayment', z.boolean()),
  CanPayLater: specified('field.can-pay-later', z.boolean()),
  CancellationPolicies: specified('field.cancellation-policies', z.array(cancellationPolicy())),
  PropertyTaxes: specified('field.property-taxes', z.optional(z.array(propertyTax()))),
  MoreInformation: specified('field.more-information', z.optional(z.string())),
  ...totalSellingPrice,
  SupplierName: assumed('field', z.string()),
}));

/** A period with its cancellation penalty. */
export type CancellationPolicy = z.infer<ReturnType<typeof cancellationPolicy>>;
/** A tax that the guest pays at the property. */
export type PropertyTax = z.infer<ReturnType<typeof propertyTax>>;
