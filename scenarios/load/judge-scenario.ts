import { type FaultDetail, FaultError } from '#contracts/fault';
import { readScenario, type Scenario, ScenarioError } from '#contracts/scenario';
import { createMockSupplier } from '#mock-server';
import { FileError } from './file-error.ts';
import type { FoundScenario } from './read-scenario-file.ts';

/**
 * Judges a scenario that was found in a file.
 *
 * @throws FileError with a line for each field that is wrong: its line in the file, its path, and what would be right
 */
export function judgeScenario(found: FoundScenario): Scenario {
  try {
    const scenario = readScenario(found.value);
    armFaults(scenario);
    return scenario;
  } catch (error) {
    if (error instanceof ScenarioError) throw inFile(error.details, found);
    throw error;
  }
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
