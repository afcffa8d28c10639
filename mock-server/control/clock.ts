import { isFinal, parseDuration } from '#contracts';
import { type ControlBody, lastInstant } from '#contracts/control';
import type { Advance, Advanced, Fired } from '../clock/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';
import { requireBooking } from './bookings.ts';
import type { EventStreams } from './events.ts';
import { type ControlCall, type ControlHandlers, type FindSandboxOf, isoInstant } from './handler.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';
import { viewClock } from './sandbox-view.ts';

/** Looking at a clock, moving it, changing its mode. */
export function clockHandlers(
  find: FindSandboxOf,
  streams: EventStreams,
): ControlHandlers<'getClock' | 'putClock' | 'advanceClock'> {
  return {
    getClock(call) {
      const sandbox = find(call);
      return { json: describe(sandbox, { fired: sandbox.clock.settle() }) };
    },
    putClock(call) {
      const sandbox = findOpen(find, call);
      refuseAutoOverPort(call.body.mode, call);
      const before = sandbox.clock.settle();
      const fired = [...before, ...sandbox.clock.setMode(call.body)];
      streams.clockChanged(sandbox);
      return { json: describe(sandbox, { fired }) };
    },
    advanceClock(call) {
      const sandbox = findOpen(find, call);
      return { json: describe(sandbox, advance(sandbox, call.body)) };
    },
  };
}

function findOpen(find: FindSandboxOf, call: Pick<ControlCall, 'params'>): Sandbox {
  const sandbox = find(call);
  if (!sandbox.closed) return sandbox;
  const { id } = sandbox.identity;
  throw new ControlRefusal(
    'Conflict',
    `sandbox "${id}" was closed, and its clock cannot be set any more; POST …/reset opens it again`,
  );
}

/** An auto clock jumps when nobody does anything, which nobody can tell of clients behind a port. */
export function refuseAutoOverPort(
  mode: string | undefined,
  { overPort }: Pick<ControlCall, 'overPort'>,
): void {
  if (mode !== 'auto' || !overPort) return;
  const message =
    '"auto" works in process only: this server cannot see when a client behind a port waits; use "manual" or "scaled"';
  throw refuseDetails('InvalidRequest', [
    { field: 'clock.mode', message, value: mode, valid: ['real', 'manual', 'scaled', 'per-poll'] },
  ]);
}

function advance(sandbox: Sandbox, how: ControlBody<'advanceClock'>): Advanced {
  const { clock } = sandbox;
  const before = clock.settle();
  const { fired, reached } = clock.advance(advanceOf(sandbox, how));
  return { fired: [...before, ...fired], reached };
}

function advanceOf(sandbox: Sandbox, { by, to, until }: ControlBody<'advanceClock'>): Advance {
  if (by !== undefined) return { by: spanOf(by, sandbox.clock.now()) };
  if (to !== undefined) return { to: to === 'next-event' ? to : Date.parse(to) };
  const id = until?.bookingId ?? '';
  requireBooking(sandbox, id, 'until.bookingId');
  return { until: () => isDecided(sandbox, id) };
}

function spanOf(by: string, now: number): number {
  const span = parseDuration(by);
  if (now + span <= lastInstant) return span;
  const message = `"${by}" from ${isoInstant(now)} leads beyond the year 9999`;
  throw refuseDetails('InvalidRequest', [{ field: 'by', message, value: by }]);
}

/** Whether the supplier has said its word on every service of a booking. */
function isDecided(sandbox: Sandbox, id: string): boolean {
  const services = sandbox.store.booking(id)?.services ?? [];
  return services.every(({ truth }) => truth === 'confirmed' || isFinal(truth));
}

function describe({ clock, store }: Sandbox, { fired, reached }: { fired: Fired[]; reached?: boolean }) {
  const next = store.nextDue();
  return {
    ...viewClock(clock),
    fired: fired.map(event => ({ ...event, at: isoInstant(event.at) })),
    ...(reached !== undefined && { reached }),
    nextEvent: next === undefined ? null : isoInstant(next),
    waits: clock.waits().map(({ at, who }) => ({ at: at === null ? null : isoInstant(at), who })),
    holds: clock.holds(),
  };
}
