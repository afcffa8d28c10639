import { canMove, limits, type ServiceStatus } from '#contracts';
import type { Directives } from '#contracts/fault';
import type { TimelineStep } from '../store/index.ts';

// What the supplier will do with a service. Whoever says so otherwise than usual is obeyed as far as the transition
// table goes: a step that cannot follow is left out, so that no plan ends in a move that the table does not know.

/**
 * What the supplier will do with a service that starts in a status, at absolute instants and in their order.
 *
 * Unless told otherwise, an OnRequest is confirmed after 20 minutes, a Pending (it waits for its card) after 10, and
 * everything else stays as it starts. Only what
 * was on request expires when nothing decides it: 24 hours after DoBooking, or with its last step where that comes
 * later (trans.expire). Every other undecided status stays for good: a Pending is for the client to ask support about
 * after 30 minutes, and awaiting a payment or a credit ends with neither (decision 1).
 *
 * Where the first step told comes later, it starts as it would have, else in progress, as far as that can lead there.
 *
 * @example planTimeline('on-request', clock.now(), {}) // on-request now, confirmed 20 minutes later
 */
export function planTimeline(start: ServiceStatus, now: number, { timeline }: Directives): TimelineStep[] {
  const steps = follow(timeline, { now, meanwhile: [start, ...passing] }) ?? usual(start, now);
  const last = steps.at(-1);
  const wasOnRequest = steps.some(({ status }) => status === 'on-request');
  if (last && wasOnRequest && canMove(last.status, 'expired'))
    steps.push({ at: Math.max(last.at, now + limits.onRequestLife.value), status: 'expired' });
  return steps;
}

/**
 * What the supplier will do with a service once it has the card, or waits for it.
 *
 * @param service its status now, and the one that the payment brings it to unless told otherwise
 * @example planPayment({ from: 'awaiting-payment', start: 'confirmed' }, clock.now(), {}) // confirmed now
 */
export function planPayment(
  { from, start }: { from: ServiceStatus; start: ServiceStatus },
  now: number,
  { timeline }: Directives,
): TimelineStep[] {
  return follow(timeline, { now, from, meanwhile: [start, ...passing, from] }) ?? usual(start, now);
}

/** What the supplier will do with a cancellation that is asked for now; without any word, it cancels at once. */
export function planCancellation(
  from: ServiceStatus,
  now: number,
  { cancellation }: Directives,
): TimelineStep[] {
  const meanwhile: ServiceStatus[] = ['pending-cancellation', from];
  return follow(cancellation, { now, from, meanwhile }) ?? [{ at: now, status: 'cancelled' }];
}

/** What leads to nearly everything: a service can be that until the first step it was told. */
const passing: readonly ServiceStatus[] = ['in-progress', 'pending'];

interface Beginning {
  now: number;
  /** What it is; absent for what is only just booked. */
  from?: ServiceStatus;
  /** What it can be until the first step, by preference. */
  meanwhile: readonly ServiceStatus[];
}

/** The steps told as far as they can be taken, the first one now; undefined where none can. */
function follow(told: Directives['timeline'], beginning: Beginning): TimelineStep[] | undefined {
  const steps: TimelineStep[] = [];
  for (const step of inOrder(told ?? [], beginning.now)) {
    const last = steps.at(-1);
    if (!last) steps.push(...begin(step, beginning));
    else if (canMove(last.status, step.status)) steps.push(step);
  }
  return steps.length > 0 ? steps : undefined;
}

/** The first step, behind what the service is until then; nothing where it cannot get there. */
function begin(step: TimelineStep, { now, from, meanwhile }: Beginning): TimelineStep[] {
  const canBe = (status: ServiceStatus) => from === undefined || from === status || canMove(from, status);
  const before =
    step.at > now ? meanwhile.find(status => canBe(status) && canMove(status, step.status)) : undefined;
  if (before) return [{ at: now, status: before }, step];
  return canBe(step.status) ? [{ at: now, status: step.status }] : [];
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
