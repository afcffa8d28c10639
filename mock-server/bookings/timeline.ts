import { canMove, isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { BookingRecord, ServiceRecord } from '../store/index.ts';
import { chargeFor } from './payment.ts';

/** Moves the supplier's status of a service; throws an Error for a move that the transition table does not allow. */
export function moveTruth(service: ServiceRecord, to: ServiceStatus): void {
  const { truth: from } = service;
  if (from !== to && !canMove(from, to))
    throw new Error(
      `a service cannot go from ${from} to ${to}; contracts/booking-status.ts lists where it can go`,
    );
  service.truth = to;
}

/**
 * Copies the supplier's statuses to a booking (trans.sync), and returns whether anything changed. An OnRequest is Pending
 * from its first poll on.
 */
export function synchronise(booking: BookingRecord, now: number): boolean {
  let changed = false;
  for (const service of booking.services) {
    const next = service.truth === 'on-request' ? 'pending' : service.truth;
    if (service.stored === next) continue;
    service.stored = next;
    service.toldAt = now;
    changed = true;
  }
  if (changed) booking.updatedAt = now;
  return changed;
}

/** Returns the instant at which the next poll is due by the polling plan; undefined when no poll is due. */
export function nextPollDue(booking: BookingRecord): number | undefined {
  const due = booking.services.flatMap(service => {
    // A confirmed booking with a pending card is polled until the card is settled.
    const isSettling = service.stored === 'confirmed' && chargeFor(booking, service)?.status === 'Pending';
    const plan = pollingPlan(isSettling ? 'pending' : service.stored, service.onRequest);
    return plan ? service.toldAt + plan.interval : [];
  });
  return due.length > 0 ? Math.min(...due) : undefined;
}

/** Returns the service whose status the booking shows: the first undecided, else a confirmed one, else the last. */
export function leadingService(booking: Pick<BookingRecord, 'services'>): ServiceRecord | undefined {
  const { services } = booking;
  return (
    services.find(service => !isFinal(service.stored) && service.stored !== 'confirmed') ??
    services.find(service => service.stored === 'confirmed') ??
    services.at(-1)
  );
}
