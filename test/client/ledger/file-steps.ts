import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Whatever changes something: between two of these a process may be killed anywhere, and leaves the same behind. */
const watched = ['mkdir', 'rename', 'rm', 'writeFile'] as const;

/**
 * Runs a function before each change of the file system. Call this before any module that writes files is imported.
 *
 * @param step receives the name of the change that is about to happen
 */
export function watchFiles(step: (what: string) => void): void {
  for (const name of watched) {
    const original = fs[name] as (...given: unknown[]) => Promise<unknown>; // called with what it was given
    const wrapped = (...given: unknown[]) => {
      step(name);
      return original(...given);
    };
    Object.assign(fs, { [name]: wrapped });
  }
  syncBuiltinESMExports();
}
