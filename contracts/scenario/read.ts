import { describeDetail, eachFault, type FaultDetail, FaultError, readFault } from '../fault/index.ts';
import { detailsOf } from '../input/index.ts';
import { asObject } from '../util/index.ts';
import { type Scenario, scenarioSchema, type Task, type TaskStep } from './schema.ts';

/** `details` contains each wrong field, its valid values and the nearest valid value. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly details: readonly FaultDetail[];

  constructor(id: string, details: readonly FaultDetail[]) {
    super(`scenario ${id}: ${details.map(describeDetail).join('; ')}`);
    this.details = details;
  }
}

/** Checks a value that was read from YAML, JSON or TypeScript. Throws a ScenarioError with each wrong field. */
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
  return given as Scenario; // the schema changes no values
}

function checkSteps({ steps }: Task): FaultDetail[] {
  const books = steps.flatMap((step, index) => (step.do === 'book' ? [index] : []));
  return steps.flatMap((step, index) => {
    const named = namedBy(step);
    const earlier = books.filter(known => known < index);
    if (!named || earlier.includes(named.step)) return [];
    const hint =
      earlier.length === 0 ? 'no earlier step books a service' : `expected one of ${earlier.join(', ')}`;
    const message = `step ${named.step} is not an earlier step that books a service; ${hint} (the first step is 0)`;
    return [{ field: `task.steps[${index}].${named.field}`, message, valid: earlier.map(String) }];
  });
}

function namedBy(step: TaskStep): { field: string; step: number } | undefined {
  if (step.do === 'cancel') return { field: 'step', step: step.step };
  if (step.do !== 'book' || step.attachTo === undefined) return undefined;
  return { field: 'attachTo', step: step.attachTo };
}
