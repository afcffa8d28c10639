import { canMove, isFinal, pollingPlan, type ServiceStatus } from '#contracts';
import type { BookingRecord, DueRow, ServiceRecord, TimelineStep } from '../store/index.ts';
import { chargeFor } from './payment.ts';

/** A status move that the transition table does not know: a defect of this server. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';
  readonly from: ServiceStatus;
  readonly to: ServiceStatus;

  constructor(from: ServiceStatus, to: ServiceStatus) {
    super(`a service cannot go from ${from} to ${to}; contracts/booking-status.ts lists where it can go`);
    this.from = from;
    this.to = to;
  }
}

/** The rows of steps that a service is still to take. */
export function dueRows(
  bookingId: string,
  { id: serviceId, plan }: ServiceRecord,
  steps: readonly TimelineStep[],
): DueRow[] {
  return steps.map(({ at, status }) => ({ at, bookingId, serviceId, plan, status }));
}

/** Moves the supplier's truth of a service; throws an IllegalMove. */
export function moveTruth(service: ServiceRecord, to: ServiceStatus): void {
  if (service.truth === to) return;
  if (!canMove(service.truth, to)) throw new IllegalMove(service.truth, to);
  service.truth = to;
}

/**
 * Brings what a booking says in line with the supplier (trans.sync). An OnRequest that a poll has seen is Pending from
 * then on.
 *
 * @returns whether anything changed
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

/** When the next poll of a booking is due by the polling plan, or undefined when none is. */
export function nextPollDue(booking: BookingRecord): number | undefined {
  const due = booking.services.flatMap(service => {
    // A booking that is confirmed before its card is settled is followed up for the card's sake.
    const isSettling = service.stored === 'confirmed' && chargeFor(booking, service)?.status === 'Pending';
    const plan = pollingPlan(isSettling ? 'pending' : service.stored, service.onRequest);
    return plan ? service.toldAt + plan.interval : [];
  });
  return due.length > 0 ? Math.min(...due) : undefined;
}

/** The service whose status the booking shows: the first undecided, else a confirmed one, else the last. */
export function leadingService(booking: Pick<BookingRecord, 'services'>): ServiceRecord | undefined {
  const { services } = booking;
  return (
    services.find(service => !isFinal(service.stored) && service.stored !== 'confirmed') ??
    services.find(service => service.stored === 'confirmed') ??
    services.at(-1)
  );
}
