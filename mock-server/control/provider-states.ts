import { type Dialect, type OperationId, operations, writeAddress } from '#contracts';
import { asObject } from '#contracts/util';
import type { Bindings } from '../bindings.ts';
import { type CallSupplier, type StateValues, setUpState, UnknownState } from '../provider-states/index.ts';
import { defaultSandbox, type Sandbox, type Sandboxes } from '../sandboxes/index.ts';
import { openBook } from '../tool-server/index.ts';
import type { ControlHandlers, FindSandboxOf } from './handler.ts';
import { ControlRefusal } from './refusal.ts';

/** Calls the app in process. */
export type FetchApp = (request: Request, bindings: Bindings) => Response | Promise<Response>;

interface Parts {
  find: FindSandboxOf;
  sandboxes: Sandboxes;
  dialect: Dialect;
  fetch: FetchApp;
}

/** Setting up provider states, as Pact tools ask for it. */
export function providerStateHandlers({
  find,
  sandboxes,
  dialect,
  fetch,
}: Parts): ControlHandlers<'setProviderState'> {
  /** The last call of a sandbox that setting a state up has made: another one behind it means that states are over. */
  const lastOwn = new WeakMap<Sandbox, number>();

  /** A sandbox in which nothing has happened but states being set up. */
  function untouched(sandbox: Sandbox): Sandbox {
    if (lastCall(sandbox) === (lastOwn.get(sandbox) ?? 0)) return sandbox;
    return sandboxes.reset(sandbox.identity.id);
  }

  return {
    async setProviderState(call) {
      const { state = '', states = [state], params, action = 'setup' } = call.body;
      const id = call.query.sandbox ?? call.portOf ?? defaultSandbox;
      const found = find({ params: { id } });
      if (action === 'teardown') return { json: {} };
      const sandbox = untouched(found);
      const { story } = await openBook();
      const stage = {
        sandbox,
        story,
        now: sandbox.clock.now(),
        call: createCall(sandbox, { dialect, fetch }),
      };
      const values: StateValues = {};
      try {
        for (const name of states) Object.assign(values, await setUpState(name, params ?? {}, stage));
      } catch (error) {
        throw error instanceof UnknownState ? refuse(error) : error;
      } finally {
        lastOwn.set(sandbox, lastCall(sandbox));
      }
      return { json: values };
    },
  };
}

/** The number of the newest call in a journal; 0 before the first one. */
const lastCall = ({ journal }: Sandbox): number => journal.read({ limit: 1 })[0]?.facts.number ?? 0;

function refuse({ message, state: value }: UnknownState): ControlRefusal {
  return new ControlRefusal('InvalidRequest', message, { details: [{ field: 'state', message, value }] });
}

/** Calls of a sandbox's own client, in contract names. */
function createCall(
  { identity }: Sandbox,
  { dialect, fetch }: Pick<Parts, 'dialect' | 'fetch'>,
): CallSupplier {
  const [Credential] = identity.credentials;
  const { staticToken: token, managerId } = identity;
  return async (id, request) => {
    const proof = operations[id].base === 'base' ? { Credential } : { token, managerId };
    const sent = writeCall(id, { ...proof, ...request }, dialect);
    const response = await fetch(sent, { sandboxId: identity.id });
    const text = await response.text();
    if (response.status === 200) return dialect.toContract(id, 'answer', JSON.parse(text));
    const message = `the state could not be set up: ${id} was answered ${response.status}: ${text.slice(0, 300)}`;
    throw new ControlRefusal('Conflict', message);
  };
}

/** A call as a Request. Its host is nobody's: it is played in process. */
function writeCall(id: OperationId, request: object, dialect: Dialect): Request {
  const { method, path } = dialect.operation(id);
  const spoken = asObject(dialect.toDialect(id, 'request', request));
  const base = 'http://provider-state.invalid';
  if (operations[id].method === 'GET') return new Request(base + writeAddress(path, spoken), { method });
  const headers = { 'content-type': 'application/json' };
  return new Request(base + path, { method, headers, body: JSON.stringify(spoken) });
}
