import { canMove, isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { BookingRecord, ServiceRecord } from '../store/index.ts';
import { chargeFor } from './payment.ts';

/** Changes the supplier's status of a service. Throws an Error for a change that the transition table does not allow. */
export function moveTruth(service: ServiceRecord, to: ServiceStatus): void {
  const { truth: from } = service;
  if (from !== to && !canMove(from, to))
    throw new Error(
      `a service cannot go from ${from} to ${to}; contracts/booking-status.ts lists the allowed changes`,
    );
  service.truth = to;
}

/**
 * Copies the supplier's statuses to a booking (trans.sync), and returns whether any status changed. An OnRequest service is shown
 * as Pending from the first poll on.
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

/** Returns when the client should poll next, by the polling plan; undefined when no further poll is needed. */
export function nextPollDue(booking: BookingRecord): number | undefined {
  const due = booking.services.flatMap(service => {
    // Clients poll a confirmed booking until its pending card payment is settled.
    const isSettling = service.stored === 'confirmed' && chargeFor(booking, service)?.status === 'Pending';
    const plan = pollingPlan(isSettling ? 'pending' : service.stored, service.onRequest);
    return plan ? service.toldAt + plan.interval : [];
  });
  return due.length > 0 ? Math.min(...due) : undefined;
}

/**
 * Returns the service whose status the booking shows: the first undecided service. If every service is decided, the first
 * confirmed service is returned. If no service is confirmed either, the last service is returned.
 */
export function leadingService(booking: Pick<BookingRecord, 'services'>): ServiceRecord | undefined {
  const { services } = booking;
  return (
    services.find(service => !isFinal(service.stored) && service.stored !== 'confirmed') ??
    services.find(service => service.stored === 'confirmed') ??
    services.at(-1)
  );
}
