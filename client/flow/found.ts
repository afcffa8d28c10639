import type { Booking, ServiceStatus } from '#contracts';
import type { Reason } from './reason.ts';
import { statusOf, type WireStatus } from './status.ts';

/** A booking as it was last seen, and the service of it that a flow is about. */
export interface Found {
  readonly bookingId: string;
  readonly serviceId: string | undefined;
  /** Whole, with voucher and invoice; undefined where only the answer of DoBooking has been seen. */
  readonly booking: Booking | undefined;
  /** Undefined for words that the contract does not know. */
  readonly status: ServiceStatus | undefined;
  /** The status in the supplier's words, for people. */
  readonly words: string;
  readonly errors: readonly Reason[];
}

/** The service of a booking that has a reference or an id; the booking itself where there is only one. */
export function serviceIn(
  booking: Booking,
  { reference, serviceId }: { reference?: string | undefined; serviceId?: string | undefined },
): Found {
  const { Services, Errors } = booking;
  const service =
    Services.find(({ ServiceId }) => ServiceId === serviceId) ??
    Services.find(({ ExternalReference }) => reference !== undefined && ExternalReference === reference) ??
    (Services.length === 1 ? Services[0] : undefined);
  return {
    bookingId: booking.BookingId,
    serviceId: service?.ServiceId,
    booking,
    status: statusOf(service ?? booking),
    words: wordsOf(service ?? booking),
    errors: Errors,
  };
}

/**
 * Whether a booking is the one that was sent with a reference, as far as it tells: some suppliers keep no references, and some
 * answer with another booking than the one that was asked for.
 */
export function isOf({ ExternalReference, Services }: Booking, reference: string | undefined): boolean {
  const told = [ExternalReference, ...Services.map(service => service.ExternalReference)].filter(
    each => each !== undefined && each !== '',
  );
  return reference === undefined || told.length === 0 || told.includes(reference);
}

/** A status in the supplier's words. */
export const wordsOf = ({ bookingStatus, Status = '' }: WireStatus): string => `${bookingStatus} (${Status})`;
