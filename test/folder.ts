import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface Folder {
  readonly path: string;
  /** Writes a file, and returns its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Creates an empty folder in this folder, and returns its path. */
  newFolder(): string;
}

/** Creates a folder that is removed after the tests of the file. A test itself uses `newFolder`. */
export function createFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'understudy-test-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write(name, content) {
      const file = join(path, name);
      writeFileSync(file, content);
      return file;
    },
    newFolder: () => mkdtempSync(join(path, 'folder-')),
  };
}
