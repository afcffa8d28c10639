import type { ResponseOf } from '#contracts';
import { type BookingRecord, nextPollDue, refuse, renderBooking, synchronise } from '../books/index.ts';
import type { Call } from './handler.ts';

type Answer = ResponseOf<'getBookingDetail'>;

/** A fault can hide bookings that were created at or after an instant. */
export const isVisible = ({ createdAt }: BookingRecord, { directives: { hiddenSince } }: Call): boolean =>
  hiddenSince === undefined || createdAt < hiddenSince;

function visible(id: string, call: Call): BookingRecord | undefined {
  const booking = call.sandbox.bookings.find(call.owner, id);
  return booking && isVisible(booking, call) ? booking : undefined;
}

/** @throws Refusal (NotFound) (err.404) */
export function requireBooking(id: string, call: Call): BookingRecord {
  const booking = visible(id, call);
  if (booking) return booking;
  throw refuse('NotFound', `this credential has no booking "${id}"`, 'BookingId');
}

/** The answer has no `Booking` when no booking matches (flow.3). */
export function getBooking(id: string | undefined, reference: string | undefined, call: Call) {
  const booking = id !== undefined ? visible(id, call) : visibleByReference(reference ?? '', call);
  const isOther = reference !== undefined && !booking?.services.some(entry => entry.reference === reference);
  if (booking && isOther) {
    const message = `no service of booking "${booking.id}" has the reference "${reference}"; send only one of BookingId and ExternalReference`;
    throw refuse('InvalidRequest', message, 'ExternalReference');
  }
  return { answer: booking ? show(booking, call) : ({ Errors: [] } satisfies Answer) };
}

function visibleByReference(reference: string, call: Call): BookingRecord | undefined {
  const { sandbox, owner } = call;
  const last = sandbox.bookings.findByReference(owner, reference);
  if (!last || isVisible(last, call)) return last;
  for (const booking of sandbox.store.list({ owner, reference }))
    if (isVisible(booking, call)) return booking;
  return undefined;
}

/** Throws a Refusal for an unknown id (ep.detail). */
export function getBookingDetail(id: string, call: Call): { answer: Answer } {
  return { answer: show(requireBooking(id, call), call) };
}

/** A look-up updates the stored statuses (trans.sync). A `per-poll` clock first jumps to the instant at which the poll is due. */
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
  if (synchronise(booking, clock.now())) bookings.save(booking);
  return { Booking: renderBooking(booking), Errors: [] };
}
