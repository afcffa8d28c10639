import { addDays } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { hash32 } from '../seed.ts';
import type { PenaltyWindow } from '../store/index.ts';
import { type Plan, seasonOf } from './rates.ts';

/** The dates of a service, ready for pricing: what all offers of a Search have in common. */
export interface Term {
  start: string;
  end: string;
  /** How many times its price is paid: the nights of a stay, the days of a rental, 1 for what takes place once. */
  days: number;
  currency: string;
  /** For each group of guests an id of dates and guests: the same for the same ones. */
  stayIds: readonly string[];
  /** What a late cancellation of a refundable rate costs. */
  lateShare: Share;
}

/** What a cancellation in a window costs: the whole price, one night or day, or the deposit. */
export type Share = 'full' | 'night' | 'deposit';

/** The first or last date of a window: a number of days after the start, the end, or before any booking. */
export type Bound = number | 'end' | 'always';

/** How many days before the start the penalties of a refundable rate begin. */
const penaltyDays = 3;

/** The length of the id of dates and guests: any 32 bits in base 36. */
export const stayIdLength = 7;

/**
 * Returns the id of dates and guests, a part of the ids of offers.
 *
 * @example stayIdOf('2026-12-10 2 2 7') // seven letters and digits
 */
export const stayIdOf = (key: string): string => hash32(key).toString(36).padStart(stayIdLength, '0');

/** Returns the sum of the season factors of all days of a term at a destination. */
export function addSeasons(seed: number, destinationId: string, { start, days }: Term): number {
  const first = dayNumber(start);
  let sum = 0;
  for (let day = first; day < first + days; day += 1) sum += seasonOf(seed, destinationId, day);
  return sum;
}

/** Returns the date of a bound. */
export function dateOf(bound: Bound, { start, end }: Pick<Term, 'start' | 'end'>): string {
  if (bound === 'always') return '2000-01-01';
  return bound === 'end' ? end : addDays(start, bound);
}

/** Returns the penalty windows of a plan, without dates and prices. */
export function windowsOf(plan: Plan, lateShare: Share): { from: Bound; to: Bound; share: Share }[] {
  if (!plan.refundable) return [{ from: 'always', to: 'end', share: 'full' }];
  return [
    plan.prePayment
      ? { from: 'always', to: -1, share: 'deposit' }
      : { from: -penaltyDays, to: -1, share: lateShare },
    { from: 0, to: 'end', share: 'full' },
  ];
}

/** Returns the penalty of a window in cents. */
export function penaltyOf(share: Share, cents: number, days: number): number {
  if (share === 'full') return cents;
  return Math.round(share === 'night' ? cents / days : cents * 0.3);
}

/** Returns the penalty windows of a price in cents. */
export const penalties = (plan: Plan, term: Term, cents: number): PenaltyWindow[] =>
  windowsOf(plan, term.lateShare).map(({ from, to, share }) => ({
    start: dateOf(from, term),
    end: dateOf(to, term),
    cents: penaltyOf(share, cents, term.days),
  }));
