import type { Finding } from '#contracts/control';
import type { Call, Traffic, Trip } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';
import { finding } from './rule.ts';

/** An amount of money in an answer. */
export interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Converts an amount to whole cents, so that sums have no rounding errors. */
export const cents = (value: number): number => Math.round(value * 100);

/** Formats an amount as text, such as `120 BRL`. */
export const moneyText = ({ value, currency }: Amount): string => `${value} ${currency}`;

/**
 * Compares the price in `shownToUser` with the booked price. Returns `not applicable` if `shownToUser` is missing. A task with
 * several bookings is also not applicable, because a client reports only one price.
 */
export function shownMismatch(
  calls: readonly Call[],
  price: Amount,
  { result, task }: JudgeContext,
): Finding | 'not applicable' | undefined {
  const shown = result?.shownToUser?.total;
  const bookings = task?.steps.filter(step => step.do === 'book') ?? [];
  if (!shown || bookings.length !== 1) return 'not applicable';
  if (cents(shown.Value) === cents(price.value) && shown.Currency === price.currency) return undefined;
  return finding(calls, {
    message: `The client showed the user ${moneyText({ value: shown.Value, currency: shown.Currency })}, but the booked offer costs ${moneyText(price)}. The user accepted another price.`,
    expected: `A correct client shows ${moneyText(price)} to the user, and books only if the user accepts it.`,
  });
}

/**
 * Returns whether the result of a client is about the given booking. The result contains the id of its booking. If that id is
 * missing or unknown and the task has one booking, the result is about the last booking.
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
