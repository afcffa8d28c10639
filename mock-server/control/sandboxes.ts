import type { Dialect } from '#contracts';
import type { Ports } from '../ports.ts';
import {
  closeSandbox,
  defaultSandbox,
  exportState,
  type Sandbox,
  type Sandboxes,
} from '../sandboxes/index.ts';
import { refuseAutoOverPort } from './clock.ts';
import { type ControlCall, type ControlHandlers, type FindSandboxOf, isoInstant } from './handler.ts';
import { restoreChecked, stateIn } from './import.ts';
import { createMaker } from './maker.ts';
import { ControlRefusal } from './refusal.ts';
import { viewSandbox } from './sandbox-view.ts';
import { createSnapshots } from './snapshots.ts';

/** What the handlers of this file share. */
interface Parts {
  sandboxes: Sandboxes;
  ports: Ports;
  find: FindSandboxOf;
  dialect: Dialect;
}

type Ids =
  | 'listSandboxes'
  | 'createSandbox'
  | 'putSandbox'
  | 'getSandbox'
  | 'deleteSandbox'
  | 'resetSandbox'
  | 'closeSandbox'
  | 'takeSnapshot'
  | 'exportSandbox'
  | 'importSandbox';

/** Making, forking, keeping and ending sandboxes. */
export function sandboxHandlers({ sandboxes, ports, find, dialect }: Parts): ControlHandlers<Ids> {
  const snapshots = createSnapshots();
  const maker = createMaker({ sandboxes, ports, snapshots });
  const view = (sandbox: Sandbox, call: ControlCall) => viewSandbox(sandbox, call, ports);
  return {
    listSandboxes: call => ({ json: sandboxes.list().map(sandbox => view(sandbox, call)) }),
    createSandbox: async call => ({ status: 201, json: view(await maker.make(call.body, call), call) }),
    async putSandbox(call) {
      const { sandbox, isNew } = await maker.put(call.params.id ?? '', call.body, call);
      return { status: isNew ? 201 : 200, json: view(sandbox, call) };
    },
    getSandbox: call => ({ json: view(find(call), call) }),
    async deleteSandbox(call) {
      const { id } = find(call).identity;
      refuseToDrop(id, call);
      await ports.close(id);
      sandboxes.remove(id);
      return new Response(null, { status: 204 });
    },
    resetSandbox: call => ({ json: view(sandboxes.reset(find(call).identity.id), call) }),
    closeSandbox: call => ({ json: close(find(call)) }),
    takeSnapshot(call) {
      const sandbox = find(call);
      const json = {
        id: snapshots.add(sandbox.dump()),
        sandbox: sandbox.identity.id,
        now: isoInstant(sandbox.clock.now()),
      };
      return { status: 201, json };
    },
    exportSandbox: call => exportFile(find(call)),
    importSandbox(call) {
      const state = stateIn(call.body);
      refuseAutoOverPort(state.clock.mode, call);
      const id = call.query.id ?? state.identity.id;
      const sandbox = restoreChecked(state, { id, sandboxes, dialect });
      return { status: 201, json: view(sandbox, call) };
    },
  };
}

function refuseToDrop(id: string, { portOf }: ControlCall): void {
  if (id === defaultSandbox)
    throw new ControlRefusal('Conflict', `sandbox "${id}" is always there; POST …/reset empties it`);
  if (id !== portOf) return;
  throw new ControlRefusal(
    'Conflict',
    `this call came over the port of "${id}" itself; send it to the server's main address`,
  );
}

function close(sandbox: Sandbox) {
  const fired = closeSandbox(sandbox);
  return {
    closed: true as const,
    now: isoInstant(sandbox.clock.now()),
    fired: fired.map(event => ({ ...event, at: isoInstant(event.at) })),
  };
}

function exportFile(sandbox: Sandbox): Response {
  return Response.json(exportState(sandbox), {
    headers: {
      'content-disposition': `attachment; filename="sandbox-${sandbox.identity.id}.json"`,
      'cache-control': 'no-store',
    },
  });
}
