import { posix } from 'node:path';
import { importsOf } from './imports-of.ts';
import { projectFiles, readProjectFile } from './project-files.ts';

/** The project files that each project file imports, including types. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

const aliases: Record<string, string> = JSON.parse(readProjectFile('package.json')).imports;

/** Returns the project file of a specifier, or undefined for a package. */
function resolve(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const target = aliases[specifier] ?? wildcardTarget(specifier);
  return target?.replace('./', '');
}

function wildcardTarget(specifier: string): string | undefined {
  for (const [pattern, target] of Object.entries(aliases)) {
    const prefix = pattern.slice(0, -1);
    if (pattern.endsWith('*') && specifier.startsWith(prefix))
      return target.replace('*', specifier.slice(prefix.length));
  }
  return undefined;
}

/**
 * Reads the imports of the TypeScript files in the given rooms.
 *
 * @param rooms top-level folders
 * @example readImportGraph(['client']).get('client/index.ts')
 */
export function readImportGraph(rooms: readonly string[]): ImportGraph {
  const files = projectFiles().filter(
    file => /\.tsx?$/.test(file) && rooms.some(room => file.startsWith(`${room}/`)),
  );
  // A style sheet is no module: it has no exports that a folder could hide.
  const isModule = (target: string | undefined): target is string =>
    target !== undefined && !target.endsWith('.css');
  return new Map(
    files.map(file => {
      const targets = importsOf(file, readProjectFile(file)).map(({ specifier }) => resolve(specifier, file));
      return [file, new Set(targets.filter(isModule))];
    }),
  );
}

/**
 * Finds the import cycles of a graph: its strongly connected components with more than one file.
 *
 * @example importCycles(new Map([['a', new Set(['b'])], ['b', new Set(['a'])]])) // [['a', 'b']]
 */
export function importCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  function visit(file: string): number {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    let lowest = index;
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) lowest = Math.min(lowest, visit(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, order.get(target) ?? index);
    }
    low.set(file, lowest);
    if (lowest === index) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) cycles.push(component.sort());
    }
    return lowest;
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

/**
 * Reports where a file imports past the entry of a folder. From outside `x/`, only `x/index.ts` may be imported. Files of
 * `x/` and of its subfolders may import each other.
 *
 * @example entryViolations(new Map([['a/b.ts', new Set(['a/c/d.ts'])]])) // ["a/b.ts imports a/c/d.ts: …"]
 */
export function entryViolations(graph: ImportGraph): string[] {
  const violations: string[] = [];
  for (const [file, targets] of graph)
    for (const target of targets) {
      const folder = closedFolder(file, target);
      if (folder === undefined) continue;
      violations.push(`${file} imports ${target}: import ${folder}/index.ts, the entry of that folder`);
    }
  return violations;
}

/** Returns the folder that a file enters past its entry, or undefined where the import is allowed. */
function closedFolder(file: string, target: string): string | undefined {
  const parts = posix.dirname(target).split('/');
  // A top-level folder has several entries. package.json lists them, and room-arrows.ts checks them.
  for (let depth = 2; depth <= parts.length; depth += 1) {
    const folder = parts.slice(0, depth).join('/');
    if (!file.startsWith(`${folder}/`)) return target === `${folder}/index.ts` ? undefined : folder;
  }
  return undefined;
}
