import type { Context } from './context.ts';
import { goOn } from './go-on.ts';
import type { BookingOutcome } from './outcome.ts';
import type { Wish } from './wish.ts';

/** A booking that waits for its payment, and the card. */
export interface ToPay {
  readonly bookingId: string;
  readonly payment: NonNullable<Wish['payment']>;
}

/** A booking that the ledger knows nothing of, so that nobody knows the ways to pay that were offered for it. */
export class UnknownBookingError extends Error {
  override readonly name = 'UnknownBookingError';

  constructor(bookingId: string) {
    super(
      `booking ${bookingId} is in no record of this client's ledger; pay it by the client that booked it, or by call('payBooking', …)`,
    );
  }
}

/**
 * Pays a booking that waits for it, after its card was declined say, and follows it up (svc.3, status.aguardando): nothing is
 * searched or booked for it again. Never rejects but when its signal is aborted.
 */
export async function payLater({ bookingId, payment }: ToPay, context: Context): Promise<BookingOutcome> {
  try {
    const record = await context.ledger.findBooking(bookingId);
    if (!record) return { outcome: 'error', error: new UnknownBookingError(bookingId), bookingId };
    // What another card came to says nothing of this one.
    const takes = ({ outcome }: BookingOutcome) => outcome !== 'payment-declined' && outcome !== 'pending';
    const { outcome } = await goOn({ key: record.key, payment, takes }, context);
    return outcome ?? { outcome: 'failed', bookingId, reasons: [] };
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return { outcome: 'error', error, bookingId };
  }
}
