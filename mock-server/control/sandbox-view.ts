import type { SandboxView } from '#contracts/control';
import type { Ports } from '../ports.ts';
import { defaultSandbox, type SandboxSummary } from '../sandboxes/index.ts';
import { viewClock } from './clock.ts';
import { type ControlCall, isoInstant } from './handler.ts';

type Caller = Pick<ControlCall, 'base' | 'portOf'>;

/** Returns a sandbox as the control API shows it to this caller. */
export function viewSandbox(sandbox: SandboxSummary, caller: Caller, ports: Ports): SandboxView {
  const { credentials, scenario = null, expiresAfter = null, ...identity } = sandbox.identity;
  const [credential] = credentials;
  if (!credential) throw new Error(`sandbox "${identity.id}" has no credential`);
  return {
    ...identity,
    ...addressesOf(identity.id, caller, ports),
    credential,
    scenario,
    expiresAfter,
    clock: viewClock(sandbox.clock),
    closed: sandbox.closed,
    bookings: sandbox.bookings,
    createdAt: isoInstant(sandbox.createdAt),
    calls: sandbox.calls,
    faults: sandbox.faults,
    lost: sandbox.lost,
  };
}

/**
 * Returns the addresses at which the caller reaches a sandbox. A sandbox with a port has the address of this port. Any
 * other sandbox has the caller's base address with the prefix `/sandbox/<id>`. If the base address already selects
 * this sandbox, no prefix is added.
 *
 * @example addressesOf('s1', { base: 'http://127.0.0.1:4010', portOf: undefined }, ports).mcpUrl
 */
export function addressesOf(id: string, { base, portOf }: Caller, ports: Ports) {
  const own = ports.urlOf(id);
  const underPrefix = id === (portOf ?? defaultSandbox) ? base : `${base}/sandbox/${id}`;
  const baseUrl = own === undefined ? underPrefix : `http://${new URL(base).hostname}:${new URL(own).port}`;
  return { baseUrl, commonsUrl: baseUrl, mcpUrl: `${baseUrl}/mcp` };
}
