import type { Product } from '#contracts';
import type { Outcome, Scenario, TaskStep } from '#contracts/scenario';
import type { RuleId } from '../judge/index.ts';
import { hotel } from './parts.ts';
import type { Tag } from './tags.ts';

type Setup = NonNullable<Scenario['setup']>;
type Truth = Scenario['truth'];

/** The fields from which `scenario` creates a scenario. Absent fields get default values. */
interface Case
  extends Pick<
    Scenario,
    'id' | 'title' | 'clauses' | 'clocks' | 'tolerated' | 'restarts' | 'certificate' | 'trigger' | 'surname'
  > {
  readonly tags: Tag[];
  readonly rules: RuleId[];
  /** The steps of the task. The default is one hotel booking. */
  readonly steps?: TaskStep[];
  readonly task?: Omit<Scenario['task'], 'steps'>;
  readonly faults?: NonNullable<Setup['faults']>;
  /** The time that the sandbox clock shows at the start. The default is a few weeks before the dates in the tasks. */
  readonly start?: string;
  readonly outcome?: Outcome;
  /** The statuses of the services at the supplier after the run. The default is one confirmed service. */
  readonly services?: Truth['services'];
  readonly orServices?: NonNullable<Truth['orServices']>;
  readonly charges?: NonNullable<Truth['charges']>;
  readonly requests?: NonNullable<Truth['requests']>;
}

const defaultStart = '2026-11-20T10:00:00Z';

const productsOf = (steps: readonly TaskStep[]): Product[] => {
  const booked = steps.flatMap(step => (step.do === 'book' ? [step.product] : []));
  return [...new Set(booked.length > 0 ? booked : (['hotel'] as const))];
};

/** This file imports only types from the schema, so that `serve` starts without loading zod. */
export function scenario(given: Case): Scenario {
  const { id, title, steps = [hotel()], task, faults = [], start = defaultStart, ...others } = given;
  const {
    outcome = 'confirmed',
    services = ['confirmed'],
    orServices,
    charges,
    requests,
    ...labels
  } = others;
  const { tags, clauses, rules, ...rest } = labels;
  return {
    id,
    title,
    products: productsOf(steps),
    tags,
    clauses,
    rules,
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

/** Returns a function that creates scenarios with common fields. A scenario can have another value for each of them. */
export const scenarioWith =
  <Common extends Partial<Case>>(common: Common) =>
  (given: Omit<Case, keyof Common> & Partial<Case>): Scenario =>
    scenario({ ...common, ...given } as Case); // each field of a case is common or given
