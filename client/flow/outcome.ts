import type { Booking } from '#contracts';
import type { Shown } from './consent.ts';
import type { Penalty } from './penalty.ts';
import type { Reason } from './reason.ts';

/** Where people help: by e-mail in office hours, by voice or messaging only in an emergency (svc.7). */
export interface Support {
  readonly channel: 'e-mail' | 'emergency';
  readonly hours: string;
}

/** By e-mail: for whatever can wait until somebody is there. */
export const byEmail: Support = { channel: 'e-mail', hours: 'Monday to Friday, 09:00 to 18:00, GMT-3' };
/** By voice or messaging: a failure in the booking flow, or an outage. */
export const emergency: Support = {
  channel: 'emergency',
  hours: 'at any time, for an outage or errors in the booking flow',
};

/** How a wanted booking ended, each with what its caller needs next. */
export type BookingOutcome =
  /** It stands. `booking` has the voucher; `shown` is what the user was shown before. */
  | {
      readonly outcome: 'confirmed';
      readonly bookingId: string;
      readonly booking: Booking;
      readonly shown?: Shown;
    }
  /** It is booked and waits for something that only its caller has, such as a card: give it that. */
  | {
      readonly outcome: 'pending';
      readonly bookingId: string;
      readonly reference: string;
      readonly why: string;
    }
  /** The supplier did not take it; search again. */
  | {
      readonly outcome: 'rejected';
      readonly bookingId: string | undefined;
      readonly reasons: readonly Reason[];
    }
  /** It came to nothing; nothing is booked. */
  | {
      readonly outcome: 'failed';
      readonly bookingId: string | undefined;
      readonly reasons: readonly Reason[];
    }
  /** Nobody confirmed it in time. */
  | { readonly outcome: 'expired'; readonly bookingId: string }
  /** The card was refused; pay with another one. */
  | {
      readonly outcome: 'payment-declined';
      readonly bookingId: string;
      readonly reasons: readonly Reason[];
    }
  /** The user said no; nothing was booked. */
  | { readonly outcome: 'declined-by-user'; readonly shown: Shown }
  /** Nothing fits, or it is gone; search again. */
  | { readonly outcome: 'unavailable'; readonly reasons: readonly Reason[] }
  /** Only people can tell: ask them, and book nothing else for it meanwhile. */
  | {
      readonly outcome: 'ask-support';
      readonly bookingId: string | undefined;
      readonly reference: string;
      readonly why: string;
      readonly support: Support;
    }
  /** A call failed for good before anything could be booked, or the credential is refused: with a good one, ask again or resume. */
  | {
      readonly outcome: 'error';
      readonly error: unknown;
      /** Of what was sent before: it stays in the ledger. */
      readonly bookingId?: string | undefined;
      readonly reference?: string | undefined;
    };

/** How a cancellation ended. */
export type CancelOutcome =
  /** What it costs: an amount, nothing when undefined; `unknown` when it may cost something that nobody has told. */
  | { readonly outcome: 'cancelled'; readonly bookingId: string; readonly penalty: Penalty }
  | { readonly outcome: 'failed'; readonly bookingId: string; readonly reasons: readonly Reason[] }
  | {
      readonly outcome: 'ask-support';
      readonly bookingId: string;
      readonly why: string;
      readonly support: Support;
    }
  | { readonly outcome: 'error'; readonly error: unknown };
