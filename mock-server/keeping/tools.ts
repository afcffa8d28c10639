import { readRow } from '../journal/index.ts';
import { readHead } from './head.ts';
import type { JournalChange, SandboxKeeper } from './keeper.ts';
import { loadRecovered, storedIds } from './load.ts';
import { readStore } from './load-state.ts';
import { runAtOnce } from './turns.ts';

/**
 * Checks the storage and every sandbox of a store.
 *
 * @returns the number of sandboxes, and a message for each problem
 * @throws StoreError when the store cannot be read at all
 */
export async function checkStore(keeper: SandboxKeeper): Promise<{ sandboxes: number; problems: string[] }> {
  const problems = await keeper.check();
  let sandboxes = 0;
  for await (const id of storedIds(keeper)) {
    sandboxes += 1;
    try {
      const kept = await keeper.load(id);
      if (!kept) continue;
      runAtOnce(readStore(kept, readHead(kept.rows, 0).crashes));
      for await (const { list, rows } of journalPages(keeper, id))
        for (const row of rows) runAtOnce(readRow(list, row));
    } catch (error) {
      problems.push(`sandbox "${id}": ${error instanceof Error ? error.message : error}`);
    }
  }
  return { sandboxes, problems };
}

/**
 * Returns a view of a store for a tool that only reads. The tool writes nothing, and takes no sandbox away from a server that uses
 * a shared store.
 *
 * @example await checkStore(readOnly(await openRedis('redis://127.0.0.1:6379')))
 */
export function readOnly(keeper: SandboxKeeper): SandboxKeeper {
  const { leases, where } = keeper;
  return {
    where,
    load: id => (leases ? leases.read(id) : keeper.load(id)),
    readJournal: (id, page) => keeper.readJournal(id, page),
    write: async () => {}, // a supplier that starts with this view has changes of its own, such as a new default sandbox
    peek: ids => keeper.peek(ids),
    expired: async () => ({ ids: [], next: undefined }), // a tool deletes nothing
    list: (after, limit) => keeper.list(after, limit),
    ping: async () => {}, // a tool writes nothing
    check: () => keeper.check(),
    close: isComplete => keeper.close(isComplete),
  };
}

/**
 * Copies all sandboxes of a store to another store, which must not have these sandboxes. The data of each
 * sandbox are copied whole or not at all. The calls of its journal follow in parts, so a process that is killed can leave a sandbox
 * without its newest calls in the target.
 *
 * @returns the number of copied sandboxes
 * @throws StoreError when a store fails or a sandbox is damaged
 */
export async function migrateStore(from: SandboxKeeper, to: SandboxKeeper): Promise<number> {
  let copied = 0;
  for await (const id of storedIds(from)) {
    const kept = await loadRecovered(from, id);
    if (!kept) continue;
    const { rows, expiresAt } = kept;
    await to.write([{ id, how: 'replace', expiresAt, puts: rows, drops: [] }]);
    for await (const page of journalPages(from, id))
      await to.write([{ id, how: 'update', puts: [], drops: [], journal: [page] }]);
    copied += 1;
  }
  return copied;
}

const rowsPerPage = 64;

/** Reads the stored journal of a sandbox page by page. */
async function* journalPages(keeper: SandboxKeeper, id: string): AsyncGenerator<JournalChange> {
  for (const list of ['older', 'calls'] as const) {
    let after = -1;
    for (;;) {
      const rows = await keeper.readJournal(id, { list, after, limit: rowsPerPage });
      if (rows.length > 0) yield { list, rows };
      if (rows.length < rowsPerPage) break;
      after = rows.at(-1)?.from ?? after;
    }
  }
}
