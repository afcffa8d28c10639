import { streamTexts } from '../clock/index.ts';
import { exportTexts, summaryOf } from '../sandboxes/index.ts';
import { checkNewId } from './access.ts';
import { refuseAutoOverPort } from './clock.ts';
import { type ControlParts, isoInstant, type SomeHandlers } from './handler.ts';
import { restoreChecked, stateIn } from './import.ts';
import { checkMemory, checkStateQuotas } from './quotas.ts';
import { readSandboxFile } from './read-file.ts';
import { viewSandbox } from './sandbox-view.ts';
import type { Snapshots } from './snapshots.ts';

/** Creates the handlers that copy whole sandboxes: snapshots, exports and imports. */
export function fileHandlers(parts: ControlParts, snapshots: Snapshots) {
  const { sandboxes, ports, dialect } = parts;
  return {
    async takeSnapshot({ sandbox }) {
      const now = isoInstant(sandbox.clock.now());
      const id = await snapshots.take(sandbox);
      return { status: 201, json: { id, sandbox: sandbox.identity.id, now } };
    },
    exportSandbox({ sandbox }) {
      const disposition = `attachment; filename="sandbox-${sandbox.identity.id}.json"`;
      const headers = {
        'content-type': 'application/json',
        'content-disposition': disposition,
        'cache-control': 'no-store',
      };
      return new Response(streamTexts(exportTexts(sandbox)), { headers });
    },
    async importSandbox(call) {
      checkMemory(parts);
      const state = stateIn(await readSandboxFile(call.request));
      refuseAutoOverPort(state.clock.mode, call);
      const id = call.query.id ?? state.identity.id;
      checkNewId(call.scope, id);
      checkStateQuotas(sandboxes.namespaces.find(id), state);
      const prepared = sandboxes.prepareId(id);
      if (prepared instanceof Promise) await prepared;
      const made = await restoreChecked(state, { id, sandboxes, dialect });
      return { status: 201, json: viewSandbox(summaryOf(made), call, ports), made };
    },
  } satisfies SomeHandlers;
}
