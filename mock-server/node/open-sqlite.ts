import { hostMachine, type MachineClock } from '../clock/index.ts';
import type { SandboxKeeper } from '../keeping/index.ts';
import { loadInPages, PartWriter } from './sqlite/index.ts';
import { startThread } from './sqlite-thread.ts';

/**
 * Opens the store in a folder. Only one process can use the folder at a time.
 *
 * @param mustExist whether a missing store is an error. By default, the folder and the file are created.
 * @throws StoreError when the folder cannot be used, another process uses the store, or the file has another version
 * @example await openSqlite('data')
 */
export async function openSqlite(
  folder: string,
  mustExist = false,
  machine: Pick<MachineClock, 'monotonic'> = hostMachine,
): Promise<SandboxKeeper> {
  const where = `sqlite:${folder}`;
  const { ask, stop } = await startThread({ folder, where, mustExist }, machine);
  const writer = new PartWriter(ask);
  void writer.purge();
  return {
    where,
    load: id => loadInPages(ask, id),
    readJournal: (id, page) => ask('readJournal', id, page),
    write: changes => writer.write(changes),
    peek: ids => ask('peek', ids),
    list: (after, limit) => ask('list', after, limit),
    expired: (now, limit) => ask('expired', now, limit),
    ping: () => ask('ping'),
    check: () => ask('check'),
    async close(isComplete) {
      try {
        await ask('close', isComplete);
      } finally {
        await stop();
      }
    },
  };
}
