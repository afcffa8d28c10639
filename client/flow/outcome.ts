import type { Booking } from '#contracts';
import type { Shown } from './conditions.ts';
import type { Penalty } from './penalty.ts';
import type { Reason } from './snapshot.ts';

/** A channel of the supplier's support: e-mail in office hours, voice or messaging only in an emergency (svc.7). */
export interface Support {
  readonly channel: 'e-mail' | 'emergency';
  readonly hours: string;
}

/** For problems that can wait for office hours. */
export const byEmail: Support = { channel: 'e-mail', hours: 'Monday to Friday, 09:00 to 18:00, GMT-3' };
/** For a failure in the booking flow, or an outage. */
export const emergency: Support = {
  channel: 'emergency',
  hours: 'at any time, for an outage or errors in the booking flow',
};

/**
 * How a booking ended, with the data for the next step of the caller.
 *
 * @example if (outcome.outcome === 'confirmed') print(outcome.booking.ConfirmationNumber);
 */
export type BookingOutcome =
  /** The booking exists. `booking` has the voucher; `shown` is what the user agreed to. */
  | {
      readonly outcome: 'confirmed';
      readonly bookingId: string;
      readonly booking: Booking;
      readonly shown?: Shown;
    }
  /** The booking exists and waits for something from the caller, such as a card; `why` names it. */
  | {
      readonly outcome: 'pending';
      readonly bookingId: string;
      readonly reference: string;
      readonly why: string;
    }
  /** `rejected`: the supplier did not take it; search again. `failed`: nothing is booked. */
  | {
      readonly outcome: 'rejected' | 'failed';
      readonly bookingId: string | undefined;
      readonly reasons: readonly Reason[];
    }
  /** The supplier did not confirm it in time. */
  | { readonly outcome: 'expired'; readonly bookingId: string }
  /** The card was refused; pay with another one. */
  | {
      readonly outcome: 'payment-declined';
      readonly bookingId: string;
      readonly reasons: readonly Reason[];
    }
  /** The user said no; nothing was booked. */
  | { readonly outcome: 'declined-by-user'; readonly shown: Shown }
  /** Nothing fits, or the offer is gone; search again. */
  | { readonly outcome: 'unavailable'; readonly reasons: readonly Reason[] }
  /** The client cannot find out what is booked: ask `support`, and do not book again in the meantime. */
  | {
      readonly outcome: 'ask-support';
      readonly bookingId: string | undefined;
      readonly reference: string;
      readonly why: string;
      readonly support: Support;
    }
  /** A call failed before it could book, an argument is wrong, or the credential is refused: correct it and request again. */
  | {
      readonly outcome: 'error';
      readonly error: unknown;
      /** The booking that was sent before; it stays in the ledger. */
      readonly bookingId?: string | undefined;
      readonly reference?: string | undefined;
    };

/**
 * How a cancellation ended.
 *
 * @example if (outcome.outcome === 'cancelled') console.log(outcome.penalty);
 */
export type CancelOutcome =
  /** `penalty` is an amount; undefined when it is free of charge; `unknown` when no answer names it. */
  | { readonly outcome: 'cancelled'; readonly bookingId: string; readonly penalty: Penalty }
  | { readonly outcome: 'failed'; readonly bookingId: string; readonly reasons: readonly Reason[] }
  | {
      readonly outcome: 'ask-support';
      readonly bookingId: string;
      readonly why: string;
      readonly support: Support;
    }
  | { readonly outcome: 'error'; readonly error: unknown };

/** Returns the outcome for a booking whose state only the support can find out. */
export const askSupport = (
  { bookingId, reference }: { readonly bookingId?: string | undefined; readonly reference: string },
  why: string,
  support = emergency,
): BookingOutcome => ({ outcome: 'ask-support', bookingId, reference, why, support });

/** Returns whether nothing is booked after an outcome. */
export const isNothingBooked = ({ outcome }: BookingOutcome): boolean =>
  ['rejected', 'failed', 'expired', 'declined-by-user', 'unavailable', 'error'].includes(outcome);
