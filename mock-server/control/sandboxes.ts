import { closeSandbox, defaultSandbox, type Sandbox, summaryOf } from '../sandboxes/index.ts';
import {
  type ControlCall,
  type ControlParts,
  isoInstant,
  noContent,
  type SomeHandlers,
  withIsoInstant,
} from './handler.ts';
import { listSandboxes } from './list-sandboxes.ts';
import { SandboxMaker } from './make-sandbox.ts';
import { ControlRefusal } from './refusal.ts';
import { viewSandbox } from './sandbox-view.ts';
import type { Snapshots } from './snapshots.ts';

/** Creates the handlers that create, fork and remove sandboxes. */
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
      // A stored sandbox that cannot be read is not in memory. For an unknown id, the property refuses the call.
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
