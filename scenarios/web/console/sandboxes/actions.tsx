import { useState } from 'preact/hooks';
import type { SandboxView } from '#contracts/control';
import { inNamespace, sandboxApi, serverApi } from '../control/index.ts';
import { attempt, Confirm, download, notify } from '../parts/index.ts';
import { hrefOf } from '../route.ts';
import { readList } from './list.ts';

/** Takes a snapshot of a sandbox, and creates a new sandbox from the snapshot. */
export const fork = (id: string) =>
  attempt(async () => {
    const snapshot = await sandboxApi(id).snapshot();
    const forked = await serverApi.create({ from: snapshot.id });
    notify(`Sandbox “${forked.id}” continues from “${id}”.`);
    location.hash = hrefOf(forked.id);
  });

/** Saves a sandbox as a file. */
export const exportToFile = (id: string) =>
  attempt(
    async () => download(`sandbox-${id}.json`, await sandboxApi(id).exportFile()),
    'The file contains the passwords and tokens of this sandbox. Share it only with people who may know them.',
  );

/** Creates a sandbox from a file. If the id is in use, the new sandbox gets another id. */
export async function importFrom(file: File): Promise<void> {
  await attempt(async () => {
    const text = await file.text();
    const own = idIn(text);
    // The list is in alphabetical order, so the ids that are similar to `own` come first.
    const { sandboxes } = await serverApi.list(own?.slice(0, -1) ?? '', 1_000);
    const known = sandboxes.map(({ id }) => id);
    const id = own !== undefined && known.includes(own) ? freeId(own, known) : undefined;
    const made = await inNamespace(id, wanted => serverApi.importFile(text, wanted));
    notify(`Sandbox “${made.id}” is imported.`);
  });
  await readList();
}

function idIn(text: string): string | undefined {
  try {
    const id: unknown = JSON.parse(text)?.identity?.id;
    return typeof id === 'string' && /^[a-z0-9.-]+$/.test(id) ? id : undefined;
  } catch {
    return undefined; // the server explains what is wrong with the file
  }
}

/** Returns an id that no sandbox has. An id has at most 40 characters. */
export function freeId(wish: string, known: readonly string[]): string {
  for (let number = 2; ; number += 1) {
    const id = `${wish.slice(0, 34)}-${number}`;
    if (!known.includes(id)) return id;
  }
}

/** The buttons of a sandbox. The page asks before an action that loses data. */
export function SandboxActions(props: {
  readonly sandbox: Pick<SandboxView, 'id' | 'calls' | 'bookings'>;
  readonly onReset: () => Promise<unknown>;
  readonly onDelete: () => Promise<unknown>;
}) {
  const { sandbox, onReset, onDelete } = props;
  const { id, calls, bookings } = sandbox;
  const [question, ask] = useState<'reset' | 'delete' | undefined>();
  const content = `${calls} recorded calls and ${bookings} bookings`;
  return (
    <>
      <button type="button" onClick={() => void fork(id)}>
        Fork
      </button>
      <button type="button" onClick={() => void exportToFile(id)}>
        Export
      </button>
      <button type="button" onClick={() => ask('reset')}>
        Reset
      </button>
      {id !== 'default' && (
        <button type="button" class="danger" onClick={() => ask('delete')}>
          Delete
        </button>
      )}
      {question === 'reset' && (
        <Confirm
          title={`Reset sandbox “${id}”?`}
          text={`The sandbox starts again with its seed and credentials. Its ${content} are removed.`}
          action="Reset"
          onConfirm={() => void attempt(onReset, `Sandbox “${id}” is reset.`)}
          onClose={() => ask(undefined)}
        />
      )}
      {question === 'delete' && (
        <Confirm
          title={`Delete sandbox “${id}”?`}
          text={`The sandbox is removed with its ${content}. Export it first if you may need it again.`}
          action="Delete"
          onConfirm={() => void attempt(onDelete, `Sandbox “${id}” is deleted.`)}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}
