import { canMove, isFinal, limits, pollingPlan, type ServiceStatus } from '#contracts';
import type { Directives } from '../directives.ts';
import type { BookingRecord, DueRow, ServiceRecord, TimelineStep } from '../store/records.ts';
import { chargeFor } from './payment.ts';

/** A status move that the transition table does not know: a defect of this server or of a timeline given to it. */
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

/**
 * What the supplier will do with a service that starts in a status, at absolute instants and in their order.
 *
 * Unless told otherwise, an OnRequest is confirmed after 20 minutes, a Pending (it waits for its card) after 10, and
 * everything else stays as it starts. Only what
 * was on request expires when nothing decides it: 24 hours after DoBooking, or with its last step where that comes
 * later (trans.expire). Every other undecided status stays for good: a Pending is for the client to ask support about
 * after 30 minutes, and awaiting a payment or a credit ends with neither (decision 1).
 *
 * @throws IllegalMove when the steps cannot follow each other
 * @example planTimeline('on-request', clock.now(), {}) // on-request now, confirmed 20 minutes later
 */
export function planTimeline(start: ServiceStatus, now: number, { timeline }: Directives): TimelineStep[] {
  const steps = timeline ? inOrder(timeline, now) : usual(start, now);
  if (steps[0]?.at !== now) steps.unshift({ at: now, status: start });
  const last = steps.at(-1);
  const wasOnRequest = steps.some(({ status }) => status === 'on-request');
  if (last && wasOnRequest && canMove(last.status, 'expired'))
    steps.push({ at: Math.max(last.at, now + limits.onRequestLife.value), status: 'expired' });
  checkTimeline(steps);
  return steps;
}

/** Steps told as time spans, at their instants and in their order. */
const inOrder = (told: NonNullable<Directives['timeline']>, now: number): TimelineStep[] =>
  told.map(({ after, status }) => ({ at: now + after, status })).sort((a, b) => a.at - b.at);

function usual(start: ServiceStatus, now: number): TimelineStep[] {
  const first = { at: now, status: start };
  const wait = start === 'on-request' ? limits.onRequestConfirmation : limits.pendingPayment;
  const isDecidedLater = start === 'on-request' || start === 'pending';
  return isDecidedLater ? [first, { at: now + wait.value, status: 'confirmed' }] : [first];
}

/** Throws an IllegalMove when a timeline, in order of time, takes a step that the transition table does not know. */
export function checkTimeline(steps: readonly TimelineStep[]): void {
  for (const [index, { status }] of steps.entries()) {
    const before = steps[index - 1]?.status;
    if (before && !canMove(before, status)) throw new IllegalMove(before, status);
  }
}

/** The rows of a service's timeline that lie ahead of an instant. */
export function dueRows(bookingId: string, service: ServiceRecord, now: number): DueRow[] {
  const { id: serviceId, plan, timeline } = service;
  return timeline
    .filter(({ at }) => at > now)
    .map(({ at, status }) => ({ at, bookingId, serviceId, plan, status }));
}

/** What the supplier will do with a cancellation that is asked for now. */
export function planCancellation(from: ServiceStatus, now: number, directives: Directives): TimelineStep[] {
  const steps = inOrder(directives.cancellation ?? [{ after: 0, status: 'cancelled' }], now);
  if (steps[0]?.at !== now) steps.unshift({ at: now, status: 'pending-cancellation' });
  checkTimeline([{ at: now, status: from }, ...steps]);
  return steps;
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
