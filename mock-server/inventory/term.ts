import { addDays } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import type { PenaltyWindow } from '../books/index.ts';
import { type Plan, seasonOf } from './rates.ts';

/** The dates and the currency of a Search. All offers of the Search share these values. */
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

/** The number of days before the start at which the penalties of a refundable rate begin. */
const penaltyDays = 3;

/** The first day of a penalty window without a beginning: a date before any booking. */
export const beforeAnyBooking = '2000-01-01';

export function addSeasons(seed: number, destinationId: string, { start, days }: Term): number {
  const first = dayNumber(start);
  let sum = 0;
  for (let day = first; day < first + days; day += 1) sum += seasonOf(seed, destinationId, day);
  return sum;
}

/** A penalty window without its price. */
export interface Window {
  readonly start: string;
  readonly end: string;
  readonly share: Share;
}

export function windowsOf(plan: Plan, { start, end, lateShare }: Term): Window[] {
  if (!plan.refundable) return [{ start: beforeAnyBooking, end, share: 'full' }];
  const early = plan.prePayment
    ? { start: beforeAnyBooking, share: 'deposit' as const }
    : { start: addDays(start, -penaltyDays), share: lateShare };
  return [
    { ...early, end: addDays(start, -1) },
    { start, end, share: 'full' },
  ];
}

/** Returns what a cancellation within a penalty window costs, in cents. */
export function penaltyOf(share: Share, cents: number, days: number): number {
  if (share === 'full') return cents;
  return Math.round(share === 'night' ? cents / days : cents * 0.3);
}

/** Returns the penalty windows of a rate plan with their penalties in cents. */
export const penalties = (plan: Plan, term: Term, cents: number): PenaltyWindow[] =>
  windowsOf(plan, term).map(({ start, end, share }) => ({
    start,
    end,
    cents: penaltyOf(share, cents, term.days),
  }));

export function pricesOf(cents: number, { days, currency }: Term, windows: readonly Window[]) {
  return {
    price: { Value: cents / 100, Currency: currency },
    policies: windows.map(({ start, end, share }) => ({
      StartDate: start,
      EndDate: end,
      Value: penaltyOf(share, cents, days) / 100,
      Currency: currency,
    })),
  };
}
