import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The functions that change files. A kill between two of them leaves the same files, wherever it happens. */
const watched = ['mkdir', 'rename', 'rm', 'writeFile'] as const;

/** Call this before you import the code under test. `step` gets the name of the next change. */
export function watchFiles(step: (what: string) => void): void {
  for (const name of watched) {
    const original = fs[name] as (...given: unknown[]) => Promise<unknown>; // called with its own arguments
    const wrapped = (...given: unknown[]) => {
      step(name);
      return original(...given);
    };
    Object.assign(fs, { [name]: wrapped });
  }
  syncBuiltinESMExports();
}
