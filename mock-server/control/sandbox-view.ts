import type { ClockView, SandboxView } from '#contracts/control';
import type { VirtualClock } from '../clock/index.ts';
import type { Ports } from '../ports.ts';
import { defaultSandbox, type Sandbox } from '../sandboxes/index.ts';
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

/** The three base addresses of a sandbox. */
interface Addresses {
  baseUrl: string;
  commonsUrl: string;
  mcpUrl: string;
}

/**
 * Where the caller reaches a sandbox: at its own port if it has one, else under its prefix.
 *
 * @example addressesOf('s1', { base: 'http://127.0.0.1:4010', portOf: undefined, ports }).mcpUrl
 */
export function addressesOf(
  id: string,
  { base, portOf, ports }: Pick<ControlCall, 'base' | 'portOf'> & { ports: Ports },
): Addresses {
  const own = ports.urlOf(id);
  const baseUrl = own === undefined ? underPrefix(id, base, portOf) : atPort(base, own);
  return { baseUrl, commonsUrl: baseUrl, mcpUrl: `${baseUrl}/mcp` };
}

/** On a port that belongs to one sandbox, the root is that sandbox; all others have a prefix there. */
function underPrefix(id: string, base: string, portOf: string | undefined): string {
  return id === (portOf ?? defaultSandbox) ? base : `${base}/sandbox/${id}`;
}

/** The caller's name for this machine, with the port that the server opened. */
function atPort(base: string, own: string): string {
  return `http://${new URL(base).hostname}:${new URL(own).port}`;
}
