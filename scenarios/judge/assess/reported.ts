import type { Finding } from '#contracts/control';
import type { Call, Traffic, Trip } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';
import { finding } from './rule.ts';

/** An amount in the facts of an answer. */
export interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Converts an amount to cents, which add up without rounding errors. */
export const cents = (value: number): number => Math.round(value * 100);

/** Formats an amount for people. */
export const moneyText = ({ value, currency }: Amount): string => `${value} ${currency}`;

/**
 * Compares the price in shownToUser with the booked price. It is not applicable without shownToUser, or for several bookings, because
 * a client reports one price only.
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
    message: `The user was shown ${moneyText({ value: shown.Value, currency: shown.Currency })}; what was booked costs ${moneyText(price)}. The user accepted another price.`,
    expected: `Shows ${moneyText(price)} to the user, and books only if the user accepts it.`,
  });
}

/**
 * Returns whether the result of a client is about a booking, which it names by its id. If the id is missing or unknown and the task
 * has one booking, the result is about the last one.
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
