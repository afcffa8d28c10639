import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { detailsOf } from '#contracts/control';
import { type FaultDetail, FaultError } from '#contracts/fault';
import { readScenario, type Scenario, ScenarioError } from '#contracts/scenario';
import { createMockSupplier } from '#mock-server';
import { namesRules } from '../judge/index.ts';
import { FileError, filesIn } from './file-error.ts';
import { catalogue } from './index.ts';
import { readYamlDocument } from './yaml-document.ts';

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

const endings = /(?:\.ya?ml|\.json|(?<!\.d)\.ts|\.js)$/;

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
  const files = await filesIn(path, endings).catch(error => {
    note(path, error);
    return [];
  });
  const loaded: LoadedScenario[] = [];
  for (const file of files) {
    try {
      for (const found of await readScenarioFile(file)) {
        const lineOf = (field: string) => found.lineAt(pathOf(found.place, field));
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

interface FoundScenario {
  readonly value: unknown;
  /** The path of the scenario in the document, such as `[2]`; the path is empty if the file contains a single scenario. */
  readonly place: string;
  /** Returns the line number of the field with the given path in the document; undefined for a module. */
  lineAt(field: string): number | undefined;
}

const pathOf = (place: string, field: string): string =>
  place + (place === '' || field === '' ? '' : '.') + field;

/** One scenario or a list of scenarios. Throws a FileError if the file cannot be read or loaded, or exports no scenario. */
async function readScenarioFile(file: string): Promise<FoundScenario[]> {
  const isModule = ['.ts', '.js'].includes(extname(file));
  const { value, positionAt } = isModule ? await importModule(file) : await readYamlDocument(file);
  const lineAt = (field: string) => positionAt(field)?.line;
  if (!Array.isArray(value)) return [{ value, place: '', lineAt }];
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
  return { value: module.default, positionAt: () => undefined };
}

/** Throws a FileError with one line for each wrong field: the line number, the path of the field, and the valid values. */
export function checkScenario(found: FoundScenario): Scenario {
  const { value } = found;
  const unknown = unknownRules(value);
  try {
    const scenario = readScenario(value);
    if (unknown.length > 0) throw new ScenarioError(scenario.id, []);
    checkFaults(scenario);
    return scenario;
  } catch (error) {
    if (error instanceof ScenarioError) throw inFile([...error.details, ...unknown], found);
    throw error;
  }
}

/** Finds unknown rule ids in a scenario. The schema of scenarios checks only the format of rule ids. */
function unknownRules(value: unknown): FaultDetail[] {
  const { error } = namesRules.safeParse(value);
  const issues = error?.issues.filter(({ code }) => code === 'invalid_value') ?? [];
  return detailsOf({ issues }, { schema: namesRules, value });
}

/** Arms the faults in a sandbox, which rejects contradictory faults and unknown operations. */
function checkFaults(scenario: Scenario): void {
  if (!scenario.setup?.faults) return;
  try {
    createMockSupplier({ faults: scenario.setup.faults, clock: { mode: 'manual' } });
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new ScenarioError(scenario.id, error.at('setup').details);
  }
}

function inFile(details: readonly FaultDetail[], { place, lineAt }: FoundScenario): FileError {
  const lines = details.map(({ field = '', message }) => {
    const path = pathOf(place, field === 'body' ? '' : field);
    const line = lineAt(path);
    const where = [line === undefined ? [] : `line ${line}`, path === '' ? [] : path].flat().join(', ');
    return where === '' ? message : `${where}: ${message}`;
  });
  return new FileError(lines.join('\n'));
}
