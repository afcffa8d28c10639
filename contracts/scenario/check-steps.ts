import type { FaultDetail } from '../fault/index.ts';
import type { Task, TaskStep } from './task.ts';

/** What is wrong with steps that name others: they have to name an earlier one that books. */
export function checkSteps({ steps }: Task): FaultDetail[] {
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
