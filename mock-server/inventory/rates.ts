import { hash32, mix } from '../seed.ts';

// Prices are integers throughout. A night costs unit × weight × season × plan cents of BRL, so a stay is the exact sum
// of its nights and a night costs the same in every Search that contains it.

/** One way to sell a room. */
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

/** Every hotel sells its rooms in these ways; together they show every case a client must handle. */
export const plans: readonly [Plan, Plan, Plan, Plan] = [
  plan('Flexible', 20),
  plan('Saver, non-refundable', 17, { refundable: false, payLater: false }),
  plan('Prepaid', 18, { prePayment: true }),
  plan('On request', 21, { restriction: 'OnRequest' }),
];

// Most offers are flexible, and the first one is.
const planCycle = [0, 0, 1, 2, 0, 1, 0, 3];

/** The plan, by its index, that the n-th of a list of offers is sold in. */
export const planOf = (n: number): number => planCycle[n % planCycle.length] ?? 0;

// Hundredths of the currency per 1 BRL: fixed, so that prices follow from the seed alone.
const exchange: Readonly<Record<string, number>> = { BRL: 100, USD: 18, EUR: 16, GBP: 14 };

/** The currencies a Search can ask for; the first is the default. */
export const currencies = Object.keys(exchange);

/** The currency of a Search that asks for none. */
export const defaultCurrency = 'BRL';

/**
 * Cents of BRL in another currency, rounded to its cents.
 *
 * @example convert(10_000, 'USD') // 1800
 */
export function convert(cents: number, currency: string): number {
  return Math.round((cents * (exchange[currency] ?? 100)) / 100);
}

/**
 * Cents of one currency in another, rounded to its cents; a currency that is not known here is worth as much as the
 * other one.
 *
 * @example exchanged(1_800, 'USD', 'BRL') // 10000
 */
export function exchanged(cents: number, from: string, to: string): number {
  const [was, is] = [exchange[from], exchange[to]];
  return was === undefined || is === undefined ? cents : Math.round((cents * is) / was);
}

/** How much heavier than one unit an occupancy weighs: 2 adults 10, a further adult 4, a child 0 to 3 by its age. */
export function weigh(adults: number, ages: readonly number[]): number {
  let weight = adults === 1 ? 8 : 10 + 4 * (adults - 2);
  for (const age of ages) weight += age < 3 ? 0 : age < 12 ? 2 : 3;
  return weight;
}

const seasons = 8;

/** The season factor of a day at a destination, 10 to 17. */
export function seasonOf(seed: number, destinationId: string, day: number): number {
  return (
    10 + (mix(seed ^ Math.imul(Number(destinationId), 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b)) % seasons)
  );
}

/** The price units of a hotel, car … in a sandbox: its level, and a little that the seed adds. */
export function unitsOf(seed: number, id: string, level: number): number {
  return level * 4 + (hash32(id, seed) % 4);
}
