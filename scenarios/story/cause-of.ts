import type { ExchangeView } from '#contracts/control';

/** Returns when a call ended, in epoch milliseconds. */
export const endOf = ({ opened, answered, closed }: ExchangeView): number =>
  closed?.at ?? answered?.at ?? opened.at;

const changes = /doBooking|payBooking|cancel/i;

/** A change at the supplier: when it happened, to which booking, and what kind of call can cause it. */
export interface Change {
  readonly at: number;
  readonly bookingId: string;
  readonly operation: RegExp;
}

/**
 * Returns the number of the exchange during which something changed at the supplier. Returns undefined if the supplier changed it
 * between two calls. The answer of a lost call names no booking, so a call without a booking is the second choice.
 *
 * @example causeOf(exchanges, { at, bookingId: '30…', operation: /doBooking/ }) // 4
 */
export function causeOf(
  exchanges: readonly ExchangeView[],
  { at, bookingId, operation }: Change,
): number | undefined {
  const during = exchanges.filter(
    one =>
      changes.test(one.operation ?? '') &&
      operation.test(one.operation ?? '') &&
      one.opened.at <= at &&
      at <= endOf(one) &&
      (one.faults ?? []).every(({ commit }) => commit !== 'never'),
  );
  const own =
    during.find(one => bookingOf(one) === bookingId) ?? during.find(one => bookingOf(one) === undefined);
  return own?.number;
}

/** Returns the booking of a call. A DoBooking that creates a booking sends the BookingId "0". */
export const bookingOf = ({ answer, request }: ExchangeView): string | undefined =>
  [answer.bookingId, request.bookingId].find(id => id !== undefined && id !== '0');
