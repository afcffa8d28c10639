import { closeSandbox, defaultSandbox, type Sandbox } from '../sandboxes/index.ts';
import { owns } from '../scope.ts';
import { checkNewId } from './access.ts';
import {
  type ControlCall,
  type ControlParts,
  isoInstant,
  noContent,
  type SomeHandlers,
  withIsoInstant,
} from './handler.ts';
import { SandboxMaker } from './make-sandbox.ts';
import { ControlRefusal } from './refusal.ts';
import { viewSandbox } from './sandbox-view.ts';
import type { Snapshots } from './snapshots.ts';

/** Creates the handlers that create, fork and remove sandboxes. */
export function sandboxHandlers({ sandboxes, ports }: ControlParts, snapshots: Snapshots) {
  const maker = new SandboxMaker({ sandboxes, ports }, snapshots);
  const view = (sandbox: Sandbox, call: ControlCall) => viewSandbox(sandbox, call, ports);
  return {
    async listSandboxes(call) {
      await sandboxes.wakeAll();
      return {
        json: sandboxes
          .list()
          .filter(({ identity }) => owns(call.scope, identity.id))
          .map(sandbox => view(sandbox, call)),
      };
    },
    async createSandbox(call) {
      const { scope } = call;
      if (call.body.id !== undefined) checkNewId(scope, call.body.id);
      const prepared = sandboxes.prepareId(
        call.body.id,
        typeof scope === 'string' ? undefined : scope.namespace,
      );
      const id = prepared instanceof Promise ? await prepared : prepared;
      return { status: 201, json: view(await maker.make({ ...call.body, id }, call), call) };
    },
    async putSandbox(call) {
      const { sandbox, isNew } = await maker.put(call.params.id ?? '', call.body, call);
      return { status: isNew ? 201 : 200, json: view(sandbox, call) };
    },
    getSandbox: call => ({ json: view(call.sandbox, call) }),
    async deleteSandbox({ sandbox, portOf }) {
      const { id } = sandbox.identity;
      refuseRemoval(id, portOf);
      await ports.close(id);
      sandboxes.remove(id);
      return noContent();
    },
    resetSandbox: call => ({ json: view(sandboxes.reset(call.sandbox.identity.id), call) }),
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
