import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Scenario } from '#contracts/scenario';
import { catalogue } from '../catalogue/index.ts';
import { checkScenario } from './check-scenario.ts';
import { FileError, unreadable } from './file-error.ts';
import { readScenarioFile } from './read-scenario-file.ts';

/** A scenario and its file. */
export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly file: string;
  /** Returns the line number of a field in the file; undefined for a TypeScript or JavaScript file. */
  lineOf(field: string): number | undefined;
}

/** The error for wrong scenario files. Each problem names the file, the line, the path in the document and the valid values. */
export class ScenarioFilesError extends Error {
  override readonly name = 'ScenarioFilesError';
  readonly problems: readonly string[];
  /** True if at least one file could not be read; false if only contents are wrong. */
  readonly isUnreadable: boolean;

  constructor(problems: readonly string[], isUnreadable: boolean) {
    super(problems.join('\n'));
    this.problems = problems;
    this.isUnreadable = isUnreadable;
  }
}

const extensions = ['.yaml', '.yml', '.json', '.ts', '.js'];

/**
 * Reads the scenarios in a folder: YAML and JSON files, and modules with a default export. Each file contains one scenario or a
 * list of scenarios. Each id must differ from all other ids, including the ids of the existing scenarios.
 *
 * @param path a folder, or a single file
 * @param existing the scenarios that already exist; the default is the built-in scenarios
 * @throws ScenarioFilesError with every problem
 * @example createMockSupplier({ catalogue: [...catalogue, ...(await loadScenarios('scenarios')).map(one => one.scenario)] })
 */
export async function loadScenarios(
  path: string,
  existing: readonly Scenario[] = catalogue,
): Promise<LoadedScenario[]> {
  const problems: string[] = [];
  let isUnreadable = false;
  const note = (file: string, error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    isUnreadable ||= error.isUnreadable;
    problems.push(...error.message.split('\n').map(line => `${file}: ${line}`));
  };
  const files = await filesOf(path).catch(error => {
    note(path, error);
    return [];
  });
  const loaded: LoadedScenario[] = [];
  for (const file of files) {
    try {
      for (const found of await readScenarioFile(file)) {
        const lineOf = (field: string) =>
          found.lineAt(found.place === '' ? field : `${found.place}.${field}`);
        loaded.push({ scenario: checkScenario(found), file, lineOf });
      }
    } catch (error) {
      note(file, error);
    }
  }
  problems.push(...clashesOf(loaded, existing));
  if (problems.length > 0) throw new ScenarioFilesError(problems, isUnreadable);
  return loaded;
}

async function filesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    const fitting = names.filter(name => extensions.includes(extname(name)) && !name.endsWith('.d.ts'));
    return fitting.sort().map(name => join(path, name));
  } catch (error) {
    throw unreadable(error as NodeJS.ErrnoException); // the file system throws this type
  }
}

/** Finds names that two scenarios use: an id, a surname, or the name of an item of one product (`trigger`). */
function clashesOf(loaded: readonly LoadedScenario[], existing: readonly Scenario[]): string[] {
  const places = new Map(
    existing.flatMap(one => namesOf(one).map(({ name }) => [name, 'a built-in scenario'])),
  );
  return loaded.flatMap(({ scenario, file, lineOf }) =>
    namesOf(scenario).flatMap(({ field, name }) => {
      const other = places.get(name);
      const line = lineOf(field);
      const at = line === undefined ? [] : [`line ${line}`];
      places.set(name, other ?? [file, ...at].join(', '));
      if (other === undefined) return [];
      return [
        `${file}: ${[...at, field].join(', ')}: the ${name} is already used by ${other}; choose another value`,
      ];
    }),
  );
}

const namesOf = ({ id, trigger, surname, products }: Scenario): { field: string; name: string }[] => [
  { field: 'id', name: `id "${id}"` },
  ...(surname === undefined ? [] : [{ field: 'surname', name: `surname "${surname}"` }]),
  ...(trigger === undefined
    ? []
    : products.map(product => ({ field: 'trigger', name: `trigger "${trigger}" of a ${product}` }))),
];
