import { checkBooking } from '../check.ts';
import type { Consent } from './conditions.ts';
import type { Context } from './context.ts';
import { runBooking } from './machine.ts';
import type { BookingOutcome } from './outcome.ts';
import { type BookingRequest, referenceKey } from './request.ts';
import { ended, type Searching } from './states.ts';

/**
 * Books what is requested: search → choose → conditions → consent → DoBooking → payment when due → follow-up → voucher
 * (svc.1, flow.2). It goes on with a booking that was requested before as soon as it knows that it is the same.
 * Every error is an outcome; it rejects only when its signal is aborted.
 */
export async function book(
  request: BookingRequest,
  consent: Consent,
  context: Context,
): Promise<BookingOutcome> {
  return outcomeOf(context, async () => {
    checkBooking(request, consent);
    const key = referenceKey(request, context.username);
    const otherwise: Searching = { kind: 'searching', request, consent, searches: 0 };
    if (key === undefined) return runBooking(otherwise, context);
    return runBooking({ kind: 'recalling', key, payment: request.payment, otherwise }, context);
  });
}

/** A booking that waits for its payment, and the card. */
export interface PaymentRequest {
  readonly bookingId: string;
  readonly payment: NonNullable<BookingRequest['payment']>;
}

/** The ledger does not know a booking, so the payment conditions that were offered for it are unknown too. */
export class UnknownBookingError extends Error {
  override readonly name = 'UnknownBookingError';

  constructor(bookingId: string) {
    super(
      `booking ${bookingId} is in no record of this client's ledger; pay it by the client that booked it, or by call('payBooking', …)`,
    );
  }
}

/**
 * Pays a booking that waits for it, after its card was declined for example, and follows it up (svc.3, status.aguardando):
 * nothing is searched or booked for it again. It rejects only when its signal is aborted.
 */
export async function pay({ bookingId, payment }: PaymentRequest, context: Context): Promise<BookingOutcome> {
  const run = async () => {
    const record = await context.ledger.findBooking(bookingId);
    if (!record) throw new UnknownBookingError(bookingId);
    // The outcome of another card says nothing of this one.
    const accepts = ({ outcome }: BookingOutcome) => outcome !== 'payment-declined' && outcome !== 'pending';
    const otherwise = ended({ outcome: 'failed', bookingId, reasons: [] });
    return runBooking({ kind: 'recalling', key: record.key, payment, accepts, otherwise }, context);
  };
  return outcomeOf(context, run, bookingId);
}

/** Makes every error an outcome, unless the caller aborted. */
async function outcomeOf(
  { signal }: Context,
  run: () => Promise<BookingOutcome>,
  bookingId?: string,
): Promise<BookingOutcome> {
  try {
    return await run();
  } catch (error) {
    if (signal?.aborted) throw error;
    return { outcome: 'error', error, ...(bookingId !== undefined && { bookingId }) };
  }
}

export { type CancelRequest, cancel } from './cancel.ts';
export type { Consent, Question, Shown } from './conditions.ts';
export type { Context } from './context.ts';
export type { BookingOutcome, CancelOutcome, Support } from './outcome.ts';
export type { Penalty } from './penalty.ts';
export type { BookingRequest, Offer } from './request.ts';
export { type Resumed, resume } from './resume.ts';
