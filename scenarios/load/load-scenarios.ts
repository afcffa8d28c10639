import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Scenario } from '#contracts/scenario';
import { catalogue } from '../catalogue/index.ts';
import { FileError, unreadable } from './file-error.ts';
import { judgeScenario } from './judge-scenario.ts';
import { readScenarioFile } from './read-scenario-file.ts';

/** A scenario, and the file that it stands in. */
export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly file: string;
  /** The line of one of its fields; undefined of a module. */
  lineOf(field: string): number | undefined;
}

/** Scenario files that are wrong: a line for each problem, with file, line, path in the document and what would be right. */
export class ScenarioFilesError extends Error {
  override readonly name = 'ScenarioFilesError';
  readonly problems: readonly string[];
  /** Something could not be read at all, whatever is in it. */
  readonly isUnreadable: boolean;

  constructor(problems: readonly string[], isUnreadable: boolean) {
    super(problems.join('\n'));
    this.problems = problems;
    this.isUnreadable = isUnreadable;
  }
}

const forms = ['.yaml', '.yml', '.json', '.ts', '.js'];

/**
 * Reads the scenarios of a folder: YAML and JSON files with one scenario or a list of them, and modules that export one by
 * default, or a list. They are judged alike, and no two scenarios may have one id, nor that of a built-in one.
 *
 * @param path a folder, or a single file
 * @param among those that there are already; the built-in ones when absent
 * @throws ScenarioFilesError that names everything that is wrong
 * @example createMockSupplier({ catalogue: [...catalogue, ...(await loadScenarios('scenarios')).map(one => one.scenario)] })
 */
export async function loadScenarios(
  path: string,
  among: readonly Scenario[] = catalogue,
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
        loaded.push({ scenario: judgeScenario(found), file, lineOf });
      }
    } catch (error) {
      note(file, error);
    }
  }
  problems.push(...clashesOf(loaded, among));
  if (problems.length > 0) throw new ScenarioFilesError(problems, isUnreadable);
  return loaded;
}

async function filesOf(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const names = await readdir(path);
    const fitting = names.filter(name => forms.includes(extname(name)) && !name.endsWith('.d.ts'));
    return fitting.sort().map(name => join(path, name));
  } catch (error) {
    throw unreadable(error as NodeJS.ErrnoException); // what the file system throws
  }
}

/** What there can be only one of: an id, a surname, and for a product the name in Testville. */
function clashesOf(loaded: readonly LoadedScenario[], among: readonly Scenario[]): string[] {
  const places = new Map(among.flatMap(one => namesOf(one).map(({ name }) => [name, 'a built-in scenario'])));
  return loaded.flatMap(({ scenario, file, lineOf }) =>
    namesOf(scenario).flatMap(({ field, name }) => {
      const other = places.get(name);
      const line = lineOf(field);
      const at = line === undefined ? [] : [`line ${line}`];
      places.set(name, other ?? [file, ...at].join(', '));
      if (other === undefined) return [];
      return [
        `${file}: ${[...at, field].join(', ')}: the ${name} is that of ${other}, too; give it another one`,
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
