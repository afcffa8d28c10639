import type { Scenario } from '#contracts/scenario';
import { suggest } from '#contracts/util';
import { CliError } from './cli-error.ts';

/**
 * The built-in scenarios, and those of the folder that an option names.
 *
 * @throws CliError with a line for each thing that is wrong in the folder
 */
export async function loadCatalogue(folder: string | undefined): Promise<Scenario[]> {
  const { catalogue } = await import('../catalogue/index.ts');
  return folder === undefined ? [...catalogue] : [...catalogue, ...(await loadFolder(folder, catalogue))];
}

/**
 * The scenarios of a folder or a file, judged beside others.
 *
 * @throws CliError with a line for each thing that is wrong
 */
export async function loadFolder(path: string, among: readonly Scenario[]): Promise<Scenario[]> {
  const { loadScenarios, ScenarioFilesError } = await import('../load/index.ts');
  const loaded = await loadScenarios(path, among).catch(error => {
    if (!(error instanceof ScenarioFilesError)) throw error;
    throw new CliError(error.problems);
  });
  return loaded.map(({ scenario }) => scenario);
}

/**
 * The scenario with an id.
 *
 * @throws CliError that names the nearest one
 */
export function requireScenario(id: string, catalogue: readonly Scenario[]): Scenario {
  const scenario = catalogue.find(known => known.id === id);
  if (scenario) return scenario;
  const ids = catalogue.map(known => known.id);
  const hint = suggest(id, ids, '"understudy scenarios" lists them');
  throw new CliError([`there is no scenario "${id}"; ${hint}`]);
}
