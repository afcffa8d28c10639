import { limits, type NewSandboxRequest } from '#contracts';
import type { Ports } from '../ports.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SandboxState } from '../sandbox-config.ts';
import { defaultSandbox, type Sandboxes } from '../sandboxes.ts';
import { refuseAutoOverPort } from './clock.ts';
import { type ControlCall, type ControlHandlers, type FindSandboxOf, isoInstant } from './handler.ts';
import { configOf, contradictions } from './new-sandbox.ts';
import { ControlRefusal, refuseDetails } from './refusal.ts';
import { viewSandbox } from './sandbox-view.ts';
import { createSnapshots } from './snapshots.ts';

/** What the handlers of this file share. */
interface Parts {
  sandboxes: Sandboxes;
  ports: Ports;
  find: FindSandboxOf;
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
export function sandboxHandlers({ sandboxes, ports, find }: Parts): ControlHandlers<Ids> {
  const snapshots = createSnapshots();
  /** Which snapshot a sandbox was forked from, by its id. */
  const madeFrom = new Map<string, string>();
  sandboxes.onGone(({ identity: { id } }) => {
    if (!sandboxes.get(id)) madeFrom.delete(id);
  });
  const inTurn = createQueue();
  const view = (sandbox: Sandbox, call: ControlCall) => viewSandbox(sandbox, call, ports);

  function build(request: NewSandboxRequest, call: ControlCall): Sandbox {
    if (request.from === undefined) {
      refuseAutoOverPort(request.clock?.mode, call);
      return sandboxes.create(configOf(request));
    }
    const state = snapshots.require(request.from);
    refuseAutoOverPort(state.clock.mode, call);
    const fork = sandboxes.restore({ ...state, closed: false }, { id: request.id });
    madeFrom.set(fork.identity.id, request.from);
    return fork;
  }

  async function make(request: NewSandboxRequest, call: ControlCall): Promise<Sandbox> {
    const sandbox = build(request, call);
    if (request.port === undefined) return sandbox;
    try {
      await ports.open(sandbox.identity.id, request.port);
    } catch (error) {
      sandboxes.remove(sandbox.identity.id);
      throw error;
    }
    return sandbox;
  }

  async function put(id: string, request: NewSandboxRequest, call: ControlCall) {
    if (request.id !== undefined && request.id !== id) {
      throw refuseDetails('InvalidRequest', [
        { field: 'id', message: `"${request.id}", but the path says "${id}"` },
      ]);
    }
    const there = sandboxes.get(id);
    if (!there) return { status: 201, json: view(await make({ ...request, id }, call), call) };
    const details = contradictions(there, request, { from: madeFrom.get(id), ports });
    if (details.length > 0) throw refuseDetails('Conflict', details);
    return { json: view(there, call) };
  }

  return {
    listSandboxes: call => ({ json: sandboxes.list().map(sandbox => view(sandbox, call)) }),
    createSandbox: async call => ({ status: 201, json: view(await make(call.body, call), call) }),
    putSandbox: call => {
      const { id = '' } = call.params;
      return inTurn(id, () => put(id, call.body, call));
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
      const state: SandboxState = call.body;
      refuseAutoOverPort(state.clock.mode, call);
      const sandbox = sandboxes.restore(state, { id: call.query.id ?? state.identity.id });
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

/** Passes every window that a client could still be waiting for; a real clock cannot be moved. */
function close(sandbox: Sandbox) {
  const { clock } = sandbox;
  const fired = sandbox.closed || clock.mode === 'real' ? [] : passAllWindows(sandbox);
  sandbox.closed = true;
  return {
    closed: true as const,
    now: isoInstant(clock.now()),
    fired: fired.map(event => ({ ...event, at: isoInstant(event.at) })),
  };
}

function passAllWindows({ clock }: Sandbox) {
  const windows = clock.advance({ by: limits.reTokenLife.value });
  const rest = clock.advance({ until: () => false });
  return [...windows.fired, ...rest.fired];
}

function exportFile(sandbox: Sandbox): Response {
  return Response.json(sandbox.dump(), {
    headers: {
      'content-disposition': `attachment; filename="sandbox-${sandbox.identity.id}.json"`,
      'cache-control': 'no-store',
    },
  });
}

/** Lets those who ask for the same id go one after the other: the second finds what the first made, port included. */
function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(id: string, run: () => Promise<T>): Promise<T> => {
    const turn = (last.get(id) ?? Promise.resolve()).then(run, run);
    last.set(id, turn);
    try {
      return await turn;
    } finally {
      if (last.get(id) === turn) last.delete(id);
    }
  };
}
