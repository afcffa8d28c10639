import { refuse } from '../refusal.ts';
import type { BookingRecord } from '../store/records.ts';
import type { Call } from './handler.ts';

/** A booking of the caller's credential; throws a Refusal (NotFound) when there is none (err.404). */
export function requireBooking(
  id: string,
  { sandbox, owner }: Pick<Call, 'sandbox' | 'owner'>,
): BookingRecord {
  const booking = sandbox.bookings.find(owner, id);
  if (booking) return booking;
  throw refuse('NotFound', `no booking "${id}" of this credential here`, 'BookingId');
}
