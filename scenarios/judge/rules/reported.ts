import type { Traffic } from '../traffic/index.ts';
import type { Trip } from '../traffic/trips.ts';
import type { JudgeContext } from './context.ts';

/**
 * Whether what a client reports is about a booking: the one that it names. Where that is none of those seen, or it names none,
 * and one alone was to be booked, it can only be the last of them.
 */
export function isReportedOn(trip: Trip, { trips }: Traffic, { result, task }: JudgeContext): boolean {
  if (!result) return false;
  if (result.bookingId === trip.id) return true;
  const isOnly = trips.length === 1;
  if (result.bookingId === undefined && isOnly) return true;
  const books = task?.steps.filter(step => step.do === 'book') ?? [];
  const isNamed = trips.some(({ id }) => id === result.bookingId);
  return books.length === 1 && !isNamed && trips.at(-1) === trip;
}
