import type { ControlBody } from '#contracts/control';
import { checkFaults } from '../faults/index.ts';
import { fileTexts, type Sandboxes, type SandboxState, stateIn, summaryOf } from '../sandbox/index.ts';
import { checkNewId } from './access.ts';
import { refuseAutoOverPort } from './clock.ts';
import { type ControlParts, isoInstant, type SomeHandlers } from './handler.ts';
import { checkMemory, checkStateQuotas, withLowerJournal } from './quotas.ts';
import { refuseDetails } from './refusal.ts';
import { viewSandbox } from './sandboxes.ts';
import type { Snapshots } from './snapshots.ts';
import { streamTexts } from './stream.ts';

export function fileHandlers(parts: ControlParts, snapshots: Snapshots) {
  const { sandboxes, ports } = parts;
  return {
    takeSnapshot({ sandbox }) {
      const now = isoInstant(sandbox.clock.now());
      const id = snapshots.take(sandbox);
      return { status: 201, json: { id, sandbox: sandbox.identity.id, now } };
    },
    exportSandbox({ sandbox }) {
      const headers = {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="sandbox-${sandbox.identity.id}.json"`,
        'cache-control': 'no-store',
      };
      return new Response(streamTexts(fileTexts(sandbox)), { headers });
    },
    async importSandbox(call) {
      checkMemory(parts);
      const state = await stateOf(call.body, sandboxes);
      checkMemory(parts); // again, because other imports had their turn
      refuseAutoOverPort(state.clock.mode, call);
      const id = call.query.id ?? state.identity.id;
      checkNewId(call.scope, id);
      await sandboxes.wake(id); // another server can have created a sandbox with this id
      await sandboxes.recount(id);
      const namespace = sandboxes.namespaces.find(id);
      checkStateQuotas(namespace, state);
      const made = await sandboxes.restoreStored(withLowerJournal(namespace, state), id);
      return { status: 201, json: viewSandbox(summaryOf(made), call, ports) };
    },
  } satisfies SomeHandlers;
}

/** The schema has checked what a person may change in the file; a checksum protects the rest. */
async function stateOf(file: ControlBody<'importSandbox'>, sandboxes: Sandboxes): Promise<SandboxState> {
  // The schema accepts more members than these.
  const state = await stateOrRefuse(file as unknown as Parameters<typeof stateIn>[0]);
  checkFaults(state.start.faults, 'start.faults');
  for (const { scenario } of [state.identity, ...state.plays])
    if (scenario !== undefined) sandboxes.catalogue.require(scenario);
  return state;
}

async function stateOrRefuse(file: Parameters<typeof stateIn>[0]): Promise<SandboxState> {
  try {
    return await stateIn(file);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw refuseDetails('InvalidRequest', [{ field: 'checksum', message, value: file.checksum }]);
  }
}
