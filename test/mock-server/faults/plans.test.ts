import { describe, expect, it } from 'vitest';
import { canMove, isFinal, type ServiceStatus, statuses } from '#contracts';
import { planCancellation, planPayment, planTimeline } from '#mock-server/books/bookings/plan';
import type { TimelineStep } from '#mock-server/books/records/records';
import { plans, startPaying } from '../payment-client.ts';

type Steps = { after: number; status: ServiceStatus }[];

const now = 1_000;
const minute = 60_000;
const all = Object.keys(statuses) as ServiceStatus[]; // Object.keys widens to string

const waysOf = (stops: number): ServiceStatus[][] =>
  stops === 1
    ? all.map(status => [status])
    : waysOf(stops - 1).flatMap(way =>
        all.filter(next => canMove(way.at(-1) ?? next, next)).map(next => [...way, next]),
      );

/** Returns every legal timeline of up to three steps that begins at once, a minute later, or has no delays. */
const timelines: Steps[] = [1, 2, 3].flatMap(stops =>
  waysOf(stops).flatMap(way =>
    [(place: number) => place, (place: number) => place + 1, () => 0].map(after =>
      way.map((status, place) => ({ after: after(place) * minute, status })),
    ),
  ),
);

const name = (steps: Steps) => steps.map(({ after, status }) => `${status}@${after}`).join(' ');

function flaw(plan: readonly TimelineStep[], from?: ServiceStatus): string | undefined {
  const [first] = plan;
  if (!first || first.at !== now) return 'does not begin now';
  if (from !== undefined && from !== first.status && !canMove(from, first.status))
    return `${from} > ${first.status}`;
  for (const [place, { at, status }] of plan.entries()) {
    const before = plan[place - 1];
    if (before && !canMove(before.status, status)) return `${before.status} > ${status}`;
    if (before && at < before.at) return 'goes back in time';
  }
  return undefined;
}

const plannedSteps = (steps: Steps): TimelineStep[] =>
  steps.map(({ after, status }) => ({ at: now + after, status }));

describe('a plan that a fault changes', () => {
  const starts: ServiceStatus[] = ['confirmed', 'on-request', 'pending', 'awaiting-payment'];

  it.each(starts)('of a booking that would start %s takes every step at its instant', start => {
    for (const timeline of timelines) {
      const plan = planTimeline(start, now, { timeline });
      expect(flaw(plan), name(timeline)).toBeUndefined();
      const [first, ...later] = plannedSteps(timeline);
      // No status leads to in-progress, so a booking that should become in-progress later has that status at once.
      const wanted =
        first?.status === 'in-progress' ? [{ ...first, at: now }, ...later] : plannedSteps(timeline);
      expect(plan, name(timeline)).toEqual(expect.arrayContaining(wanted));
    }
  });

  it('of a payment takes only steps that the table knows', () => {
    for (const from of ['awaiting-payment', 'confirmed'] as const)
      for (const start of ['confirmed', ...(from === 'confirmed' ? [] : ['pending' as const])] as const)
        for (const timeline of timelines)
          expect(flaw(planPayment({ from, start }, now, { timeline }), from), name(timeline)).toBeUndefined();
  });

  const open = all.filter(status => !isFinal(status));
  it.each(open)('of a cancellation of what is %s takes only steps that the table knows', from => {
    for (const cancellation of timelines)
      expect(flaw(planCancellation(from, now, { cancellation }), from), name(cancellation)).toBeUndefined();
  });

  it('leaves out steps that cannot follow, in any position', () => {
    const cancellation: Steps = [
      { after: 0, status: 'technical-problem' },
      { after: minute, status: 'pending-cancellation' },
      { after: 2 * minute, status: 'awaiting-payment' },
      { after: 3 * minute, status: 'confirmed' },
    ];
    expect(planCancellation('confirmed', now, { cancellation })).toEqual([
      { at: now, status: 'confirmed' },
      { at: now + minute, status: 'pending-cancellation' },
      { at: now + 3 * minute, status: 'confirmed' },
    ]);
  });
});

async function live(plan: keyof typeof plans, steps: { after: string; status: ServiceStatus }[]) {
  const { client, book, pay, wait } = startPaying({ faults: [{ effect: { kind: 'timeline', steps } }] });
  const booked = await book(plan);
  const { BookingId } = booked;
  const seen = [booked.status];
  for (const card of ['pending', 'approved'] as const) {
    wait(minute);
    seen.push((await pay(booked, card)).status);
  }
  for (const by of [minute, 20 * minute, 24 * 60 * minute]) {
    seen.push((await client.call('cancelBooking', { BookingId })).status);
    wait(by);
    seen.push((await client.call('getBookingDetail', { BookingId })).status);
  }
  return seen;
}

it.each(Object.keys(plans) as (keyof typeof plans)[])(
  'a timeline fault for booking, payment and cancellation never has the stand-in fail over what is sold %s',
  async plan => {
    for (const first of all) {
      const way = [first, ...all.filter(next => canMove(first, next)).slice(0, 1)];
      const steps = way.map((status, place) => ({ after: place === 0 ? 'PT5M' : 'PT12M', status }));
      expect([200, 400], JSON.stringify(steps)).toEqual(expect.arrayContaining(await live(plan, steps)));
    }
  },
);
