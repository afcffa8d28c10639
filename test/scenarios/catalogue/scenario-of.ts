import { catalogue, type Scenario } from '#scenarios';

export function scenarioOf(id: string): Scenario {
  const found = catalogue.find(scenario => scenario.id === id);
  if (!found) throw new Error(`no scenario of the catalogue has the id "${id}"`);
  return found;
}
