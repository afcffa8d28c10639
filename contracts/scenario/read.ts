import { detailsOf } from '../control/details.ts';
import { eachFault, FaultError } from '../fault/fault-error.ts';
import { readFault } from '../fault/read-fault.ts';
import { asObject } from '../util/json.ts';
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

/**
 * A scenario written in TypeScript: the compiler knows its fields, `readScenario` judges the rest when it is loaded.
 *
 * @example export default defineScenario({ id: 'my-case', … });
 */
export const defineScenario = (scenario: Scenario): Scenario => scenario;
