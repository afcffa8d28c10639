import { asObject, findStatus, parseDuration, type ServiceStatus, wireStatus } from '#contracts';
import type { BookingRecord } from '../store/records.ts';
import type { ApplyEffect, FaultCall } from './effect.ts';

/** A booking is found only after a time, is once not found again, or says an older status once. */
export const applyVisibility: ApplyEffect<'visibility'> = (effect, course, call) => {
  const { hiddenFor, then404 = false, goesBackTo } = effect;
  const { operation } = call.exchange;
  const now = call.exchange.now + course.delay; // when it will be looked for
  const since = hiddenFor === undefined ? undefined : now - parseDuration(hiddenFor) + 1;
  if (since !== undefined) course.directives.hiddenSince = since;
  if (operation?.id === 'getBookingList') return since !== undefined;
  const booking = wanted(call);
  if (!booking) return false;
  if (since !== undefined && booking.createdAt >= since) return true;
  const looks = call.memory[booking.id] ?? 0;
  const place = [goesBackTo !== undefined, then404];
  if (looks >= (then404 ? 2 : 1) || !place.some(Boolean)) return false;
  call.memory[booking.id] = looks + 1;
  const back = looks === 0 && goesBackTo !== undefined ? findStatus(goesBackTo) : undefined;
  if (back) course.rewrites.push(answer => sayOlder(answer, back));
  else if (looks === 1) course.directives.hiddenSince = Number.NEGATIVE_INFINITY;
  else return false;
  return true;
};

/** The booking that a look-up is for, if it is there. */
function wanted({ exchange }: FaultCall): BookingRecord | undefined {
  const { sandbox, owner = '', body } = exchange;
  const { BookingId, ExternalReference } = asObject(body);
  if (typeof BookingId === 'string') return sandbox.bookings.find(owner, BookingId);
  return typeof ExternalReference === 'string'
    ? sandbox.bookings.findByReference(owner, ExternalReference)
    : undefined;
}

/** A booking as it was told before it was confirmed: the older status, and nothing that only a confirmed one has. */
function sayOlder(answer: object, status: ServiceStatus): object {
  const { ConfirmationNumber: _, Invoice: __, ...booking } = asObject(asObject(answer).Booking);
  const services = Array.isArray(booking.Services) ? booking.Services : [];
  const Services = services.map(service => {
    const { ConfirmationNumber: ___, Voucher: ____, ...rest } = asObject(service);
    return { ...rest, ...wireStatus(status) };
  });
  return { ...answer, Booking: { ...booking, ...wireStatus(status), Services } };
}
