import { StoreError } from '../../store-error.ts';
import type { Connection } from './connection.ts';
import { prefix } from './scripts.ts';

/** The version of the layout. A store with another version is refused. */
const formatVersion = 1;

/**
 * Notes the version of the layout in an empty store, and checks the version of any other store.
 *
 * @param mustExist whether an empty store is an error
 * @throws StoreError when another version wrote the store, or when a store is missing that must exist
 */
export async function checkFormat(connection: Connection, where: string, mustExist: boolean): Promise<void> {
  const key = `${prefix}format`;
  if (!mustExist) await connection.answered(() => connection.run(['SETNX', key, String(formatVersion)]));
  const found = await connection.answered(() => connection.run(['GET', key]));
  if (found === null) {
    const fix = 'check the address and the number of the database, such as the 5 in redis://127.0.0.1:6379/5';
    throw new StoreError('unavailable', `${where} contains no store; ${fix}`);
  }
  if (found === String(formatVersion)) return;
  const hint =
    Number(found) > formatVersion
      ? 'install a newer version of this package, or choose another database'
      : 'choose another database';
  const message = `${where} has format ${found}, but this version reads format ${formatVersion}; ${hint}`;
  throw new StoreError('version', message);
}
