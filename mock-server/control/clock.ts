import { isFinal, parseDuration } from '#contracts';
import { type ClockView, type ControlBody, lastInstant } from '#contracts/control';
import type { Advance, ClockState, Fired } from '../clock/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { requireBooking } from './bookings.ts';
import { type ControlCall, isoInstant, type SomeHandlers, withIsoInstant } from './handler.ts';
import { refuseDetails, requireOpen } from './refusal.ts';

const closedClock = 'its clock cannot be moved';

export const clockHandlers = {
  getClock: ({ sandbox }) => describeClock(sandbox, sandbox.clock.settle()),
  putClock(call) {
    const sandbox = requireOpen(call.sandbox, closedClock);
    refuseAutoOverPort(call.body.mode, call);
    const fired = sandbox.clock.settle().concat(sandbox.clock.setMode(call.body));
    return describeClock(sandbox, fired);
  },
  advanceClock({ sandbox, body }) {
    requireOpen(sandbox, closedClock);
    const due = sandbox.clock.settle();
    const { fired, reached } = sandbox.clock.advance(advanceOf(sandbox, body));
    return describeClock(sandbox, due.concat(fired), { reached });
  },
} satisfies SomeHandlers;

export function refuseAutoOverPort(mode: string | undefined, { overPort }: Pick<ControlCall, 'overPort'>) {
  if (mode !== 'auto' || !overPort) return;
  const message =
    '"auto" works only in process, because the server cannot see whether a client on a port waits; use "manual" or "scaled"';
  throw refuseDetails('InvalidRequest', [
    { field: 'clock.mode', message, value: mode, valid: ['real', 'manual', 'scaled', 'per-poll'] },
  ]);
}

function advanceOf(sandbox: Sandbox, { by, to, until }: ControlBody<'advanceClock'>): Advance {
  if (by !== undefined) return { by: parseAdvance(by, sandbox.clock.now()) };
  if (to !== undefined) return { to: to === 'next-event' ? to : Date.parse(to) };
  const id = until?.bookingId ?? '';
  requireBooking(sandbox, id, 'until.bookingId');
  return { until: () => isDecided(sandbox, id) };
}

function parseAdvance(by: string, now: number): number {
  const duration = parseDuration(by);
  if (now + duration <= lastInstant) return duration;
  const message = `"${by}" would move the clock from ${isoInstant(now)} beyond the year 9999; send a shorter duration`;
  throw refuseDetails('InvalidRequest', [{ field: 'by', message, value: by }]);
}

function isDecided({ store }: Sandbox, id: string): boolean {
  const services = store.booking(id)?.services ?? [];
  return services.every(({ truth }) => truth === 'confirmed' || isFinal(truth));
}

function describeClock(
  { clock, store }: Sandbox,
  fired: readonly Fired[],
  more: { readonly reached?: boolean } = {},
) {
  const next = store.nextDue();
  const json = {
    ...viewClock(clock.dump()),
    fired: fired.map(withIsoInstant),
    nextEvent: next === undefined ? null : isoInstant(next),
    waits: clock.waits().map(({ at, who }) => ({ at: at === null ? null : isoInstant(at), who })),
    holds: clock.holds(),
    ...more,
  };
  return { json };
}

export const viewClock = ({ mode, scale, now, awaitsFirstRequest }: ClockState): ClockView => ({
  now: isoInstant(now),
  mode,
  scale,
  awaitsFirstRequest,
});
