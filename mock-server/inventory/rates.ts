import type { PropertyTax } from '#contracts';
import { hash32, mix } from '../seed.ts';

// Prices are integers. A night costs unit × weight × season × plan cents of BRL, so a stay is the exact sum of its nights,
// and a night costs the same in every Search that contains it.

/** A rate plan: one way to sell an offer. */
export interface Plan {
  name: string;
  /** Price in twentieths of the standard plan. */
  twentieths: number;
  restriction: 'CanBook' | 'OnRequest';
  refundable: boolean;
  prePayment: boolean;
  payLater: boolean;
}

const plan = (name: string, twentieths: number, change: Partial<Plan> = {}): Plan => ({
  name,
  twentieths,
  restriction: 'CanBook',
  refundable: true,
  prePayment: false,
  payLater: true,
  ...change,
});

/** The rate plans of every hotel; together they contain every case that a client must handle. */
export const plans: readonly [Plan, Plan, Plan, Plan] = [
  plan('Flexible', 20),
  plan('Saver, non-refundable', 17, { refundable: false, payLater: false }),
  plan('Prepaid', 18, { prePayment: true }),
  plan('On request', 21, { restriction: 'OnRequest' }),
];

/** Returns the plan with an index. */
export const planAt = (index: number): Plan => plans[index] ?? plans[0];

// Most offers are flexible, and the first one is.
const planCycle = [0, 0, 1, 2, 0, 1, 0, 3];

/** Returns the index of the plan of the n-th offer in a list. */
export const planOf = (n: number): number => planCycle[n % planCycle.length] ?? 0;

// Hundredths of the currency per 1 BRL. The rates are fixed, so prices follow from the seed alone.
const exchange: Readonly<Record<string, number>> = { BRL: 100, USD: 18, EUR: 16, GBP: 14 };

/** The currencies that a Search can request. */
export const currencies = Object.keys(exchange);

/** The currency of a Search that requests none. */
export const defaultCurrency = 'BRL';

/**
 * Converts cents of BRL to another currency, rounded to its cents.
 *
 * @example convert(10_000, 'USD') // 1800
 */
export function convert(cents: number, currency: string): number {
  return Math.round((cents * (exchange[currency] ?? 100)) / 100);
}

/**
 * Converts cents of one currency to another, rounded to its cents. An unknown currency counts one to one.
 *
 * @example exchanged(1_800, 'USD', 'BRL') // 10000
 */
export function exchanged(cents: number, from: string, to: string): number {
  const [was, is] = [exchange[from], exchange[to]];
  return was === undefined || is === undefined ? cents : Math.round((cents * is) / was);
}

/** Returns the weight of an occupancy in the price: 2 adults 10, a further adult 4, a child 0 to 3 by its age. */
export function weigh(adults: number, ages: readonly number[]): number {
  let weight = adults === 1 ? 8 : 10 + 4 * (adults - 2);
  for (const age of ages) weight += age < 3 ? 0 : age < 12 ? 2 : 3;
  return weight;
}

const seasons = 8;

/** Returns the season factor of a day at a destination, 10 to 17. */
export function seasonOf(seed: number, destinationId: string, day: number): number {
  return (
    10 + (mix(seed ^ Math.imul(Number(destinationId), 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b)) % seasons)
  );
}

/** Returns the price units of something: its price level, and a small part that follows from the seed. */
export function unitsOf(seed: number, id: string, level: number): number {
  return level * 4 + (hash32(id, seed) % 4);
}

/** The fees that a product charges on the spot. */
export interface Fees {
  /** In the currency of the booking; `cents` of BRL. */
  local: Pick<PropertyTax, 'Name' | 'Type'> & { cents: number };
  /** In another currency, in whole units of it. */
  foreign: Pick<PropertyTax, 'Name' | 'Type' | 'Amount'>;
  /** Named in the text only. */
  text: string;
}

/** What the client has to show beside the price. */
export interface Extras {
  /** Taxes that are paid on the spot. */
  taxes?: PropertyTax[];
  /** Text that can name more of them. */
  moreInformation?: string;
}

/** Returns the fees of a plan: in the booking's currency, in another one, only in the text, or none (flow.7). */
export function extrasOf(plan: Plan, currency: string, { local, foreign, text }: Fees): Extras {
  if (!plan.refundable) return { moreInformation: text };
  if (plan.restriction === 'OnRequest') return {};
  const tax = (Amount: number, Currency: string, { Name, Type }: Pick<PropertyTax, 'Name' | 'Type'>) => ({
    taxes: [{ Name, Amount, Currency, Type }],
  });
  if (plan.prePayment) return tax(foreign.Amount, currency === 'USD' ? 'EUR' : 'USD', foreign);
  return tax(convert(local.cents, currency) / 100, currency, local);
}

/** Returns what a quote says about a price in cents, apart from its cancellation windows. */
export function priceOf(offer: { plan: Plan; fees: Fees; currency: string; cents: number }) {
  const { plan, fees, currency, cents } = offer;
  const { restriction, prePayment, payLater } = plan;
  const taxCents = Math.round(cents / 11); // a tenth of the net price, included
  return { currency, cents, taxCents, restriction, prePayment, payLater, ...extrasOf(plan, currency, fees) };
}
