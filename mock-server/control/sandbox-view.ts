import type { ClockView, SandboxView } from '#contracts/control';
import type { VirtualClock } from '../clock/index.ts';
import type { Ports } from '../ports.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { addressesOf } from './addresses.ts';
import { type ControlCall, isoInstant } from './handler.ts';

/** A sandbox as the control API shows it to this caller. */
export function viewSandbox(
  sandbox: Sandbox,
  { base, portOf }: Pick<ControlCall, 'base' | 'portOf'>,
  ports: Ports,
): SandboxView {
  const {
    id,
    seed,
    credentials,
    staticToken,
    managerId,
    mcpToken,
    options,
    scenario = null,
  } = sandbox.identity;
  const [credential] = credentials;
  if (!credential) throw new Error(`sandbox "${id}" has no credential`);
  return {
    id,
    ...addressesOf(id, { base, portOf, ports }),
    credential,
    staticToken,
    managerId,
    mcpToken,
    seed,
    scenario,
    clock: viewClock(sandbox.clock),
    options,
    closed: sandbox.closed,
    bookings: sandbox.store.bookingCount,
    faults: sandbox.faults.size,
    lost: sandbox.journal.lost(),
  };
}

/** A clock as it stands. */
export function viewClock(clock: VirtualClock): ClockView {
  const { mode, scale, now, awaitsFirstRequest } = clock.dump();
  return { now: isoInstant(now), mode, scale, awaitsFirstRequest };
}
