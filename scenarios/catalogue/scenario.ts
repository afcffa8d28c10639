import type { Product } from '#contracts';
import type { Outcome, Scenario, TaskStep } from '#contracts/scenario';
import type { RuleId } from '../judge/index.ts';
import { hotel } from './parts.ts';

type Setup = NonNullable<Scenario['setup']>;
type Truth = Scenario['truth'];

/** The fields in which scenarios of the catalogue differ. */
interface Case
  extends Pick<
    Scenario,
    'id' | 'title' | 'clauses' | 'tags' | 'clocks' | 'tolerated' | 'restarts' | 'trigger' | 'surname'
  > {
  readonly rules: RuleId[];
  /** One hotel booking when absent. */
  readonly steps?: TaskStep[];
  readonly task?: Omit<Scenario['task'], 'steps'>;
  readonly faults?: NonNullable<Setup['faults']>;
  /** When the clock of its sandbox starts; weeks before the dates of the tasks when absent. */
  readonly start?: string;
  /** What a correct client reports: confirmed when absent. */
  readonly outcome?: Outcome;
  /** What the supplier holds in the end: one confirmed service when absent. */
  readonly services?: Truth['services'];
  readonly orServices?: NonNullable<Truth['orServices']>;
  readonly charges?: NonNullable<Truth['charges']>;
  readonly requests?: NonNullable<Truth['requests']>;
}

const usualStart = '2026-11-20T10:00:00Z';

const productsOf = (steps: readonly TaskStep[]): Product[] => {
  const booked = steps.flatMap(step => (step.do === 'book' ? [step.product] : []));
  return [...new Set(booked.length > 0 ? booked : (['hotel'] as const))];
};

/** Creates a scenario of the catalogue. It uses only the types of the schema, so a server that starts need not load zod. */
export function scenario(given: Case): Scenario {
  const { id, title, steps = [hotel()], task, faults = [], start = usualStart, ...others } = given;
  const { outcome = 'confirmed', services = ['confirmed'], orServices, charges, requests, ...rest } = others;
  return {
    id,
    title,
    products: productsOf(steps),
    ...rest,
    setup: { start, ...(faults.length > 0 && { faults }) },
    task: { steps, ...task },
    outcomes: [outcome],
    truth: {
      services,
      ...(orServices && { orServices }),
      ...(charges && { charges }),
      ...(requests && { requests }),
    },
  };
}
