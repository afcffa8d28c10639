import type { Scenario } from '#contracts/scenario';
import { commandName, suggest } from '#contracts/util';
import { CliError } from './cli-error.ts';

export async function loadCatalogue(folder: string | undefined): Promise<Scenario[]> {
  const { catalogue } = await import('../catalogue/index.ts');
  return folder === undefined ? [...catalogue] : [...catalogue, ...(await loadFolder(folder, catalogue))];
}

export async function loadFolder(path: string, among: readonly Scenario[]): Promise<Scenario[]> {
  const { loadScenarios } = await import('../catalogue/node.ts');
  const loaded = await loadScenarios(path, among);
  return loaded.map(({ scenario }) => scenario);
}

export function requireScenario(id: string, catalogue: readonly Scenario[]): Scenario {
  const scenario = catalogue.find(known => known.id === id);
  if (scenario) return scenario;
  const ids = catalogue.map(known => known.id);
  const hint = suggest(id, ids, `"${commandName} scenarios" lists all scenarios`);
  throw new CliError([`there is no scenario "${id}"; ${hint}`]);
}
