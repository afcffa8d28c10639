import { detailsOf } from '#contracts/control';
import { type FaultDetail, FaultError } from '#contracts/fault';
import { readScenario, type Scenario, ScenarioError } from '#contracts/scenario';
import { createMockSupplier } from '#mock-server';
import { namesRules } from '../judge/index.ts';
import { FileError } from './file-error.ts';
import type { FoundScenario } from './read-scenario-file.ts';

/**
 * Checks a scenario from a file and returns the scenario.
 *
 * @throws FileError with one line for each wrong field: the line number, the path of the field, and the valid values
 */
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

/**
 * Checks the faults of a scenario by arming them in a sandbox. The sandbox rejects contradictory faults and unknown operations.
 */
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
    const path = field === 'body' ? place : place + (place === '' || field === '' ? '' : '.') + field;
    const line = lineAt(path);
    const where = [line === undefined ? [] : `line ${line}`, path === '' ? [] : path].flat().join(', ');
    return where === '' ? message : `${where}: ${message}`;
  });
  return new FileError(lines.join('\n'));
}
