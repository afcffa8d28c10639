import { detailsOf } from '../details.ts';
import { eachFault, type FaultDetail, FaultError, readFault } from '../fault/index.ts';
import { asObject } from '../util/index.ts';
import { type Scenario, scenarioSchema } from './schema.ts';
import type { Task, TaskStep } from './task.ts';

/** A scenario that is none; `details` name every field that is wrong, the values that would be right and the nearest. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly details: readonly FaultDetail[];

  constructor(id: string, details: readonly FaultDetail[]) {
    const told = details.map(({ field, message }) =>
      field === undefined ? message : `${field}: ${message}`,
    );
    super(`scenario ${id}: ${told.join('; ')}`);
    this.details = details;
  }
}

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

/** What is wrong with steps that name others: they have to name an earlier one that books. */
function checkSteps({ steps }: Task): FaultDetail[] {
  const books = steps.flatMap((step, index) => (step.do === 'book' ? [index] : []));
  return steps.flatMap((step, index) => {
    const named = namedBy(step);
    if (!named || books.some(known => known === named.step && known < index)) return [];
    const earlier = books.filter(known => known < index);
    const hint = earlier.length === 0 ? 'no step before it books' : `expected one of ${earlier.join(', ')}`;
    return [
      {
        field: `task.steps[${index}].${named.field}`,
        message: `step ${named.step} is no booking before this one; ${hint} (steps count from 0)`,
        valid: earlier.map(String),
      },
    ];
  });
}

function namedBy(step: TaskStep): { field: string; step: number } | undefined {
  if (step.do === 'cancel') return { field: 'step', step: step.step };
  if (step.do !== 'book' || step.attachTo === undefined) return undefined;
  return { field: 'attachTo', step: step.attachTo };
}
