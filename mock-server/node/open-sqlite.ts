import { hostMachine, type MachineClock } from '../clock/index.ts';
import type { SandboxKeeper } from '../keeping/index.ts';
import { partsOf } from './sqlite/index.ts';
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
  let batches = 0;
  const { ask, stop } = await startThread({ folder, where, mustExist, isContinued: false }, machine);
  return {
    where,
    load: id => ask('load', id),
    async write(changes) {
      const parts = [...partsOf(changes)];
      const last = parts.pop() ?? [];
      if (parts.length === 0) return await ask('write', last);
      batches += 1;
      const batch = batches;
      for (const part of parts) await ask('add', batch, part);
      await ask('write', last, batch);
    },
    peek: ids => ask('peek', ids),
    list: (after, limit) => ask('list', after, limit),
    expired: (now, limit) => ask('expired', now, limit),
    findOwner: hash => ask('findOwner', hash),
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
