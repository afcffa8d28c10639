import { operations } from '#contracts';
import { Faults } from '../faults/index.ts';
import { owns, type Scope } from '../http/index.ts';
import { defaultSandbox, type Sandbox } from '../sandbox/index.ts';
import { openBook } from '../web/index.ts';
import type { ControlParts, FindSandboxOf, SomeHandlers } from './handler.ts';
import { type CallSupplier, prepareState, type StateValues } from './make-provider-states.ts';
import { ControlRefusal } from './refusal.ts';

export function providerStateHandlers(parts: ControlParts, find: FindSandboxOf) {
  /** The newest call when a state was last set up. With a newer one, a client has used the sandbox, and it is reset. */
  const lastOwnCall = new WeakMap<Sandbox, number>();
  return {
    async setProviderState({ body, query, portOf, scope }) {
      const { state = '', states = [state], params, action = 'setup' } = body;
      if (query.sandbox === undefined && portOf !== undefined) checkPort(scope, portOf);
      const id = query.sandbox ?? portOf ?? defaultSandbox;
      if (owns(scope, id)) await parts.sandboxes.wake(id);
      find({ params: { id }, scope });
      if (action === 'teardown') return { json: {} };
      const { story } = await openBook();
      const found = parts.sandboxes.require(id); // the sandbox stays in memory, because `lastOwnCall` refers to the object
      await found.keep?.saved();
      await found.keep?.readCalls();
      const isUnused = lastCall(found) === (lastOwnCall.get(found) ?? 0);
      const check = { story, catalogue: found.runs.catalogue, faults: trialFaults(found, isUnused) };
      const setUps = states.map(name => prepareState(name, params ?? {}, check));
      const sandbox = isUnused ? found : await resetOf(found, parts);
      const stage = { sandbox, story, now: sandbox.clock.now(), call: createCall(sandbox, parts) };
      const values: StateValues = {};
      try {
        for (const setUp of setUps) Object.assign(values, await setUp(stage));
      } catch (error) {
        const failure = sandbox.keep?.failure;
        await sandbox.keep?.saved();
        throw failure ?? error;
      } finally {
        lastOwnCall.set(sandbox, lastCall(sandbox));
      }
      await sandbox.keep?.saved();
      return { json: values };
    },
  } satisfies SomeHandlers;
}

function trialFaults({ faults, start, closed }: Sandbox, isUnused: boolean): Faults {
  const parts = { seed: 0, store: { countUp: () => 0 }, isClosed: () => isUnused && closed };
  const trial = new Faults(parts, isUnused ? faults.dump() : undefined);
  if (!isUnused) trial.armList(start.faults);
  return trial;
}

async function resetOf({ identity: { id }, keep }: Sandbox, { sandboxes }: ControlParts): Promise<Sandbox> {
  if (keep) await keep.run(sandbox => void sandboxes.renew(sandbox));
  else sandboxes.reset(id);
  return sandboxes.require(id);
}

const lastCall = ({ journal }: Sandbox): number => journal.read({ limit: 1 })[0]?.facts.number ?? 0;

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

/** The message does not contain the id of the sandbox, which the caller may not see. */
function checkPort(scope: Scope, portOf: string): void {
  if (typeof scope === 'string' || owns(scope, portOf)) return;
  const message = `this port belongs to no sandbox in the namespace "${scope.namespace}" of this token; send the id of a sandbox in ?sandbox=`;
  throw new ControlRefusal('NotFound', message, { details: [{ field: 'sandbox', message }] });
}
