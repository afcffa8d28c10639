import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const configName = 'understudy.config.yaml';

/**
 * Returns the path of the config file in the current folder, or in the nearest folder above it that has one. The search ends at the
 * root of the project, which has the folder `.git`. Prints which file is used, because no option names the file.
 */
export function findConfigFile(): string | undefined {
  for (let folder = process.cwd(), last = ''; folder !== last; last = folder, folder = dirname(folder)) {
    const file = join(folder, configName);
    if (existsSync(file)) {
      console.error(`options from ${relative('', file)}`);
      return file;
    }
    if (existsSync(join(folder, '.git'))) return undefined;
  }
  return undefined;
}
