import { findStatus, limits, parseDuration, type ServiceStatus, wireStatus } from '#contracts';
import { asObject } from '#contracts/util';
import type { BookingRecord } from '../store/records.ts';
import type { ApplyEffect, FaultCall } from './effect.ts';

/** A booking is found only after a time, is once not found again, or says an older status once. */
export const applyVisibility: ApplyEffect<'visibility'> = (effect, course, call) => {
  const { hiddenFor, then404 = false, goesBackTo } = effect;
  const { exchange, memory } = call;
  const booking = wanted(call);
  if (hiddenFor !== undefined && booking) jumpToPoll(booking, call);
  const now = exchange.now + course.delay; // when it will be looked for
  const since = hiddenFor === undefined ? undefined : now - parseDuration(hiddenFor) + 1;
  if (since !== undefined) course.directives.hiddenSince = since;
  if (exchange.operation?.id === 'getBookingList') return since !== undefined;
  if (!booking) return false;
  if (since !== undefined && booking.createdAt >= since) return true;
  const back = goesBackTo === undefined ? undefined : findStatus(goesBackTo);
  const look = [back, then404][memory[booking.id] ?? 0];
  memory[booking.id] = (memory[booking.id] ?? 0) + 1;
  if (look === true) course.directives.hiddenSince = Number.NEGATIVE_INFINITY;
  else if (look) course.rewrites.push(answer => sayOlder(answer, look));
  return look === true || typeof look === 'string';
};

/**
 * On a `per-poll` clock the time of a look comes with it, for what cannot be seen yet as well: it is looked for at once,
 * then like a technical problem (decision 7).
 */
function jumpToPoll({ id }: BookingRecord, { exchange, memory }: FaultCall): void {
  const { clock } = exchange.sandbox;
  const before = memory[`looked for ${id}`];
  if (clock.mode === 'per-poll' && before !== undefined) {
    clock.jumpTo(before + limits.pollTechnicalProblem.value);
    exchange.now = clock.now();
  }
  memory[`looked for ${id}`] = exchange.now;
}

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
