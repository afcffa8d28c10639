import type { PropertyTax } from '#contracts';
import { hash32, mix } from '../clock/index.ts';

// Prices are integers. The price of a night in cents of BRL is price level × weight of the guests × season factor × factor of
// the rate plan. So the price of a stay is the exact sum of its nights. In every Search, the same night costs the same.

export interface Plan {
  name: string;
  /** The factor of the plan, in twentieths of the price with the flexible plan. */
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

/** The rate plans of every hotel. Together the plans cover every case that a client must handle. */
export const plans: readonly [Plan, Plan, Plan, Plan] = [
  plan('Flexible', 20),
  plan('Saver, non-refundable', 17, { refundable: false, payLater: false }),
  plan('Prepaid', 18, { prePayment: true }),
  plan('On request', 21, { restriction: 'OnRequest' }),
];

export const planAt = (index: number): Plan => plans[index] ?? plans[0];

// The rate plans of offers 1 to 8 in a list; the next eight offers repeat them, and so on. Half of the offers, and the first
// one, have the flexible plan.
const planCycle = [0, 0, 1, 2, 0, 1, 0, 3];

export const planOf = (n: number): number => planCycle[n % planCycle.length] ?? 0;

// The value of 1 BRL in hundredths of each currency. The rates are fixed, so that prices depend only on the seed.
const exchange: Readonly<Record<string, number>> = { BRL: 100, USD: 18, EUR: 16, GBP: 14 };

/** The currencies that a Search can request. */
export const currencies = Object.keys(exchange);

/** The currency of a Search that requests no currency. */
export const defaultCurrency = 'BRL';

/** Converts cents of BRL to another currency. The result is rounded to cents. */
export function convert(cents: number, currency: string): number {
  return Math.round((cents * (exchange[currency] ?? 100)) / 100);
}

/**
 * Converts cents of one currency to another currency. The result is rounded to cents. If a currency is unknown, the amount does not change.
 */
export function exchanged(cents: number, from: string, to: string): number {
  const [was, is] = [exchange[from], exchange[to]];
  return was === undefined || is === undefined ? cents : Math.round((cents * is) / was);
}

/**
 * Returns the weight of an occupancy in the price. Two adults weigh 10, and each further adult 4. A child weighs 0 to 3, depending on the
 * child's age.
 */
export function weigh(adults: number, ages: readonly number[]): number {
  let weight = adults === 1 ? 8 : 10 + 4 * (adults - 2);
  for (const age of ages) weight += age < 3 ? 0 : age < 12 ? 2 : 3;
  return weight;
}

const seasons = 8;

/** Returns the season factor of a day at a destination: a number from 10 to 17. */
export function seasonOf(seed: number, destinationId: string, day: number): number {
  return (
    10 + (mix(seed ^ Math.imul(Number(destinationId), 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b)) % seasons)
  );
}

export function unitsOf(seed: number, id: string, level: number): number {
  return level * 4 + (hash32(id, seed) % 4);
}

export interface Fees {
  /** A fee that is shown in the currency of the booking. `cents` is the fee in cents of BRL, before the conversion. */
  local: Pick<PropertyTax, 'Name' | 'Type'> & { cents: number };
  /** A fee in another currency, in whole units of that currency. */
  foreign: Pick<PropertyTax, 'Name' | 'Type' | 'Amount'>;
  /** A text about fees that have no field in the answer. */
  text: string;
}

/** The fees that the client must show together with the price. */
export interface Extras {
  taxes?: PropertyTax[];
  /** A text that can name more taxes and fees. */
  moreInformation?: string;
}

/**
 * Returns the fees that an offer with a rate plan shows: in the booking's currency, in another currency, only as a text, or none (flow.7).
 */
export function extrasOf(plan: Plan, currency: string, { local, foreign, text }: Fees): Extras {
  if (!plan.refundable) return { moreInformation: text };
  if (plan.restriction === 'OnRequest') return {};
  const tax = (Amount: number, Currency: string, { Name, Type }: Pick<PropertyTax, 'Name' | 'Type'>) => ({
    taxes: [{ Name, Amount, Currency, Type }],
  });
  if (plan.prePayment) return tax(foreign.Amount, currency === 'USD' ? 'EUR' : 'USD', foreign);
  return tax(convert(local.cents, currency) / 100, currency, local);
}

export function priceOf(offer: { plan: Plan; fees: Fees; currency: string; cents: number }) {
  const { plan, fees, currency, cents } = offer;
  const { restriction, prePayment, payLater } = plan;
  const taxCents = Math.round(cents / 11); // taxes are a tenth of the net price, and are included in the price
  return { currency, cents, taxCents, restriction, prePayment, payLater, ...extrasOf(plan, currency, fees) };
}
