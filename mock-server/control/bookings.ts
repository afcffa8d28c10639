import { bookingsOf, type Sandbox, viewBooking } from '../sandboxes/index.ts';
import type { BookingRecord } from '../store/index.ts';
import type { SomeHandlers } from './handler.ts';
import { refuseDetails } from './refusal.ts';

const defaultLimit = 1_000;

/** The handlers that show the bookings of a sandbox. These handlers do not update the stored status of a booking. */
export const bookingHandlers = {
  listBookings: ({ sandbox, query }) => ({ json: bookingsOf(sandbox, query.limit ?? defaultLimit) }),
  getBooking({ sandbox, params }) {
    sandbox.clock.settle();
    const booking = requireBooking(sandbox, params.bookingId ?? '', 'bookingId');
    return { json: viewBooking(booking, sandbox.redactor) };
  },
} satisfies SomeHandlers;

/** Returns a booking in a sandbox, whichever user has made it. Throws a ControlRefusal for an unknown id. */
export function requireBooking({ store, identity }: Sandbox, id: string, field: string): BookingRecord {
  const booking = store.booking(id);
  if (booking) return booking;
  const message = `sandbox "${identity.id}" has no booking "${id}"; GET …/bookings lists the bookings`;
  throw refuseDetails('NotFound', [{ field, message, value: id }]);
}
