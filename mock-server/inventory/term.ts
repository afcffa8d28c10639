import { addDays } from '#contracts';
import { dayNumber } from '#contracts/calendar';
import { hash32 } from '../seed.ts';
import type { PenaltyWindow } from '../store/index.ts';
import { type Plan, seasonOf } from './rates.ts';

/** When a service takes place, made ready for pricing: what all offers of a Search have in common. */
export interface Term {
  start: string;
  end: string;
  /** What it is paid for: nights of a stay, days of a rental, 1 for what takes place once. */
  days: number;
  currency: string;
  /** Per group of guests a name for dates and guests: the same for the same ones. */
  stayIds: readonly string[];
  /** Some days before the start, when penalties of a refundable rate begin, and the day before the start. */
  penaltyStart: string;
  lastFreeDay: string;
  /** What a late cancellation of a refundable rate costs. */
  lateShare: Share;
}

/** What a cancellation in a window costs: all, one night or day, or the deposit. */
export type Share = 'full' | 'night' | 'deposit';

/** A start of penalties that lies before any booking date. */
const always = '2000-01-01';
/** How long before the start penalties of a refundable rate begin. */
export const penaltyDays = 3;
/** How long the name of dates and guests is: any 32 bits to the base 36. */
export const stayIdLength = 7;

/**
 * The name of dates and guests, for the ids of offers.
 *
 * @example stayIdOf('2026-12-10 2 2 7') // seven letters and digits
 */
export const stayIdOf = (key: string): string => hash32(key).toString(36).padStart(stayIdLength, '0');

/** Makes a term of its dates. */
export function openTerm(term: Omit<Term, 'penaltyStart' | 'lastFreeDay'>): Term {
  return { ...term, penaltyStart: addDays(term.start, -penaltyDays), lastFreeDay: addDays(term.start, -1) };
}

/** The term of what takes place on one date of it. */
export const onDay = (term: Term, date: string): Term => openTerm({ ...term, start: date, end: date });

/** The season factors of all days of a term at a destination, added up. */
export function addSeasons(seed: number, destinationId: string, { start, days }: Term): number {
  const first = dayNumber(start);
  let sum = 0;
  for (let day = first; day < first + days; day += 1) sum += seasonOf(seed, destinationId, day);
  return sum;
}

/** One penalty window of a plan, before a price is known. */
interface Window {
  start: string;
  end: string;
  share: Share;
}

/** When a cancellation costs what: from some days before the start, or, where the rate says so, from the booking. */
export function windowsOf(plan: Plan, { start, end, lastFreeDay, penaltyStart, lateShare }: Term): Window[] {
  if (!plan.refundable) return [{ start: always, end, share: 'full' }];
  const first: Window = plan.prePayment
    ? { start: always, end: lastFreeDay, share: 'deposit' }
    : { start: penaltyStart, end: lastFreeDay, share: lateShare };
  return [first, { start, end, share: 'full' }];
}

/** The penalty of a window in cents. */
export function penaltyOf(share: Share, cents: number, days: number): number {
  if (share === 'full') return cents;
  return Math.round(share === 'night' ? cents / days : cents * 0.3);
}

/** The penalty windows of a price. */
export function penalties(plan: Plan, term: Term, cents: number): PenaltyWindow[] {
  return windowsOf(plan, term).map(({ start, end, share }) => ({
    start,
    end,
    cents: penaltyOf(share, cents, term.days),
  }));
}
