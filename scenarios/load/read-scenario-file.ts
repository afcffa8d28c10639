import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '#contracts/util';
import { FileError } from './file-error.ts';
import { readYamlDocument } from './yaml-document.ts';

/** A scenario that was read from a file, but not checked yet. */
export interface FoundScenario {
  readonly value: unknown;
  /** The path of the scenario in the document, such as `[2]`; the path is empty if the file contains a single scenario. */
  readonly place: string;
  /** Returns the line number of the field with the given path in the document; undefined for a module. */
  lineAt(field: string): number | undefined;
}

/**
 * Reads the scenarios in a file. The file contains one scenario or a list of scenarios.
 *
 * @throws FileError if the file cannot be read or loaded, or exports no scenario
 */
export async function readScenarioFile(file: string): Promise<FoundScenario[]> {
  const isModule = ['.ts', '.js'].includes(extname(file));
  const { value, lineAt } = isModule ? await importModule(file) : await readYamlDocument(file);
  if (!Array.isArray(value)) return [{ value: withoutSchema(value), place: '', lineAt }];
  return value.map((one, index) => ({ value: one, place: `[${index}]`, lineAt }));
}

async function importModule(file: string) {
  const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href).catch(error => {
    // Only the first line is used, because the other lines show an excerpt of the source.
    const [message = ''] = String(error).split('\n');
    throw new FileError(`cannot be loaded: ${message}`);
  });
  if (module.default === undefined)
    throw new FileError('the file exports no scenario; write "export default defineScenario({ … })"');
  return { value: module.default, lineAt: () => undefined };
}

/** Removes the field `$schema`, with which a JSON file names its schema for editors. */
export function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}
