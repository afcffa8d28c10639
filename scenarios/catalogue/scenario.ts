import type { Outcome, Scenario, TaskStep } from '#contracts/scenario';
import { compact } from '#contracts/util';
import type { RuleId } from '../judge/index.ts';
import { hotel } from './parts.ts';
import type { Tag } from './tags.ts';

type Setup = NonNullable<Scenario['setup']>;
type Truth = Scenario['truth'];
type Requests = NonNullable<Truth['requests']>;

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
  /** Default: a task that cancels ends cancelled, another one that books ends confirmed. */
  readonly outcome?: Outcome;
  /** The statuses of the services at the supplier after the run. The default is `endOf` for each booked service. */
  readonly services?: Truth['services'];
  /** The default is an approved charge for each service that is paid before the stay and confirmed. */
  readonly charges?: NonNullable<Truth['charges']>;
  /** Beside `usualRequests`. */
  readonly requests?: Requests;
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
  const { steps = [hotel()], task, faults = [], start = defaultStart, ...others } = given;
  const { outcome = usualOutcome(steps), services, charges, requests, ...more } = others;
  const { title, tags, clauses, rules, ...rest } = more;
  const booked = steps.filter(step => step.do === 'book');
  const paid = booked.filter(({ payment, choose }) => payment && !choose?.canPayLater);
  const usualCharges =
    outcome === 'confirmed' && paid.length > 0 ? paid.map(() => 'Approved' as const) : undefined;
  const end = endOf[outcome];
  const products = [...new Set(booked.map(({ product }) => product))];
  return {
    id,
    title,
    products: products.length > 0 ? products : ['hotel'],
    tags,
    clauses,
    rules,
    ...rest,
    setup: { start, ...(faults.length > 0 && { faults }) },
    task: { steps, ...task },
    outcomes: [outcome],
    truth: {
      services: services ?? (end ? booked.map(() => end) : []),
      ...compact({ charges: charges ?? usualCharges }),
      requests: { ...usualRequests(steps, outcome), ...requests },
    },
  };
}

function usualOutcome(steps: readonly TaskStep[]): Outcome {
  if (steps.some(step => step.do === 'cancel')) return 'cancelled';
  return steps.some(step => step.do === 'book') ? 'confirmed' : 'done';
}

/** One DoBooking for each booked service, and one cancellation for each step that cancels. */
function usualRequests(steps: readonly TaskStep[], outcome: Outcome): Requests {
  const sent = steps.flatMap((step): (keyof Requests)[] => {
    if (step.do === 'book') return [`${step.product}.doBooking`];
    if (step.do !== 'cancel') return [];
    const cancelled = steps[step.step];
    return step.what === 'service' && cancelled?.do === 'book'
      ? [`${cancelled.product}.cancelByService`]
      : ['cancelBooking'];
  });
  const isSent = !endsBeforeBooking.includes(outcome);
  return Object.fromEntries(
    [...Map.groupBy(sent, id => id)].map(([id, all]) => [id, isSent ? all.length : 0]),
  );
}

/** Returns a function that creates scenarios with common fields. A scenario can have another value for each of them. */
export const scenarioWith =
  <Common extends Partial<Case>>(common: Common) =>
  (id: string, given: Omit<Case, keyof Common> & Partial<Case>): Scenario =>
    scenario(id, { ...common, ...given } as Case); // each field of a case is common or given
