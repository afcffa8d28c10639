import { posix } from 'node:path';
import { parseSync } from 'vite';

type Read = (file: string) => string;
type Resolve = (specifier: string, from: string) => string | undefined;
/** A name that a file exports, or `*` for all that it exports. */
type Link = { readonly from: string; readonly name: string };
type Module = { exports: Map<string, Link>; stars: string[]; uses: Link[] };
type Modules = ReadonlyMap<string, Module>;

/** Tests that play everything. They come last, because they take long. */
const playsAll = ['test/scenarios/catalogue/catalogue.test.ts', 'test/broken-clients/kill-matrix.test.ts'];

/**
 * Returns a function that lists the tests that reach a file, the nearest first. The distance is the number of imports between
 * them. An import from an `index.ts` counts as an import from the file that defines the name, because nearly every test imports
 * the index of each top-level folder. File names in texts count as imports, because tests start programs and workers that way.
 * Words that both paths contain shorten the distance.
 */
export function createNearestTests(files: readonly string[], read: Read): (file: string) => string[] {
  const sources = files.filter(file => /\.(tsx?|cjs)$/.test(file) && !file.endsWith('.d.ts'));
  const importers = importersOf(sources, read);
  const frequency = new Map<string, number>();
  for (const word of sources.flatMap(wordsOf)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weight = (words: string[]) =>
    words.reduce((sum, word) => sum + 1 / Math.log2(1 + (frequency.get(word) ?? 1)), 0);
  return file => {
    const words = wordsOf(file);
    const rank = (test: string, distance: number) =>
      playsAll.includes(test)
        ? Number.MAX_VALUE
        : distance - (6 * weight(wordsOf(test).filter(word => words.includes(word)))) / weight(words);
    return [...distancesTo(file, importers)]
      .filter(([test]) => test.endsWith('.test.ts'))
      .map(([test, distance]) => ({ test, rank: rank(test, distance) }))
      .toSorted((a, b) => a.rank - b.rank || a.test.localeCompare(b.test))
      .map(({ test }) => test);
  };
}

/** Returns the first tests of a list, and in their last places the tests that play everything, if the list contains them. */
export function firstTests(tests: readonly string[], most: number): string[] {
  const last = tests.filter(test => playsAll.includes(test)).slice(0, most);
  return [...tests.filter(test => !playsAll.includes(test)).slice(0, most - last.length), ...last];
}

function wordsOf(file: string): string[] {
  const skipped = ['test', 'ts', 'tsx', 'index'];
  return [...new Set(file.split(/s?[^a-z0-9]+/).filter(word => !skipped.includes(word)))];
}

function distancesTo(file: string, importers: ReadonlyMap<string, Set<string>>): Map<string, number> {
  const distances = new Map([[file, 0]]);
  // The loop also visits the entries that it adds.
  for (const [reached, distance] of distances)
    for (const importer of importers.get(reached) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

function importersOf(sources: readonly string[], read: Read): Map<string, Set<string>> {
  const resolve = createResolve(sources, JSON.parse(read('package.json')).imports);
  const modules = new Map(sources.map(file => [file, readModule(file, read(file), resolve)]));
  const importers = new Map<string, Set<string>>();
  for (const [file, { uses }] of modules)
    for (const use of uses) {
      const target = definerOf(use, modules) ?? use.from;
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  return importers;
}

function createResolve(sources: readonly string[], aliases: Readonly<Record<string, string>>): Resolve {
  const known = new Set(sources);
  return (specifier, from) => {
    const alias = Object.keys(aliases).find(key =>
      key.endsWith('*') ? specifier.startsWith(key.slice(0, -1)) : key === specifier,
    );
    const rest = specifier.slice((alias?.length ?? 1) - 1);
    const folder = specifier.startsWith('.') ? posix.dirname(from) : '';
    const target = posix.join(
      alias === undefined ? folder : '',
      aliases[alias ?? '']?.replace('*', rest) ?? specifier,
    );
    return known.has(target) ? target : undefined;
  };
}

function readModule(file: string, source: string, resolve: Resolve): Module {
  const found: Module = { exports: new Map(), stars: [], uses: [] };
  const { staticImports, staticExports } = parseSync(file, source).module;
  for (const { moduleRequest, entries } of staticImports) {
    const from = resolve(moduleRequest.value, file);
    if (from === undefined) continue;
    if (entries.length === 0) found.uses.push({ from, name: '*' });
    for (const { importName, isType } of entries)
      if (!isType) found.uses.push({ from, name: importName.name ?? '*' });
  }
  for (const { moduleRequest, importName, exportName } of staticExports.flatMap(({ entries }) => entries)) {
    const from = moduleRequest === null ? file : resolve(moduleRequest.value, file);
    if (from === undefined) continue;
    if (exportName.kind === 'None') found.stars.push(from);
    else found.exports.set(exportName.name ?? 'default', { from, name: importName.name ?? '*' });
  }
  const body = source.replaceAll(/^(import|export|\}) [^']*from '.*$/gm, '');
  for (const [, text = ''] of body.matchAll(/'([#.\w/-]+)'/g)) {
    const from = resolve(text, file);
    if (from !== undefined) found.uses.push({ from, name: '*' });
  }
  return found;
}

/** Returns the file that defines a name which a file exports, or undefined if the file does not export the name. */
function definerOf({ from, name }: Link, modules: Modules): string | undefined {
  const module = modules.get(from);
  const link = module?.exports.get(name);
  if (link !== undefined) return link.from === from ? from : (definerOf(link, modules) ?? link.from);
  for (const star of module?.stars ?? []) {
    const definer = definerOf({ from: star, name }, modules);
    if (definer !== undefined) return definer;
  }
  return undefined;
}
