import * as z from 'zod/mini';
import { assumed, component, specified } from '../provenance.ts';
import { amount, currencyCode } from './scalars.ts';

/** An amount with its currency (assumed shape), in major units with at most two decimals. */
export const money = component(
  'Money',
  z.looseObject({ Value: assumed('money', amount), Currency: assumed('money', currencyCode) }),
);

/** What a price is made of; Total equals TotalSellingPrice (assumed shape). */
export const pricingInfo = component(
  'PricingInfo',
  z.looseObject({
    Base: assumed('money', money),
    Taxes: assumed('money', money),
    Total: assumed('money', money),
  }),
);

/** An amount with its currency. */
export type Money = z.infer<typeof money>;

/** What a price is made of. */
export type PricingInfo = z.infer<typeof pricingInfo>;

/** The authoritative price of an answer. */
export const totalSellingPrice = { TotalSellingPrice: specified('field.total-selling-price', money) };
