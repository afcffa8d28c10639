import { detailsOf } from '#contracts/control';
import { type FaultDetail, FaultError } from '#contracts/fault';
import { readScenario, type Scenario, ScenarioError } from '#contracts/scenario';
import { createMockSupplier } from '#mock-server';
import { namesRules } from '../judge/index.ts';
import { FileError } from './file-error.ts';
import type { FoundScenario } from './read-scenario-file.ts';

/**
 * Judges a scenario that was found in a file.
 *
 * @throws FileError with a line for each field that is wrong: its line in the file, its path, and what would be right
 */
export function judgeScenario(found: FoundScenario): Scenario {
  const unknown = unknownRules(found.value);
  try {
    const scenario = readScenario(found.value);
    if (unknown.length > 0) throw new ScenarioError(scenario.id, []);
    armFaults(scenario);
    return scenario;
  } catch (error) {
    if (error instanceof ScenarioError) throw inFile([...error.details, ...unknown], found);
    throw error;
  }
}

/** Names of rules that there are none of: the schema of scenarios knows no rules. */
function unknownRules(value: unknown): FaultDetail[] {
  const { error } = namesRules.safeParse(value);
  const issues = error?.issues.filter(({ code }) => code === 'invalid_value') ?? [];
  return detailsOf({ issues }, { schema: namesRules, value });
}

/** Which faults contradict each other, and which operations they hit, is known once they are armed. */
function armFaults(scenario: Scenario): void {
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
