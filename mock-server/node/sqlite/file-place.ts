import { statSync } from 'node:fs';
import { StoreError } from '../../store-error.ts';

/**
 * Checks that the files of an open database are still at their place. The system keeps a deleted file for the process that has
 * opened the file, so SQLite continues to write to a file that no later process can find.
 */
export class FilePlace {
  readonly #where: string;
  readonly #files: readonly { path: string; id: string | undefined }[];

  /** @param file the file of the database, next to which the write-ahead log is */
  constructor(file: string, where: string) {
    this.#where = where;
    this.#files = [file, `${file}-wal`].map(path => ({ path, id: idOf(path) }));
  }

  /** @throws StoreError when a file was deleted, moved or replaced */
  check(): void {
    for (const { path, id } of this.#files)
      if (idOf(path) !== id)
        throw new StoreError(
          'unavailable',
          `${this.#where} was removed or replaced while the server was running; put it back, or restart the server`,
        );
  }
}

/** Returns the identity of a file; undefined for a missing file. */
function idOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
