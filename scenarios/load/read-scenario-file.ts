import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '#contracts/util';
import { FileError } from './file-error.ts';
import { readYamlDocument } from './yaml-document.ts';

/** A scenario from a file, before the check. */
export interface FoundScenario {
  readonly value: unknown;
  /** The path of the scenario in its document, such as `[2]`; empty for a single scenario. */
  readonly place: string;
  /** Returns the line of a field by its path in the document; undefined for a module. */
  lineAt(field: string): number | undefined;
}

/**
 * Reads the scenarios of a file, which contains one scenario or a list.
 *
 * @throws FileError when the file cannot be read or loaded, or exports no scenario
 */
export async function readScenarioFile(file: string): Promise<FoundScenario[]> {
  const isModule = ['.ts', '.js'].includes(extname(file));
  const { value, lineAt } = isModule ? await importModule(file) : await readYamlDocument(file);
  if (!Array.isArray(value)) return [{ value: withoutSchema(value), place: '', lineAt }];
  return value.map((one, index) => ({ value: one, place: `[${index}]`, lineAt }));
}

async function importModule(file: string) {
  const module: { default?: unknown } = await import(pathToFileURL(resolve(file)).href).catch(error => {
    // Further lines show an excerpt of the source.
    const [message = ''] = String(error).split('\n');
    throw new FileError(`cannot be loaded: ${message}`);
  });
  if (module.default === undefined)
    throw new FileError('exports no scenario: write "export default defineScenario({ … })"');
  return { value: module.default, lineAt: () => undefined };
}

/** Removes the reference to the schema, which a JSON file may contain. */
function withoutSchema(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $schema: _, ...rest } = value;
  return rest;
}
