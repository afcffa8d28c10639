import { hideUserInfo } from '#contracts/util';
import type { DurableStore } from '../store/index.ts';

const storeForms = 'memory, sqlite:<folder> or redis://<host>:<port>';

/**
 * Opens a durable store.
 *
 * @param where `memory`, `sqlite:` with a folder, or the address of a Valkey or Redis server
 * @param mustExist whether a missing store is an error. By default, the store is created.
 * @returns undefined for `memory`
 * @throws TypeError for another form
 * @throws StoreError when the store cannot be opened
 * @example await openStore('sqlite:data')
 */
export async function openStore(where: string, mustExist = false): Promise<DurableStore | undefined> {
  if (where === 'memory') return undefined;
  if (/^rediss?:/.test(where)) {
    if (!URL.canParse(where) || new URL(where).hostname === '')
      throw new TypeError(
        `wrong store "${hideUserInfo(where)}"; use an address such as redis://127.0.0.1:6379`,
      );
    const { openRedis } = await import('./redis.ts');
    return openRedis(where, { mustExist });
  }
  const folder = /^sqlite:(.+)$/s.exec(where)?.[1];
  if (folder === undefined) throw new TypeError(`unknown store "${hideUserInfo(where)}"; use ${storeForms}`);
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(folder, mustExist);
}
