import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const watched = ['mkdir', 'open', 'readdir', 'readFile', 'rename', 'rm', 'writeFile'] as const;

/**
 * Has a function run before and after each use of the file system: to be called before whatever uses it is imported.
 *
 * @param step told what is about to happen, or has just happened; what it returns is awaited
 */
export function watchFiles(step: (what: string) => void | Promise<void>): void {
  for (const name of watched) {
    const original = fs[name] as (...given: unknown[]) => Promise<unknown>; // called with what it was given
    const wrapped = async (...given: unknown[]) => {
      await step(`before ${name}`);
      const result = await original(...given);
      await step(`after ${name}`);
      return result;
    };
    Object.assign(fs, { [name]: wrapped });
  }
  syncBuiltinESMExports();
}
