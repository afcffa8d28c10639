import type { Booking } from '#contracts';
import type { Shown } from './agree-conditions.ts';
import type { Penalty } from './penalty.ts';
import type { Reason } from './snapshot.ts';

/** E-mail in office hours; voice or messages only in an emergency (svc.7). */
export interface Support {
  readonly channel: 'e-mail' | 'emergency';
  readonly hours: string;
}

export const byEmail: Support = { channel: 'e-mail', hours: 'Monday to Friday, 09:00 to 18:00, GMT-3' };
export const emergency: Support = {
  channel: 'emergency',
  hours: 'at any time, for an outage or errors in the booking flow',
};

/**
 * How a booking ended, with the data to go on.
 *
 * @example if (outcome.outcome === 'confirmed') print(outcome.booking.ConfirmationNumber);
 */
export type BookingOutcome =
  /** `booking` has the voucher; `shown` has the conditions that the user agreed to. */
  | {
      readonly outcome: 'confirmed';
      readonly bookingId: string;
      readonly booking: Booking;
      readonly shown?: Shown;
    }
  /** The booking needs something from the caller, such as a card or a valid credential. `why` names it. */
  | {
      readonly outcome: 'pending';
      readonly bookingId: string;
      readonly reference: string;
      readonly why: string;
      /** Set if a call was refused or the card does not fit. Correct the cause, then call `resume` or `pay`. */
      readonly error?: unknown;
    }
  /** `rejected`: the supplier rejected the booking; search again. `failed`: nothing is booked. */
  | {
      readonly outcome: 'rejected' | 'failed';
      readonly bookingId: string | undefined;
      readonly reasons: readonly Reason[];
    }
  /** The supplier did not confirm the booking in time. */
  | { readonly outcome: 'expired'; readonly bookingId: string }
  /** The card was refused; pay with another card. */
  | {
      readonly outcome: 'payment-declined';
      readonly bookingId: string;
      readonly reasons: readonly Reason[];
    }
  /** The user did not agree, and nothing is booked. */
  | { readonly outcome: 'declined-by-user'; readonly shown: Shown }
  /** No offer matches the request, or the offer is no longer available; search again. */
  | { readonly outcome: 'unavailable'; readonly reasons: readonly Reason[] }
  /** It is unknown what is booked. Ask `support`, and do not book again before the answer. */
  | {
      readonly outcome: 'ask-support';
      readonly bookingId: string | undefined;
      readonly reference: string;
      readonly why: string;
      readonly support: Support;
    }
  /** Nothing is booked: a call failed before, an argument is wrong, or the credential is refused. */
  | {
      readonly outcome: 'error';
      readonly error: unknown;
      /** From the request of `pay`. */
      readonly bookingId?: string | undefined;
    };

/**
 * The outcome of a cancellation.
 *
 * @example if (outcome.outcome === 'cancelled') console.log(outcome.penalty);
 */
export type CancelOutcome =
  | { readonly outcome: 'cancelled'; readonly bookingId: string; readonly penalty: Penalty }
  | { readonly outcome: 'failed'; readonly bookingId: string; readonly reasons: readonly Reason[] }
  | {
      readonly outcome: 'ask-support';
      readonly bookingId: string;
      readonly why: string;
      readonly support: Support;
    }
  /** Nothing is cancelled: the supplier refused, or an argument is wrong. */
  | { readonly outcome: 'error'; readonly error: unknown; readonly bookingId?: string | undefined };

export const askSupport = (
  { bookingId, reference }: { readonly bookingId?: string | undefined; readonly reference: string },
  why: string,
  support = emergency,
): BookingOutcome => ({ outcome: 'ask-support', bookingId, reference, why, support });

export const isNothingBooked = ({ outcome }: BookingOutcome): boolean =>
  ['rejected', 'failed', 'expired', 'declined-by-user', 'unavailable', 'error'].includes(outcome);
