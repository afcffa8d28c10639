import { addDays } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import type { PenaltyWindow } from '../store/index.ts';
import { type Plan, seasonOf } from './rates.ts';

/**
 * The dates and the currency of a Search, prepared for the computation of prices. All offers of the Search share these values.
 */
export interface Term {
  start: string;
  end: string;
  /** The number of days that the price is for: the nights of a stay, the days of a rental, or 1 for other products. */
  days: number;
  currency: string;
  /** For each group of guests, the number that stands for the dates and the guests in offer ids (see `stayNumberOf`). */
  stays: readonly number[];
  /** The penalty when a client cancels a refundable rate shortly before the start. */
  lateShare: Share;
}

/** What a cancellation within a penalty window costs: the whole price, the price of one night or day, or the deposit. */
export type Share = 'full' | 'night' | 'deposit';

/**
 * The first or last date of a penalty window. A number counts days after the start (before it if negative), and `end`
 * is the end of the service. `always` is a date before any booking.
 */
export type Bound = number | 'end' | 'always';

/** The number of days before the start at which the penalties of a refundable rate begin. */
const penaltyDays = 3;

/** Returns the sum of the season factors of all days of a stay or rental at a destination. */
export function addSeasons(seed: number, destinationId: string, { start, days }: Term): number {
  const first = dayNumber(start);
  let sum = 0;
  for (let day = first; day < first + days; day += 1) sum += seasonOf(seed, destinationId, day);
  return sum;
}

/** Returns the date that a bound of a penalty window stands for. */
export function dateOf(bound: Bound, { start, end }: Pick<Term, 'start' | 'end'>): string {
  if (bound === 'always') return '2000-01-01';
  return bound === 'end' ? end : addDays(start, bound);
}

/** Returns the penalty windows of a rate plan, without dates and prices. */
export function windowsOf(plan: Plan, lateShare: Share): { from: Bound; to: Bound; share: Share }[] {
  if (!plan.refundable) return [{ from: 'always', to: 'end', share: 'full' }];
  return [
    plan.prePayment
      ? { from: 'always', to: -1, share: 'deposit' }
      : { from: -penaltyDays, to: -1, share: lateShare },
    { from: 0, to: 'end', share: 'full' },
  ];
}

/** Returns what a cancellation within a penalty window costs, in cents. */
export function penaltyOf(share: Share, cents: number, days: number): number {
  if (share === 'full') return cents;
  return Math.round(share === 'night' ? cents / days : cents * 0.3);
}

/** Returns the penalty windows of a rate plan, with their dates and their penalties in cents. */
export const penalties = (plan: Plan, term: Term, cents: number): PenaltyWindow[] =>
  windowsOf(plan, term.lateShare).map(({ from, to, share }) => ({
    start: dateOf(from, term),
    end: dateOf(to, term),
    cents: penaltyOf(share, cents, term.days),
  }));
