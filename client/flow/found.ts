import type { BookedService, Booking, ServiceStatus } from '#contracts';
import type { Reason } from './reason.ts';
import { statusOf } from './status.ts';

/** A booking as it was last seen, and the service of it that a flow is about. */
export interface Found {
  readonly bookingId: string;
  readonly booking: Booking;
  readonly service: BookedService | undefined;
  /** Undefined for words that the contract does not know. */
  readonly status: ServiceStatus | undefined;
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
    booking,
    service,
    status: statusOf(service ?? booking),
    errors: Errors,
  };
}
