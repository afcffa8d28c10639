import { posix } from 'node:path';
import { parseSync } from 'vite';

/** A name that a file exports, or `*` for all its names. */
type Link = { from: string; name: string };
type Module = { exports: Map<string, Link>; stars: string[]; uses: Link[] };

/** Tests that play everything. They come last, because they take long. */
const playsAll = ['test/scenarios/catalogue/plays.test.ts', 'test/clients/broken/kill-matrix.test.ts'];

/**
 * Returns a function that lists at most `max` of the tests that reach a file, the nearest first. The distance is the number of
 * imports between the two. An import from an `index.ts` counts as one from the file that defines the name, because nearly every
 * test imports the index of each top-level folder. Texts with the name of a file count as imports, because tests start programs
 * and threads that way. Each word that the paths share shortens the distance.
 */
export function createNearestTests(
  tests: readonly string[],
  files: readonly string[],
  read: (file: string) => string,
): (file: string, max: number) => string[] {
  const importers = importersOf(
    files.filter(file => /\.(tsx?|cjs)$/.test(file)),
    read,
  );
  return (file, max) => {
    const words = wordsOf(file);
    const distances = new Map([[file, 0]]);
    // The loop also visits the entries that it adds.
    for (const [reached, distance] of distances)
      for (const importer of importers.get(reached) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    const rank = (test: string) =>
      (distances.get(test) ?? 0) -
      (6 * wordsOf(test).filter(word => words.includes(word)).length) / words.length;
    const near = tests.filter(test => distances.has(test)).toSorted((a, b) => rank(a) - rank(b));
    const last = near.filter(test => playsAll.includes(test)).slice(0, max);
    return [...near.filter(test => !last.includes(test)).slice(0, max - last.length), ...last];
  };
}

const wordsOf = (file: string): string[] => file.replace(/^test\/|\.(test\.)?tsx?$/g, '').split(/s?\W+/);

function importersOf(files: readonly string[], read: (file: string) => string): Map<string, Set<string>> {
  const aliases = new Map<string, string>(Object.entries(JSON.parse(read('package.json')).imports));
  const known = new Set(files);
  const resolve = (specifier: string, from: string): string[] => {
    const target = aliases.get(specifier) ?? specifier.replace(/^#(.*)/, './$1.ts');
    const path = posix.join(specifier.startsWith('.') ? posix.dirname(from) : '', target);
    return known.has(path) ? [path] : [];
  };
  const modules = new Map(files.map(file => [file, readModule(read(file), file, resolve)]));
  const importers = new Map<string, Set<string>>();
  for (const [file, { uses }] of modules)
    for (const use of uses) {
      const target = definerOf(use, modules) ?? use.from;
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  return importers;
}

function readModule(
  source: string,
  file: string,
  resolve: (specifier: string, from: string) => string[],
): Module {
  const found: Module = { exports: new Map(), stars: [], uses: [] };
  const { staticImports, staticExports } = parseSync(file, source).module;
  for (const { moduleRequest, entries } of staticImports)
    for (const from of resolve(moduleRequest.value, file))
      for (const { importName, isType } of entries)
        if (!isType) found.uses.push({ from, name: importName.name ?? '*' });
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries))
    for (const from of moduleRequest ? resolve(moduleRequest.value, file) : [file])
      if (exportName.kind === 'None') found.stars.push(from);
      else found.exports.set(exportName.name ?? '', { from, name: importName.name ?? '*' });
  const body = source.replaceAll(/^(import|export|\}) [^']*from '.*$/gm, '');
  for (const [, text = ''] of body.matchAll(/'([#.\w/-]+)'/g))
    for (const from of resolve(text, file)) found.uses.push({ from, name: '*' });
  return found;
}

/** Returns the file that defines a name, or undefined if the file that should export it does not. */
function definerOf({ from, name }: Link, modules: ReadonlyMap<string, Module>): string | undefined {
  const module = modules.get(from);
  const link = module?.exports.get(name);
  if (link !== undefined) return link.from === from ? from : (definerOf(link, modules) ?? link.from);
  const definers = module?.stars.map(star => definerOf({ from: star, name }, modules)) ?? [];
  return definers.find(definer => definer !== undefined);
}
