import { canMove, limits, type ServiceStatus } from '#contracts';
import type { Directives } from '#contracts/fault';
import type { TimelineStep } from '../records/index.ts';

// A fault can replace the usual steps. Steps that the transition table does not allow are left out.

/**
 * A service that was on request and is undecided after its last step expires (trans.expire). Other undecided statuses stay; clients
 * ask the support after 30 minutes (decision 1). `now`: epoch milliseconds.
 */
export function planTimeline(start: ServiceStatus, now: number, { timeline }: Directives): TimelineStep[] {
  const steps = follow(timeline, { now, interim: [start, ...passing] }) ?? usual(start, now);
  const last = steps.at(-1);
  const wasOnRequest = steps.some(({ status }) => status === 'on-request');
  if (last && wasOnRequest && canMove(last.status, 'expired'))
    steps.push({ at: Math.max(last.at, now + limits.onRequestLife.value), status: 'expired' });
  return steps;
}

/** `start`: the usual status after the charge. */
export function planPayment(
  { from, start }: { from: ServiceStatus; start: ServiceStatus },
  now: number,
  { timeline }: Directives,
): TimelineStep[] {
  return follow(timeline, { now, from, interim: [start, ...passing, from] }) ?? usual(start, now);
}

export function planCancellation(
  from: ServiceStatus,
  now: number,
  { cancellation }: Directives,
): TimelineStep[] {
  const interim: ServiceStatus[] = ['pending-cancellation', from];
  return follow(cancellation, { now, from, interim }) ?? [{ at: now, status: 'cancelled' }];
}

/** Nearly every status can follow these. */
const passing: readonly ServiceStatus[] = ['in-progress', 'pending'];

interface Beginning {
  now: number;
  /** Absent for a new service. */
  from?: ServiceStatus;
  /** Until a later first step, the preferred status first. */
  interim: readonly ServiceStatus[];
}

function follow(requested: Directives['timeline'], beginning: Beginning): TimelineStep[] | undefined {
  const steps: TimelineStep[] = [];
  for (const step of inOrder(requested ?? [], beginning.now)) {
    const last = steps.at(-1);
    if (!last) steps.push(...begin(step, beginning));
    else if (canMove(last.status, step.status)) steps.push(step);
  }
  return steps.length > 0 ? steps : undefined;
}

function begin(step: TimelineStep, { now, from, interim }: Beginning): TimelineStep[] {
  const canBe = (status: ServiceStatus) => from === undefined || from === status || canMove(from, status);
  const before =
    step.at > now ? interim.find(status => canBe(status) && canMove(status, step.status)) : undefined;
  if (before) return [{ at: now, status: before }, step];
  return canBe(step.status) ? [{ at: now, status: step.status }] : [];
}

const inOrder = (requested: NonNullable<Directives['timeline']>, now: number): TimelineStep[] =>
  requested.map(({ after, status }) => ({ at: now + after, status })).sort((a, b) => a.at - b.at);

function usual(start: ServiceStatus, now: number): TimelineStep[] {
  const first = { at: now, status: start };
  const wait = start === 'on-request' ? limits.onRequestConfirmation : limits.pendingPayment;
  const isDecidedLater = start === 'on-request' || start === 'pending';
  return isDecidedLater ? [first, { at: now + wait.value, status: 'confirmed' }] : [first];
}
