import { type Profile, ProfileError, parseProfile } from '#contracts';
import type { Scenario } from '#contracts/scenario';
import { commandName, suggest } from '#contracts/util';
import type { SupplierInventory } from '#mock-server';
import { asCliError, CliError } from './cli-error.ts';

/** Loads the code that reads files only for a command that has a file, because it is slow to load. */
const reading = () => import('../catalogue/node.ts');

/** Puts the source before each line of a message that the user can act on, because each line describes one problem. */
export async function withSource<T>(source: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new CliError(asCliError(error).lines.map(problem => `${source}: ${problem}`));
  }
}

export const readFileAs = <T>(path: string, parse: (text: string) => T, source = path): Promise<T> =>
  withSource(source, async () => parse(await (await reading()).readText(path)));

export async function requireFiles(path: string, endings: RegExp, none: string): Promise<string[]> {
  const files = await withSource(path, async () => (await reading()).filesIn(path, endings));
  if (files.length > 0) return files;
  throw new CliError([`${path}: ${none}`]);
}

export async function loadCatalogue(folder?: string): Promise<Scenario[]> {
  const { catalogue } = await import('../catalogue/index.ts');
  return folder === undefined ? [...catalogue] : [...catalogue, ...(await loadFolder(folder, catalogue))];
}

export async function loadFolder(path: string, among: readonly Scenario[]): Promise<Scenario[]> {
  const loaded = await (await reading()).loadScenarios(path, among);
  return loaded.map(({ scenario }) => scenario);
}

export function requireScenario(id: string, catalogue: readonly Scenario[]): Scenario {
  const scenario = catalogue.find(known => known.id === id);
  if (scenario) return scenario;
  const ids = catalogue.map(known => known.id);
  const hint = suggest(id, ids, `"${commandName} scenarios" lists all scenarios`);
  throw new CliError([`there is no scenario "${id}"; ${hint}`]);
}

export const loadInventory = async (path: string | undefined): Promise<SupplierInventory | undefined> =>
  path === undefined ? undefined : (await reading()).readInventory(path);

export const loadProfile = async (given: string | undefined): Promise<Profile | undefined> =>
  given === undefined ? undefined : readProfile(given, `--profile ${given}`);

export async function readProfile(given: string, source: string): Promise<Profile> {
  const { FileError, bundledProfileFile, placeIn, readYamlDocument } = await reading();
  const file = bundledProfileFile(given) ?? given;
  const { value, positionAt } = await readYamlDocument(file).catch(async error => {
    if (!(error instanceof FileError)) throw error;
    const wrongName = await unknownName(given, error.isUnreadable);
    throw new CliError([`${placeIn(source, error.position)}: ${wrongName ?? error.message}`]);
  });
  try {
    return parseProfile(value);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const found = error.problems.map(problem => ({ ...problem, position: positionAt(problem.path) }));
    throw new CliError(
      found
        .toSorted((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
        .map(({ path, message, position }) => {
          const place = path === '' ? '' : `${path}: `;
          return `${placeIn(source, position)}: ${place}${message}`;
        }),
    );
  }
}

async function unknownName(given: string, isUnreadable: boolean): Promise<string | undefined> {
  const { bundledProfileNames, isBareName } = await reading();
  if (!isUnreadable || !isBareName(given)) return undefined;
  const names = bundledProfileNames();
  const hint = suggest(given, names, `the bundled profiles are ${names.join(', ')}`);
  return `there is no bundled profile and no file with this name; for a file, give a path such as ./${given}.yaml; ${hint}`;
}
