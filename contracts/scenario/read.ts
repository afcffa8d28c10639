import { detailsOf } from '../details.ts';
import { eachFault, FaultError, readFault } from '../fault/index.ts';
import { asObject } from '../util/index.ts';
import { checkSteps } from './check-steps.ts';
import { ScenarioError } from './scenario-error.ts';
import { type Scenario, scenarioSchema } from './schema.ts';

/**
 * Reads a scenario as people write it, in YAML or TypeScript.
 *
 * @throws ScenarioError naming every field that is wrong, the valid values and the nearest
 * @example readScenario(parse(text)).id // 'answer-lost-booked'
 */
export function readScenario(given: unknown): Scenario {
  const schema = scenarioSchema();
  const result = schema.safeParse(given);
  const { id } = asObject(given);
  const name = typeof id === 'string' ? id : 'without an id';
  if (!result.success) throw new ScenarioError(name, detailsOf(result.error, { schema, value: given }));
  const wrong = checkSteps(result.data.task);
  if (wrong.length > 0) throw new ScenarioError(name, wrong);
  try {
    eachFault(result.data.setup?.faults ?? [], readFault, index => `setup.faults[${index}]`);
  } catch (error) {
    throw error instanceof FaultError ? new ScenarioError(name, error.details) : error;
  }
  return given as Scenario; // the schema changes nothing
}
