import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreError } from '../../store-error.ts';
import type { WorkerStart } from './worker-start.ts';

/** The name of the file in the folder of the store. */
export const fileName = 'understudy.db';

/**
 * Finds the file of a store. Creates a missing folder, unless the store must exist.
 *
 * @throws StoreError for a folder that is a file, or for a missing store that must exist
 * @throws Error of the file system
 */
export function findFile({ folder, where, mustExist }: WorkerStart): { file: string; isNew: boolean } {
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
  return { file, isNew };
}

/** Creates a folder and its missing parents. The option `recursive` of `mkdirSync` never returns for a place such as /proc/x. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(resolve(folder)));
  mkdirSync(folder);
}
