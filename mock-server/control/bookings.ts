import { bookingsOf, type Sandbox, viewBooking } from '../sandboxes/index.ts';
import type { BookingRecord } from '../store/index.ts';
import type { ControlHandlers, FindSandboxOf } from './handler.ts';
import { refuseDetails } from './refusal.ts';

const mostListed = 1_000;

/** The bookings of a sandbox, seen without being synchronised. */
export function bookingHandlers(find: FindSandboxOf): ControlHandlers<'listBookings' | 'getBooking'> {
  return {
    listBookings(call) {
      return { json: bookingsOf(find(call), call.query.limit ?? mostListed) };
    },
    getBooking(call) {
      const sandbox = find(call);
      sandbox.clock.settle();
      const booking = requireBooking(sandbox, call.params.bookingId ?? '', 'bookingId');
      return { json: viewBooking(booking, sandbox.redactor) };
    },
  };
}

/** A booking of any credential of a sandbox; throws a ControlRefusal when there is none. */
export function requireBooking(sandbox: Sandbox, id: string, field: string): BookingRecord {
  const booking = sandbox.store.booking(id);
  if (booking) return booking;
  const message = `no booking "${id}" in sandbox "${sandbox.identity.id}"; GET …/bookings lists them`;
  throw refuseDetails('NotFound', [{ field, message, value: id }]);
}
