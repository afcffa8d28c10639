import type { Finding } from '#contracts/control';
import type { Call, Traffic, Trip } from '../traffic/index.ts';
import type { JudgeContext } from './context.ts';
import { finding } from './rule.ts';

/** An amount in the facts of an answer. */
export interface Amount {
  readonly value: number;
  readonly currency: string;
}

/** Cents, which add up where fractions do not. */
export const cents = (value: number): number => Math.round(value * 100);

/** An amount as people read it. */
export const moneyText = ({ value, currency }: Amount): string => `${value} ${currency}`;

/**
 * Whether the user was shown the price that was booked: undefined where the client says so, no case where it does not say.
 * Of several bookings a client reports one price only.
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
    message: `The user was shown ${moneyText({ value: shown.Value, currency: shown.Currency })}; what was booked costs ${moneyText(price)}.`,
    expected: `${moneyText(price)} shown to the user, and a consent to it.`,
  });
}

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
