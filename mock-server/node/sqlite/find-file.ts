import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreError } from '../../store-error.ts';
import type { WorkerStart } from './worker-start.ts';

/** The name of the file in the folder of the store. */
export const fileName = 'understudy.db';

/**
 * Finds the file of a store. Creates a missing folder, unless the store must exist.
 *
 * @param access throws an Error if this process may not write the folder or the file
 * @throws StoreError for a folder that is a file, for a missing store that must exist, or for a store that cannot be written
 * @throws Error of the file system
 */
export function findFile(
  { folder, where, mustExist }: WorkerStart,
  access: (path: string, mode: number) => void = accessSync,
): { file: string; isNew: boolean } {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) {
    const hint = basename(folder) === fileName ? `, such as sqlite:${dirname(folder)}` : '';
    throw new StoreError('unavailable', `${where} is a file; give the folder of the store${hint}`);
  }
  const file = join(folder, fileName);
  const isNew = !existsSync(file);
  if (isNew && mustExist) {
    const problem = found ? `contains no store, because it has no file ${fileName}` : 'does not exist';
    throw new StoreError('unavailable', `${where} ${problem}; check the folder`);
  }
  createFolder(folder);
  const readOnly = [folder, ...(isNew ? [] : [file])].find(path => !isWritable(path, access));
  if (readOnly !== undefined) {
    const fix = 'allow the user of this process to write it, or copy the folder to another place';
    throw new StoreError(
      'unavailable',
      `${where} cannot be written, because ${readOnly} is read-only; ${fix}`,
    );
  }
  return { file, isNew };
}

function isWritable(path: string, access: (path: string, mode: number) => void): boolean {
  try {
    access(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Creates a folder and its missing parents. The option `recursive` of `mkdirSync` never returns for a place such as /proc/x. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(resolve(folder)));
  mkdirSync(folder);
}
