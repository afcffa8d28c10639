import type { ResponseOf } from '#contracts';
import { nextPollDue, renderBooking } from '../bookings/index.ts';
import { refuse } from '../refusal.ts';
import type { BookingRecord } from '../store/index.ts';
import type { Call } from './handler.ts';
import { isVisible, requireBooking } from './require-booking.ts';

type Answer = ResponseOf<'getBookingDetail'>;

/** Looks a booking up, by id or by the client's reference; nothing found is an answer without Booking (flow.3). */
export function getBooking(
  id: string | undefined,
  reference: string | undefined,
  call: Call,
): { answer: Answer } {
  const booking = id !== undefined ? visible(id, call) : visibleByReference(reference ?? '', call);
  const isOther = reference !== undefined && !booking?.services.some(entry => entry.reference === reference);
  if (booking && isOther) {
    const message = `"${reference}" is of no service of booking "${booking.id}"; send one of the two`;
    throw refuse('InvalidRequest', message, 'ExternalReference');
  }
  return { answer: booking ? show(booking, call) : { Errors: [] } };
}

function visible(id: string, call: Call): BookingRecord | undefined {
  const booking = call.sandbox.bookings.find(call.owner, id);
  return booking && isVisible(booking, call) ? booking : undefined;
}

/** The booking that the reference was given last, or, where that is hidden, another one that has it. */
function visibleByReference(reference: string, call: Call): BookingRecord | undefined {
  const { sandbox, owner } = call;
  const last = sandbox.bookings.findByReference(owner, reference);
  if (!last || isVisible(last, call)) return last;
  for (const booking of sandbox.store.list({ owner, reference }))
    if (isVisible(booking, call)) return booking;
  return undefined;
}

/** Gives one booking whole; an unknown id is an error here (ep.detail). */
export function getBookingDetail(id: string, call: Call): { answer: Answer } {
  return { answer: show(requireBooking(id, call), call) };
}

/** Every look at one booking synchronises it (trans.sync). On a `per-poll` clock the time of the poll comes first. */
function show(found: BookingRecord, call: Call): Answer {
  const { clock, bookings } = call.sandbox;
  let booking = found;
  const due = clock.mode === 'per-poll' ? nextPollDue(found) : undefined;
  if (due !== undefined) {
    clock.jumpTo(due);
    booking = bookings.find(call.owner, found.id) ?? found;
    for (const service of booking.services) service.toldAt = clock.now();
    bookings.saveQuietly(booking);
  }
  bookings.look(booking, clock.now());
  return { Booking: renderBooking(booking), Errors: [] };
}
