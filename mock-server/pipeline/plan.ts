import { type FaultCall, isSynthetic } from '#contracts/fault';
import { asObject } from '#contracts/util';
import { matchFaults } from '../faults/index.ts';
import { findRun } from '../scenario-runs/index.ts';
import { faultSourcesOf, refuseRevokedCredential } from './authenticate.ts';
import type { Planned, Playing, Validated } from './stages.ts';

/** Finds the scenario run of a call, and starts a run when the header of the call names a scenario. */
export const joinPlay = (call: Validated): Playing => Object.assign(call, { play: findRun(call) });

/**
 * Finds the matching faults of the sandbox and of the scenario, and merges these faults into one plan.
 *
 * @throws Refusal 401 when the scenario has revoked the credential
 */
export function plan(call: Playing): Planned {
  if (call.play) refuseRevokedCredential(call);
  const { sandbox, play } = call;
  if (sandbox.faults.size === 0 && !play) return Object.assign(call, { faults: undefined });
  let { now } = call;
  const movePollClock = (to: number): number => {
    if (sandbox.clock.mode !== 'per-poll') return now;
    sandbox.clock.jumpTo(to);
    now = sandbox.clock.now();
    return now;
  };
  const faults = matchFaults({ ...faultCallOf(call), movePollClock }, faultSourcesOf(call));
  // A call whose answer comes from a fault does not count towards the rate limit (decision 6).
  if (faults && isSynthetic(faults.plan)) call.rate?.giveBack(call.now);
  return Object.assign(call, { now, faults });
}

function faultCallOf(call: Playing): Omit<FaultCall, 'movePollClock'> {
  const { operation, owner, incoming, body, now, sandbox } = call;
  return {
    operation,
    owner,
    url: incoming.url,
    body,
    requestOfConnection: incoming.connection?.request ?? 1,
    now,
    findBooking() {
      const { BookingId, ExternalReference } = asObject(body);
      if (typeof BookingId === 'string') return sandbox.bookings.find(owner, BookingId);
      return typeof ExternalReference === 'string'
        ? sandbox.bookings.findByReference(owner, ExternalReference)
        : undefined;
    },
  };
}
