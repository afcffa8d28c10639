import type { NewSandboxRequest } from '#contracts/control';
import type { Ports } from '../ports.ts';
import type { Sandbox, Sandboxes } from '../sandboxes/index.ts';
import { refuseAutoOverPort } from './clock.ts';
import type { ControlCall } from './handler.ts';
import { configOf, contradictions } from './new-sandbox.ts';
import { refuseDetails } from './refusal.ts';
import type { Snapshots } from './snapshots.ts';

type Caller = Pick<ControlCall, 'overPort'>;

/** Makes sandboxes as requests say. */
export interface Maker {
  /** Makes a sandbox, or forks a snapshot, with a port of its own if asked for. Throws what stands in the way. */
  make(request: NewSandboxRequest, caller: Caller): Promise<Sandbox>;
  /** The sandbox under an id: made, or there as asked for; throws a ControlRefusal where it contradicts. */
  put(id: string, request: NewSandboxRequest, caller: Caller): Promise<{ sandbox: Sandbox; isNew: boolean }>;
}

/** Makes sandboxes for the control API, and remembers what they were forked from. */
export function createMaker({ sandboxes, ports, snapshots }: Parts): Maker {
  const inTurn = createQueue();
  /** The snapshot that a sandbox was forked from, by the sandbox's id. */
  const madeFrom = new Map<string, string>();
  sandboxes.onGone(({ identity: { id } }) => {
    if (!sandboxes.get(id)) madeFrom.delete(id);
  });

  function build(request: NewSandboxRequest, caller: Caller): Sandbox {
    if (request.from === undefined) {
      refuseAutoOverPort(request.clock?.mode, caller);
      return sandboxes.create(configOf(request));
    }
    const state = snapshots.require(request.from);
    refuseAutoOverPort(state.clock.mode, caller);
    const fork = sandboxes.restore({ ...state, closed: false }, { id: request.id });
    madeFrom.set(fork.identity.id, request.from);
    return fork;
  }

  async function make(request: NewSandboxRequest, caller: Caller): Promise<Sandbox> {
    const sandbox = build(request, caller);
    if (request.port === undefined) return sandbox;
    try {
      await ports.open(sandbox.identity.id, request.port);
    } catch (error) {
      if (sandboxes.get(sandbox.identity.id) === sandbox) sandboxes.remove(sandbox.identity.id);
      throw error;
    }
    return sandbox;
  }

  async function find(id: string, request: NewSandboxRequest, caller: Caller) {
    const sandbox = sandboxes.get(id);
    if (!sandbox) return { sandbox: await make({ ...request, id }, caller), isNew: true };
    const details = contradictions(sandbox, request, {
      from: madeFrom.get(id),
      ports,
      catalogue: sandboxes.catalogue,
    });
    if (details.length > 0) throw refuseDetails('Conflict', details);
    return { sandbox, isNew: false };
  }

  return {
    make,
    async put(id, request, caller) {
      if (request.id === undefined || request.id === id) return inTurn(id, () => find(id, request, caller));
      const message = `"${request.id}", but the path says "${id}"`;
      throw refuseDetails('InvalidRequest', [{ field: 'id', message, value: request.id }]);
    },
  };
}

interface Parts {
  sandboxes: Sandboxes;
  ports: Ports;
  snapshots: Snapshots;
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
