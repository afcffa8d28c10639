import { refuse } from '../refusal.ts';
import type { BookingRecord } from '../store/index.ts';
import type { Call } from './handler.ts';

/** A booking of the caller's credential; throws a Refusal (NotFound) when there is none to be seen (err.404). */
export function requireBooking(id: string, call: Call): BookingRecord {
  const booking = call.sandbox.bookings.find(call.owner, id);
  if (booking && isVisible(booking, call)) return booking;
  throw refuse('NotFound', `no booking "${id}" of this credential here`, 'BookingId');
}

/** Whether the supplier shows a booking: always, unless it is told to hide those made since an instant. */
export const isVisible = ({ createdAt }: BookingRecord, { directives: { hiddenSince } }: Call): boolean =>
  hiddenSince === undefined || createdAt < hiddenSince;
