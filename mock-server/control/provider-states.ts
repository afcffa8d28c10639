import { operations } from '#contracts';
import { nextTurn } from '../clock/index.ts';
import { type CallSupplier, type StateValues, setUpState, UnknownState } from '../provider-states/index.ts';
import { defaultSandbox, type Sandbox } from '../sandboxes/index.ts';
import { owns, type Scope } from '../scope.ts';
import { openBook } from '../tool-server/index.ts';
import type { ControlParts, FindSandboxOf, SomeHandlers } from './handler.ts';
import { ControlRefusal } from './refusal.ts';

/** Creates the handler that sets up provider states for Pact tools. */
export function providerStateHandlers(parts: ControlParts, find: FindSandboxOf) {
  /**
   * For each sandbox, the number of its newest call at the time when this handler set up a state. If the sandbox now has a
   * newer call, a client has used the sandbox, and the handler resets it.
   */
  const lastOwnCall = new WeakMap<Sandbox, number>();
  return {
    async setProviderState({ body, query, portOf, scope }) {
      const { state = '', states = [state], params, action = 'setup' } = body;
      if (query.sandbox === undefined && portOf !== undefined) checkPort(scope, portOf);
      const id = query.sandbox ?? portOf ?? defaultSandbox;
      if (owns(scope, id)) await parts.sandboxes.wake(id);
      find({ params: { id }, scope });
      if (action === 'teardown') return { json: {} };
      const found = parts.sandboxes.require(id); // the sandbox stays in memory, because `lastOwnCall` refers to the object
      const loading = found.journal.loadStored();
      if (loading) await loading;
      const isUnused = lastCall(found) === (lastOwnCall.get(found) ?? 0);
      const sandbox = isUnused ? found : parts.sandboxes.reset(found.identity.id);
      const { story } = await openBook();
      const stage = { sandbox, story, now: sandbox.clock.now(), call: createCall(sandbox, parts) };
      const values: StateValues = {};
      try {
        for (const name of states) {
          Object.assign(values, await setUpState(name, params ?? {}, stage));
          if (states.length > 1) await nextTurn(); // the calls of other clients do not wait for all states
        }
      } catch (error) {
        if (!(error instanceof UnknownState)) throw error;
        const { message, state: value } = error;
        throw new ControlRefusal('InvalidRequest', message, {
          details: [{ field: 'state', message, value }],
        });
      } finally {
        lastOwnCall.set(sandbox, lastCall(sandbox));
      }
      return { json: values, made: sandbox };
    },
  } satisfies SomeHandlers;
}

/** Returns the number of the newest call in a journal; 0 for an empty journal. */
const lastCall = ({ journal }: Sandbox): number => journal.read({ limit: 1 })[0]?.facts.number ?? 0;

/**
 * Creates the function that calls the supplier in process. The function takes contract names and adds the credential of
 * the sandbox.
 */
function createCall({ identity }: Sandbox, { dialect, fetch }: ControlParts): CallSupplier {
  const [Credential] = identity.credentials;
  const { staticToken: token, managerId } = identity;
  return async (id, request) => {
    const proof = operations[id].base === 'base' ? { Credential } : { token, managerId };
    const { method, url, body } = dialect.writeCall(id, { ...proof, ...request });
    const headers = { 'content-type': 'application/json' };
    const sent = new Request(`http://provider-state.invalid${url}`, {
      method,
      ...(body && { headers, body: JSON.stringify(body) }),
    });
    const response = await fetch(sent, { sandboxId: identity.id });
    const text = await response.text();
    if (response.status === 200) return dialect.toContract(id, 'answer', JSON.parse(text));
    const message = `the state could not be set up: ${id} returned ${response.status}: ${text.slice(0, 300)}`;
    throw new ControlRefusal('Conflict', message);
  };
}

/**
 * Refuses a call over the port of a sandbox that the caller may not see. The message does not contain the id of this sandbox.
 *
 * @throws ControlRefusal 404
 */
function checkPort(scope: Scope, portOf: string): void {
  if (typeof scope === 'string' || owns(scope, portOf)) return;
  const message = `this port belongs to no sandbox in the namespace "${scope.namespace}" of this token; send the id of a sandbox in ?sandbox=`;
  throw new ControlRefusal('NotFound', message, { details: [{ field: 'sandbox', message }] });
}
