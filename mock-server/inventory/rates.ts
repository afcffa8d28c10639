import { addDays, type PropertyTax } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import type { AvailabilityTerms, inventoryCurrencies, RateTerms } from '#contracts/inventory';
import { compact, memoize, parseDuration } from '#contracts/util';
import type { PenaltyWindow } from '../books/index.ts';
import { createRotatingMap, hash32, mix } from '../clock/index.ts';

// The price of a night in cents of BRL is price level × weight of the guests × season factor × factor of the rate plan, all integers.
// So the price of a stay is the exact sum of its nights, and the same night costs the same in every Search.

type Rules = 'restriction' | 'refundable' | 'prePayment' | 'canPayLater';
type Stated<Terms> = { [Name in keyof Terms]-?: NonNullable<Terms[Name]> };

export interface Plan
  extends Stated<Pick<RateTerms, Rules>>,
    Pick<RateTerms, 'policies' | 'taxes' | 'confirmsAfter'> {
  name: string;
  /** The price, in twentieths of the price with the flexible plan. */
  twentieths: number;
}

const plan = (name: string, twentieths: number, change: Partial<Plan> = {}): Plan => ({
  name,
  twentieths,
  restriction: 'CanBook',
  refundable: true,
  prePayment: false,
  canPayLater: true,
  ...change,
});

/** Together these cover every case that a client must handle. */
export const plans: readonly [Plan, Plan, Plan, Plan] = [
  plan('Flexible', 20),
  plan('Saver, non-refundable', 17, { refundable: false, canPayLater: false }),
  plan('Prepaid', 18, { prePayment: true }),
  plan('On request', 21, { restriction: 'OnRequest' }),
];

export const planAt = (index: number): Plan => plans[index] ?? plans[0];

// Half of the offers, and the first one, have the flexible plan.
const planCycle = [0, 0, 1, 2, 0, 1, 0, 3];

export const planOf = (n: number): number => planCycle[n % planCycle.length] ?? 0;

/** A record that states a rule has the flexible plan with its rules; any other has the drawn plan. */
export function planWith(terms: RateTerms, drawn: Plan): Plan {
  const { restriction, prePayment, canPayLater, refundable, policies, taxes, confirmsAfter } = terms;
  const rules = compact({ restriction, refundable, prePayment, canPayLater, policies });
  const extras = compact({ taxes, confirmsAfter });
  const isStated = Object.keys(rules).length > 0;
  if (!isStated && Object.keys(extras).length === 0) return drawn;
  const plan = { ...(isStated ? plans[0] : drawn), ...rules, ...extras };
  return planIn(JSON.stringify(isStated ? { ...plan, name: nameOf(plan) } : plan));
}

/** Equal plans are one object, so that a Search computes their penalties once. */
const planIn = memoize((text: string): Plan => JSON.parse(text), createRotatingMap<string, Plan>(5_000));

/** Rooms with different conditions cannot be in one booking, so they have different names. */
function nameOf({ restriction, refundable, prePayment, canPayLater, policies }: Plan): string {
  const { freeUntil, then } = policies ?? {};
  const parts = [
    restriction === 'OnRequest' ? 'On request' : 'Instant',
    refundable ? 'refundable' : 'non-refundable',
    ...(prePayment ? ['prepaid'] : canPayLater ? ['pay later'] : ['pay now']),
    ...(freeUntil === undefined ? [] : [`free until ${freeUntil}, then ${then}`]),
  ];
  return parts.join(', ');
}

/** Whether the record offers nothing on one of the dates. */
export const isClosed = (
  { soldOut = false, closed = [] }: AvailabilityTerms,
  { start, end }: { start: string; end: string },
): boolean =>
  soldOut ||
  closed.some(period => {
    const [first = '', last = first] = period.split('/');
    return first <= end && last >= start;
  });

// The value of 1 BRL in hundredths of each currency. The rates are fixed, so that prices depend only on the seed.
const exchange: Readonly<Record<string, number>> = {
  BRL: 100,
  USD: 18,
  EUR: 16,
  GBP: 14,
} satisfies Record<(typeof inventoryCurrencies)[number], number>;

export const currencies = Object.keys(exchange);

export const defaultCurrency = 'BRL';

export function convert(cents: number, currency: string): number {
  return exchanged(cents, defaultCurrency, currency);
}

/** If a currency is unknown, the amount does not change. */
export function exchanged(cents: number, from: string, to: string): number {
  const [was, is] = [exchange[from], exchange[to]];
  return was === undefined || is === undefined ? cents : Math.round((cents * is) / was);
}

export function weigh(adults: number, ages: readonly number[]): number {
  let weight = adults === 1 ? 8 : 10 + 4 * (adults - 2);
  for (const age of ages) weight += age < 3 ? 0 : age < 12 ? 2 : 3;
  return weight;
}

function seasonOf(seed: number, destinationId: string, day: number): number {
  const number = Number(destinationId);
  const place = Number.isNaN(number) ? hash32(destinationId) : number;
  return 10 + (mix(seed ^ Math.imul(place, 0x9e3779b1) ^ Math.imul(day, 0x85ebca6b)) % 8);
}

