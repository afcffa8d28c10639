import type { SandboxView } from '#contracts/control';
import { owns, type Scope } from '../http/index.ts';
import {
  closeSandbox,
  defaultSandbox,
  type Ports,
  type Sandbox,
  type SandboxSummary,
  summaryOf,
} from '../sandbox/index.ts';
import { viewClock } from './clock.ts';
import {
  type ControlCall,
  type ControlParts,
  isoInstant,
  linkTo,
  noContent,
  type SomeHandlers,
  withIsoInstant,
} from './handler.ts';
import { SandboxMaker } from './make-sandbox.ts';
import { ControlRefusal } from './refusal.ts';
import type { Snapshots } from './snapshots.ts';

export function sandboxHandlers(parts: ControlParts, snapshots: Snapshots) {
  const { sandboxes, ports } = parts;
  const maker = new SandboxMaker(parts, snapshots);
  const view = (sandbox: Sandbox, call: ControlCall) => viewSandbox(summaryOf(sandbox), call, ports);
  return {
    listSandboxes: call => listSandboxes(call, { sandboxes, ports }),
    async createSandbox(call) {
      const made = await maker.make(call.body, call);
      return { status: 201, json: view(made, call) };
    },
    async putSandbox(call) {
      const { sandbox, isNew } = await maker.put(call.params.id ?? '', call.body, call);
      return { status: isNew ? 201 : 200, json: view(sandbox, call) };
    },
    getSandbox: call => ({ json: view(call.sandbox, call) }),
    async deleteSandbox(call) {
      const { id = '' } = call.params;
      // A stored sandbox that cannot be read is not in memory. For an unknown id, this property refuses the call.
      if (!sandboxes.has(id)) void call.sandbox;
      refuseRemoval(id, call.portOf);
      sandboxes.remove(id);
      await sandboxes.removed(id); // if this fails, the sandbox keeps its port
      await ports.close(id);
      return noContent();
    },
    resetSandbox: call => ({ json: view(sandboxes.renew(call.sandbox), call) }),
    closeSandbox({ sandbox }) {
      const fired = closeSandbox(sandbox).map(withIsoInstant);
      return { json: { closed: true, now: isoInstant(sandbox.clock.now()), fired } };
    },
  } satisfies SomeHandlers;
}

function refuseRemoval(id: string, portOf: string | undefined): void {
  if (id === defaultSandbox)
    throw new ControlRefusal(
      'Conflict',
      `sandbox "${id}" is the default sandbox and cannot be removed; POST …/reset empties the sandbox`,
    );
  if (id !== portOf) return;
  throw new ControlRefusal(
    'Conflict',
    `this call came over the port of sandbox "${id}", so it cannot remove that sandbox; send the call to the main address of the server`,
  );
}

const defaultLimit = 1_000;

/** Loads no stored sandbox. A stored sandbox that cannot be read is left out, so that it does not hide the others. */
async function listSandboxes(
  call: ControlCall<'listSandboxes'>,
  { sandboxes, ports }: Pick<ControlParts, 'sandboxes' | 'ports'>,
): Promise<Response> {
  const { after = '', limit = defaultLimit } = call.query;
  const found = await sandboxes.page(firstAfter(call.scope, after), limit + 1);
  const own = found.filter(({ identity }) => owns(call.scope, identity.id));
  const page = own.slice(0, limit).map(summary => viewSandbox(summary, call, ports));
  const last = own[limit - 1]?.identity.id ?? '';
  const hasMore = own.length > limit;
  return Response.json(page, { headers: hasMore ? { link: linkTo(call.request.url, last) } : {} });
}

/** The ids of a namespace follow one another in alphabetical order. */
function firstAfter(scope: Scope, after: string): string {
  const beginning = typeof scope === 'string' ? '' : `${scope.namespace}.`;
  return after > beginning ? after : beginning;
}

type Caller = Pick<ControlCall, 'base' | 'portOf'>;

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

/** Without the prefix if the caller's base address already selects the sandbox. */
export function addressesOf(id: string, { base, portOf }: Caller, ports: Ports) {
  const own = ports.urlOf(id);
  const underPrefix = id === (portOf ?? defaultSandbox) ? base : `${base}/sandbox/${id}`;
  const baseUrl = own === undefined ? underPrefix : `http://${new URL(base).hostname}:${new URL(own).port}`;
  return { baseUrl, commonsUrl: baseUrl, mcpUrl: `${baseUrl}/mcp` };
}
