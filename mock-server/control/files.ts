import { fileTexts, summaryOf } from '../sandbox/index.ts';
import { checkNewId } from './access.ts';
import { refuseAutoOverPort } from './clock.ts';
import { type ControlParts, isoInstant, type SomeHandlers } from './handler.ts';
import { stateOf } from './import.ts';
import { checkMemory, checkStateQuotas, withLowerJournal } from './quotas.ts';
import { viewSandbox } from './sandboxes.ts';
import type { Snapshots } from './snapshots.ts';
import { streamTexts } from './stream.ts';

/** Creates the handlers that copy whole sandboxes: snapshots, exports and imports. */
export function fileHandlers(parts: ControlParts, snapshots: Snapshots) {
  const { sandboxes, ports } = parts;
  return {
    takeSnapshot({ sandbox }) {
      const now = isoInstant(sandbox.clock.now());
      const id = snapshots.take(sandbox);
      return { status: 201, json: { id, sandbox: sandbox.identity.id, now } };
    },
    exportSandbox({ sandbox }) {
      const disposition = `attachment; filename="sandbox-${sandbox.identity.id}.json"`;
      const headers = {
        'content-type': 'application/json',
        'content-disposition': disposition,
        'cache-control': 'no-store',
      };
      return new Response(streamTexts(fileTexts(sandbox)), { headers });
    },
    async importSandbox(call) {
      checkMemory(parts);
      const state = stateOf(call.body, sandboxes);
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
