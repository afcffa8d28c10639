import { asObject } from '#contracts/util';
import { bookingIdOf } from '../bookings/index.ts';
import type { Limited } from './stages.ts';

/**
 * Adds the BookingId to a cancellation that has only a ServiceId, and a warning. The body stays unchanged if the
 * credential has no such service; the operation then refuses the request.
 *
 * @param body the request, which fits the schema of its operation
 */
export function addBookingId(body: unknown, { operation, sandbox, owner, warnings }: Limited): unknown {
  const { BookingId, ServiceId } = asObject(body);
  if (operation.effect !== 'cancel' || BookingId !== undefined || typeof ServiceId !== 'string') return body;
  const booking = sandbox.bookings.find(owner, bookingIdOf(ServiceId));
  if (!booking?.services.some(({ id }) => id === ServiceId)) return body;
  warnings.push({
    kind: 'lenient',
    field: 'BookingId',
    message: 'is missing; the server found the booking by its ServiceId',
  });
  return { ...asObject(body), BookingId: booking.id };
}
