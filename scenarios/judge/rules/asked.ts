import type { Product } from '#contracts';
import type { Task, TaskStep } from '#contracts/scenario';

/** A step that books. */
export type BookStep = Extract<TaskStep, { do: 'book' }>;

/** The step of a task that books a product, where one alone does: what else a call is for, nobody can tell. */
export function onlyStepFor(product: Product | undefined, task: Task | undefined): BookStep | undefined {
  const steps = task?.steps.filter(step => step.do === 'book' && step.product === product) ?? [];
  const [step] = steps;
  return steps.length === 1 && step?.do === 'book' ? step : undefined;
}
