import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Whatever changes something: between two of these a process may be killed anywhere, and leaves the same behind. */
const watched = ['mkdir', 'rename', 'rm', 'writeFile'] as const;

/**
 * Has a function run before each change of the file system: to be called before whatever uses it is imported.
 *
 * @param step told what is about to happen
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
