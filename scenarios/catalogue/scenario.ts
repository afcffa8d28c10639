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
    'title' | 'clauses' | 'clocks' | 'tolerated' | 'restarts' | 'certificate' | 'trigger' | 'surname'
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
  /** The statuses of the services at the supplier after the run. The default is `endOf` for each booked service. */
  readonly services?: Truth['services'];
  readonly orServices?: NonNullable<Truth['orServices']>;
  readonly charges?: NonNullable<Truth['charges']>;
  /** Beside one DoBooking for each booked service. */
  readonly requests?: NonNullable<Truth['requests']>;
}

const defaultStart = '2026-11-20T10:00:00Z';

/** The usual status of each booked service after an outcome. After other outcomes, the supplier has no service. */
const endOf: Readonly<Partial<Record<Outcome, Truth['services'][number]>>> = {
  confirmed: 'confirmed',
  rejected: 'rejected',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
  'payment-declined': 'awaiting-payment',
};
const endsBeforeBooking: readonly Outcome[] = ['declined-by-user', 'unavailable', 'error'];

/** This file imports only types from the schema, so that `serve` starts without loading zod. */
export function scenario(id: string, given: Case): Scenario {
  const {
    steps = [hotel()],
    task,
    faults = [],
    start = defaultStart,
    outcome = 'confirmed',
    ...others
  } = given;
  const { title, tags, clauses, rules, services, orServices, charges, requests, ...rest } = others;
  const booked = steps.flatMap(step => (step.do === 'book' ? step.product : []));
  const end = endOf[outcome];
  const isSent = !endsBeforeBooking.includes(outcome);
  const products = [...new Set<Product>(booked.length > 0 ? booked : ['hotel'])];
  const sent = products.map(product => [
    `${product}.doBooking`,
    isSent ? booked.filter(one => one === product).length : 0,
  ]);
  return {
    id,
    title,
    products,
    tags,
    clauses,
    rules,
    ...rest,
    setup: { start, ...(faults.length > 0 && { faults }) },
    task: { steps, ...task },
    outcomes: [outcome],
    truth: {
      services: services ?? (end ? booked.map(() => end) : []),
      ...(orServices && { orServices }),
      ...(charges && { charges }),
      requests: { ...Object.fromEntries(sent), ...requests },
    },
  };
}

/** Returns a function that creates scenarios with common fields. A scenario can have another value for each of them. */
export const scenarioWith =
  <Common extends Partial<Case>>(common: Common) =>
  (id: string, given: Omit<Case, keyof Common> & Partial<Case>): Scenario =>
    scenario(id, { ...common, ...given } as Case); // each field of a case is common or given
