import { canMove, limits, type ServiceStatus } from '#contracts';
import type { Directives } from '#contracts/fault';
import type { TimelineStep } from '../store/index.ts';

// This file plans the timeline of a service: the statuses that the supplier gives to the service, and the instant of
// each. A fault can replace the usual steps. The timeline omits each step to which the transition table does not allow
// a change from the previous step.

/**
 * Plans the timeline of a new service, in the order of time.
 *
 * By default a service that is OnRequest is confirmed after 20 minutes. A service that is Pending because of a pending card
 * payment is confirmed after 10 minutes. No other status changes by itself. If a service that was on request is still undecided
 * after the last step, the service expires. This happens 24 hours after DoBooking, or with the last step if that step is later
 * (trans.expire). Other undecided statuses never change. When a service has been Pending for 30 minutes, clients ask the
 * support (decision 1).
 *
 * If the first step of a fault is later than now, the service has its usual first status until that step. If the transition
 * table does not allow a change from that status to the step's status, the service is in progress until the step.
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
 * Plans the timeline of a service after its card was charged.
 *
 * @param service the status of the service now (`from`), and its usual status after the charge (`start`)
 * @example planPayment({ from: 'awaiting-payment', start: 'confirmed' }, clock.now(), {}) // confirmed now
 */
export function planPayment(
  { from, start }: { from: ServiceStatus; start: ServiceStatus },
  now: number,
  { timeline }: Directives,
): TimelineStep[] {
  return follow(timeline, { now, from, interim: [start, ...passing, from] }) ?? usual(start, now);
}

/** Plans the timeline of a service after a cancellation request. By default the service is cancelled at once. */
export function planCancellation(
  from: ServiceStatus,
  now: number,
  { cancellation }: Directives,
): TimelineStep[] {
  const interim: ServiceStatus[] = ['pending-cancellation', from];
  return follow(cancellation, { now, from, interim }) ?? [{ at: now, status: 'cancelled' }];
}

/**
 * Statuses after which the transition table allows nearly every other status. A service can have such a status until its first
 * planned step.
 */
const passing: readonly ServiceStatus[] = ['in-progress', 'pending'];

interface Beginning {
  now: number;
  /** The current status of the service; absent for a new service. */
  from?: ServiceStatus;
  /** The statuses that the service can have until the first step, the preferred status first. */
  interim: readonly ServiceStatus[];
}

/** Returns the steps of a fault that the transition table allows from now on; undefined when the table allows no step. */
function follow(requested: Directives['timeline'], beginning: Beginning): TimelineStep[] | undefined {
  const steps: TimelineStep[] = [];
  for (const step of inOrder(requested ?? [], beginning.now)) {
    const last = steps.at(-1);
    if (!last) steps.push(...begin(step, beginning));
    else if (canMove(last.status, step.status)) steps.push(step);
  }
  return steps.length > 0 ? steps : undefined;
}

/**
 * Returns the first step. If this step is later than now, a step with a status for the time until then comes before it.
 * Returns an empty list if the service cannot take the step.
 */
function begin(step: TimelineStep, { now, from, interim }: Beginning): TimelineStep[] {
  const canBe = (status: ServiceStatus) => from === undefined || from === status || canMove(from, status);
  const before =
    step.at > now ? interim.find(status => canBe(status) && canMove(status, step.status)) : undefined;
  if (before) return [{ at: now, status: before }, step];
  return canBe(step.status) ? [{ at: now, status: step.status }] : [];
}

/** Converts the steps of a fault from durations to instants, and sorts the steps by time. */
const inOrder = (requested: NonNullable<Directives['timeline']>, now: number): TimelineStep[] =>
  requested.map(({ after, status }) => ({ at: now + after, status })).sort((a, b) => a.at - b.at);

function usual(start: ServiceStatus, now: number): TimelineStep[] {
  const first = { at: now, status: start };
  const wait = start === 'on-request' ? limits.onRequestConfirmation : limits.pendingPayment;
  const isDecidedLater = start === 'on-request' || start === 'pending';
  return isDecidedLater ? [first, { at: now + wait.value, status: 'confirmed' }] : [first];
}
