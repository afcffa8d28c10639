import { bookingsOf, type Sandbox, viewBooking } from '../sandboxes/index.ts';
import type { BookingRecord } from '../store/index.ts';
import type { SomeHandlers } from './handler.ts';
import { refuseDetails } from './refusal.ts';

const defaultLimit = 1_000;

/** The bookings of a sandbox. These handlers read the bookings and do not synchronise them with the supplier. */
export const bookingHandlers = {
  listBookings: ({ sandbox, query }) => ({ json: bookingsOf(sandbox, query.limit ?? defaultLimit) }),
  getBooking({ sandbox, params }) {
    sandbox.clock.settle();
    const booking = requireBooking(sandbox, params.bookingId ?? '', 'bookingId');
    return { json: viewBooking(booking, sandbox.redactor) };
  },
} satisfies SomeHandlers;

/** Returns a booking of any credential of a sandbox. Throws a ControlRefusal for an unknown id. */
export function requireBooking({ store, identity }: Sandbox, id: string, field: string): BookingRecord {
  const booking = store.booking(id);
  if (booking) return booking;
  const message = `no booking "${id}" in sandbox "${identity.id}"; GET …/bookings lists them`;
  throw refuseDetails('NotFound', [{ field, message, value: id }]);
}
