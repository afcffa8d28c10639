import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '#contracts/util';
import { FileError } from './file-error.ts';
import { readYamlDocument } from './yaml-document.ts';

/** A scenario as it stands in a file, not yet judged. */
export interface FoundScenario {
  readonly value: unknown;
  /** Where it stands in its document: empty where it is the whole of it, else such as `[2]`. */
  readonly place: string;
  /** The line of one of its fields, by its path in the document; undefined of a module. */
  lineAt(field: string): number | undefined;
}

/**
 * Reads what scenarios a file has: one, or a list of them.
 *
 * @throws FileError when it cannot be read or loaded, or has none
 */
export async function readScenarioFile(file: string): Promise<FoundScenario[]> {
  const isModule = ['.ts', '.js'].includes(extname(file));
  const { value, lineAt } = isModule ? await importModule(file) : await readYamlDocument(file);
  if (!Array.isArray(value)) return [{ value: withoutSchema(value), place: '', lineAt }];
  return value.map((one, index) => ({ value: one, place: `[${index}]`, lineAt }));
}

async function importModule(file: string) {
  const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href).catch(error => {
    // What follows is a drawing of the place.
    const [told = ''] = String(error).split('\n');
    throw new FileError(`cannot be loaded: ${told}`);
  });
  if (module.default === undefined)
    throw new FileError('exports no scenario: write "export default defineScenario({ … })"');
  return { value: module.default, lineAt: () => undefined };
}

/** A JSON file names its schema beside what it says. */
function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}
