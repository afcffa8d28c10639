import { canMove, isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { BookingRecord, ServiceRecord } from '../records/index.ts';
import { chargeFor } from './payment.ts';

/** @throws Error for a change that the transition table does not allow */
export function moveTruth(service: ServiceRecord, to: ServiceStatus): void {
  const { truth: from } = service;
  if (from !== to && !canMove(from, to))
    throw new Error(
      `a service cannot go from ${from} to ${to}; contracts/clauses/booking-status.ts lists the allowed changes`,
    );
  service.truth = to;
}

/** Returns whether any status changed (trans.sync). An OnRequest service is shown as Pending from the first poll on. */
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

/** Undefined when no further poll is needed. */
export function nextPollDue(booking: BookingRecord): number | undefined {
  const due = booking.services.flatMap(service => {
    // Clients poll a confirmed booking until its pending card payment is settled.
    const isSettling = service.stored === 'confirmed' && chargeFor(booking, service)?.status === 'Pending';
    const plan = pollingPlan(isSettling ? 'pending' : service.stored, service.onRequest);
    return plan ? service.toldAt + plan.interval : [];
  });
  return due.length > 0 ? Math.min(...due) : undefined;
}

/** The first undecided service, otherwise the first confirmed one, otherwise the last. */
export function leadingService(booking: Pick<BookingRecord, 'services'>): ServiceRecord | undefined {
  const { services } = booking;
  return (
    services.find(service => !isFinal(service.stored) && service.stored !== 'confirmed') ??
    services.find(service => service.stored === 'confirmed') ??
    services.at(-1)
  );
}
