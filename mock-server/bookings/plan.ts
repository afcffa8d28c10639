import { canMove, limits, type ServiceStatus } from '#contracts';
import type { Directives } from '#contracts/fault';
import type { TimelineStep } from '../store/index.ts';

// The timelines of services: the statuses that the supplier will give a service, and when. A fault can replace the usual
// steps. A step that the transition table does not allow after the step before it is left out.

/**
 * Plans the timeline of a new service, in the order of time.
 *
 * By default an OnRequest is confirmed after 20 minutes, and a Pending (it waits for its card) after 10. Every other status
 * stays. A service that was on request and is still undecided expires 24 hours after DoBooking, or with its last step if
 * that is later (trans.expire). Other undecided statuses never end: a client asks support about a Pending after 30 minutes
 * (decision 1).
 *
 * If the first step of a fault is not due yet, the service keeps its usual first status until then. If that status cannot
 * lead to the step, the service is in progress instead.
 *
 * @param now epoch milliseconds
 * @example planTimeline('on-request', clock.now(), {}) // on-request now, confirmed 20 minutes later
 */
export function planTimeline(start: ServiceStatus, now: number, { timeline }: Directives): TimelineStep[] {
  const steps = follow(timeline, { now, interim: [start, ...passing] }) ?? usual(start, now);
  const last = steps.at(-1);
  const wasOnRequest = steps.some(({ status }) => status === 'on-request');
  if (last && wasOnRequest && canMove(last.status, 'expired'))
    steps.push({ at: Math.max(last.at, now + limits.onRequestLife.value), status: 'expired' });
  return steps;
}

/**
 * Plans the timeline of a service after a charge of its card.
 *
 * @param service its status now (`from`), and the usual status after the charge (`start`)
 * @example planPayment({ from: 'awaiting-payment', start: 'confirmed' }, clock.now(), {}) // confirmed now
 */
export function planPayment(
  { from, start }: { from: ServiceStatus; start: ServiceStatus },
  now: number,
  { timeline }: Directives,
): TimelineStep[] {
  return follow(timeline, { now, from, interim: [start, ...passing, from] }) ?? usual(start, now);
}

/** Plans the timeline of a service after a request to cancel it. By default it is cancelled at once. */
export function planCancellation(
  from: ServiceStatus,
  now: number,
  { cancellation }: Directives,
): TimelineStep[] {
  const interim: ServiceStatus[] = ['pending-cancellation', from];
  return follow(cancellation, { now, from, interim }) ?? [{ at: now, status: 'cancelled' }];
}

/** Statuses that can lead to nearly every other one. A service can have one of them until its first planned step. */
const passing: readonly ServiceStatus[] = ['in-progress', 'pending'];

interface Beginning {
  now: number;
  /** The current status of the service; absent for a new one. */
  from?: ServiceStatus;
  /** The statuses that it can have until the first step, the preferred one first. */
  interim: readonly ServiceStatus[];
}

/** Returns the steps of a fault that the transition table allows, from now on; undefined when it allows no step. */
function follow(requested: Directives['timeline'], beginning: Beginning): TimelineStep[] | undefined {
  const steps: TimelineStep[] = [];
  for (const step of inOrder(requested ?? [], beginning.now)) {
    const last = steps.at(-1);
    if (!last) steps.push(...begin(step, beginning));
    else if (canMove(last.status, step.status)) steps.push(step);
  }
  return steps.length > 0 ? steps : undefined;
}

/** Returns the first step, and before it the status until then; an empty list when the service cannot take the step. */
function begin(step: TimelineStep, { now, from, interim }: Beginning): TimelineStep[] {
  const canBe = (status: ServiceStatus) => from === undefined || from === status || canMove(from, status);
  const before =
    step.at > now ? interim.find(status => canBe(status) && canMove(status, step.status)) : undefined;
  if (before) return [{ at: now, status: before }, step];
  return canBe(step.status) ? [{ at: now, status: step.status }] : [];
}

/** Converts the steps of a fault from time spans to instants, in the order of time. */
const inOrder = (requested: NonNullable<Directives['timeline']>, now: number): TimelineStep[] =>
  requested.map(({ after, status }) => ({ at: now + after, status })).sort((a, b) => a.at - b.at);

function usual(start: ServiceStatus, now: number): TimelineStep[] {
  const first = { at: now, status: start };
  const wait = start === 'on-request' ? limits.onRequestConfirmation : limits.pendingPayment;
  const isDecidedLater = start === 'on-request' || start === 'pending';
  return isDecidedLater ? [first, { at: now + wait.value, status: 'confirmed' }] : [first];
}
