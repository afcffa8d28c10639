import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns the licences of bundled packages, each after the name and version of its package.
 *
 * @param modules the paths of the bundled modules
 * @throws when a bundled package has no licence file
 */
export function licences(modules: Iterable<string>): string {
  const packages = new Set<string>();
  for (const id of modules) {
    const [found] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? [];
    if (found === undefined) continue;
    packages.add(found);
    for (const name of partsOf(readFileSync(id, 'utf8'))) packages.add(resolve('node_modules', name));
  }
  return [...packages].sort().map(licence).join('\n');
}

/** Returns the packages whose code a bundled module holds itself. Bundlers mark the begin of each file. */
const partsOf = (code: string): string[] =>
  [...code.matchAll(/^\/\/#region .*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm)].map(([, name]) =>
    String(name),
  );

function licence(folderOfPackage: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folderOfPackage, 'package.json'), 'utf8'));
  const file = readdirSync(folderOfPackage).find(one => /^licen[cs]e(?:\.|$)/i.test(one));
  if (file === undefined)
    throw new Error(
      `${name} ${version} has no licence file, so it cannot be bundled. Keep it outside, or replace it.`,
    );
  return `${name} ${version}\n\n${readFileSync(join(folderOfPackage, file), 'utf8').trim()}\n`;
}
