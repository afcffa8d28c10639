import { closeSandbox, defaultSandbox, exportState, type Sandbox } from '../sandboxes/index.ts';
import { owns } from '../scope.ts';
import { checkNewId } from './access.ts';
import { refuseAutoOverPort } from './clock.ts';
import {
  type ControlCall,
  type ControlParts,
  isoInstant,
  noContent,
  type SomeHandlers,
  withIsoInstant,
} from './handler.ts';
import { restoreChecked, stateIn } from './import.ts';
import { SandboxMaker } from './make-sandbox.ts';
import { checkStateQuotas } from './quotas.ts';
import { ControlRefusal } from './refusal.ts';
import { viewSandbox } from './sandbox-view.ts';
import { Snapshots } from './snapshots.ts';

/** Creates the handlers that create, fork, export and remove sandboxes. */
export function sandboxHandlers({ sandboxes, ports, dialect }: ControlParts) {
  const snapshots = new Snapshots();
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
    createSandbox: async call => ({ status: 201, json: view(await maker.make(call.body, call), call) }),
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
    takeSnapshot({ sandbox }) {
      const id = snapshots.add(sandbox.dump());
      const now = isoInstant(sandbox.clock.now());
      return { status: 201, json: { id, sandbox: sandbox.identity.id, now } };
    },
    exportSandbox({ sandbox }) {
      const disposition = `attachment; filename="sandbox-${sandbox.identity.id}.json"`;
      const headers = { 'content-disposition': disposition, 'cache-control': 'no-store' };
      return Response.json(exportState(sandbox), { headers });
    },
    async importSandbox(call) {
      const state = stateIn(call.body);
      refuseAutoOverPort(state.clock.mode, call);
      const id = call.query.id ?? state.identity.id;
      checkNewId(call.scope, id);
      checkStateQuotas(sandboxes.namespaces.find(id), state);
      const prepared = sandboxes.prepareId(id);
      if (prepared instanceof Promise) await prepared;
      return { status: 201, json: view(restoreChecked(state, { id, sandboxes, dialect }), call) };
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