export function unitsOf(seed: number, id: string, level: number): number {
  return level * 4 + (hash32(id, seed) % 4);
}

export interface Fees {
  /** Shown in the currency of the booking. `cents` are cents of BRL. */
  local: Pick<PropertyTax, 'Name' | 'Type'> & { cents: number };
  /** In whole units of another currency. */
  foreign: Pick<PropertyTax, 'Name' | 'Type' | 'Amount'>;
  /** About fees that have no field in the answer. */
  text: string;
}

/** The fees of an offer: in the booking's currency, in another currency, only as a text, or none (flow.7). */
function extrasOf(
  plan: Plan,
  currency: string,
  { local, foreign, text }: Fees,
): { taxes?: PropertyTax[]; moreInformation?: string } {
  if (plan.taxes) {
    const taxes = plan.taxes.map(({ name, amount, currency: of = currency, type }) => ({
      Name: name,
      Amount: amount,
      Currency: of,
      Type: type,
    }));
    return taxes.length > 0 ? { taxes } : {};
  }
  if (!plan.refundable) return { moreInformation: text };
  if (plan.restriction === 'OnRequest') return {};
  const tax = (Amount: number, Currency: string, { Name, Type }: Pick<PropertyTax, 'Name' | 'Type'>) => ({
    taxes: [{ Name, Amount, Currency, Type }],
  });
  if (plan.prePayment) return tax(foreign.Amount, currency === 'USD' ? 'EUR' : 'USD', foreign);
  return tax(convert(local.cents, currency) / 100, currency, local);
}

export function shownTerms(plan: Plan, fees: Fees, currency: string) {
  const { taxes, moreInformation } = extrasOf(plan, currency, fees);
  return {
    RestrictionType: plan.restriction,
    IsPrePayment: plan.prePayment,
    CanPayLater: plan.canPayLater,
    PropertyTaxes: taxes,
    MoreInformation: moreInformation,
  };
}

export function priceOf(offer: { plan: Plan; fees: Fees; currency: string; cents: number }) {
  const { plan, fees, currency, cents } = offer;
  const { restriction, prePayment, canPayLater, confirmsAfter } = plan;
  const taxCents = Math.round(cents / 11); // taxes are a tenth of the net price, and are included in the price
  return {
    currency,
    cents,
    taxCents,
    restriction,
    prePayment,
    canPayLater,
    ...extrasOf(plan, currency, fees),
    ...(confirmsAfter !== undefined && { confirmsAfter: parseDuration(confirmsAfter) }),
  };
}

/** In cents of the currency of a Search. `times`: the nights, days or persons. */
export const statedPrice = (
  { price, currency = defaultCurrency }: { price: number; currency?: string | undefined },
  times: number,
  wanted: string,
): number => exchanged(Math.round(price * 100 * times), currency, wanted);

export interface Term {
  start: string;
  end: string;
  /** The nights of a stay, the days of a rental, or 1 for other products. */
  days: number;
  currency: string;
  /** The penalty for a refundable rate shortly before the start. */
  lateShare: Share;
}

/** A number is a percentage of the price. */
type Share = 'full' | 'night' | 'deposit' | number;

/** The penalties of a refundable rate begin so many days before the start. */
const penaltyDays = 3;

/** The first day of a penalty window without a beginning. */
export const beforeAnyBooking = '2000-01-01';

export function addSeasons(seed: number, destinationId: string, { start, days }: Term): number {
  const first = dayNumber(start);
  let sum = 0;
  for (let day = first; day < first + days; day += 1) sum += seasonOf(seed, destinationId, day);
  return sum;
}

export interface Window {
  readonly start: string;
  readonly end: string;
  readonly share: Share;
}

export function windowsOf(plan: Plan, { start, end, lateShare }: Term): Window[] {
  if (!plan.refundable) return [{ start: beforeAnyBooking, end, share: 'full' }];
  if (plan.policies) return statedWindows(plan.policies, { start, end });
  const early = plan.prePayment
    ? { start: beforeAnyBooking, share: 'deposit' as const }
    : { start: addDays(start, -penaltyDays), share: lateShare };
  return [
    { ...early, end: addDays(start, -1) },
    { start, end, share: 'full' },
  ];
}

const dayMs = 86_400_000;

function statedWindows(
  { freeUntil, then }: NonNullable<RateTerms['policies']>,
  { start, end }: Pick<Term, 'start' | 'end'>,
): Window[] {
  const days = Math.ceil(parseDuration(freeUntil) / dayMs);
  const share = then.endsWith('%') ? Number.parseInt(then, 10) : (then as Share); // the schema allows only these
  const early = { start: addDays(start, -days), end: addDays(start, -1), share };
  return [...(days > 0 ? [early] : []), { start, end, share: 'full' }];
}

export function penaltyOf(share: Share, cents: number, days: number): number {
  if (share === 'full') return cents;
  if (typeof share === 'number') return Math.round((cents * share) / 100);
  return Math.round(share === 'night' ? cents / days : cents * 0.3);
}

export const penalties = (windows: readonly Window[], term: Term, cents: number): PenaltyWindow[] =>
  windows.map(({ start, end, share }) => ({ start, end, cents: penaltyOf(share, cents, term.days) }));
