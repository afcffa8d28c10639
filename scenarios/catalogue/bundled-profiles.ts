import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Profile, parseProfile } from '#contracts';
import { suggest } from '#contracts/util';

/** The folder of the bundled profiles. The bundle of the command line has the same depth as this file. */
const folder = new URL('../../contracts/profile/bundled/', import.meta.url);
const extension = '.yaml';

export const bundledProfileNames = (): string[] =>
  readdirSync(folder)
    .filter(file => extname(file) === extension)
    .map(file => file.slice(0, -extension.length))
    .sort();

export function bundledProfileFile(name: string): string | undefined {
  if (!bundledProfileNames().includes(name)) return undefined;
  return fileURLToPath(new URL(`${name}${extension}`, folder));
}

/** Returns whether a text can only be a name: it has no path separator and no extension. */
export const isBareName = (text: string): boolean => !/[\\/.]/.test(text);

/**
 * Returns a profile that the package contains, such as `classic`. `--profile` takes the same names.
 *
 * @throws RangeError for an unknown name; the message suggests the nearest name
 * @example createMockSupplier({ profile: bundledProfile('classic') })
 */
export function bundledProfile(name: string): Profile {
  const file = bundledProfileFile(name);
  if (file === undefined) {
    const names = bundledProfileNames();
    const hint = suggest(name, names, `the bundled profiles are ${names.join(', ')}`);
    throw new RangeError(`"${name}" is not a bundled profile; ${hint}`);
  }
  // This module also serves the command line, which starts faster without the YAML parser.
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml');
  return parseProfile(yaml.parse(readFileSync(file, 'utf8')));
}
