import * as z from 'zod';
import { type ServiceStatus, statuses } from '../booking-status.ts';
import { type ClauseId, clauses } from '../clauses/index.ts';
import { sandboxOptions, startFaults } from '../control/index.ts';
import { operationIds } from '../operations/index.ts';
import { component } from '../provenance.ts';
import { instant, words } from '../scalars.ts';
import { paymentStatus, products } from '../shapes/index.ts';
import { once } from '../util/index.ts';
import { taskSchema } from './task.ts';

/** What a client can report at the end of a task. */
export const outcomes = [
  'confirmed',
  'pending',
  'rejected',
  'failed',
  'expired',
  'cancelled',
  'payment-declined',
  'declined-by-user',
  'unavailable',
  'ask-support',
  'error',
  'done',
] as const;

/** The clocks under which a client can play a scenario. */
export const scenarioClocks = ['auto', 'real', 'scaled', 'per-poll'] as const;

const outcome = z.enum(outcomes);
// Object.keys widens to string
const clauseId = z.enum(Object.keys(clauses) as [ClauseId, ...ClauseId[]]);
/** A rule by its form: which rules there are the judge knows, and the loader of scenario files checks. */
const ruleId = z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, {
  error: 'expected the id of a rule, such as "token-fresh"',
});
const status = z.enum(Object.keys(statuses) as [ServiceStatus, ...ServiceStatus[]]);

const setup = z.strictObject({
  seed: z.union([z.string(), z.number()]).optional(),
  start: instant.optional().meta({ description: 'What the clock of the sandbox starts with.' }),
  options: sandboxOptions.partial().optional(),
  faults: startFaults.optional(),
});

/** What the supplier holds when a correct client has ended. */
const truth = z.strictObject({
  services: z
    .array(status)
    .meta({ description: 'The status of each booked service, in the order of booking.' }),
  orServices: z.array(z.array(status)).optional().meta({
    description: 'What it holds where another reading of the specification was followed: a warning.',
  }),
  charges: z
    .array(paymentStatus)
    .optional()
    .meta({ description: 'What became of each card charge; none when absent.' }),
  requests: z
    .partialRecord(z.enum(operationIds), z.int().min(0))
    .optional()
    .meta({ description: 'How often the reference client sends an operation; it binds no other client.' }),
});

/** A case that a supplier can put a client into: what happens, what the client is asked to do, and what a correct one ends with. */
export const scenarioSchema = once(() =>
  component(
    'ControlScenario',
    z.strictObject({
      id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
        error: 'expected words of a-z and 0-9 with "-" between them',
      }),
      title: words.meta({ description: 'What the supplier does, in a sentence.' }),
      products: z.array(z.enum(products)).min(1),
      tags: z.array(words).optional(),
      clauses: z.array(clauseId).min(1),
      rules: z
        .array(ruleId)
        .min(1)
        .meta({ description: 'Rules that a client has to exercise for the scenario to count.' }),
      clocks: z.array(z.enum(scenarioClocks)).min(1).optional().meta({ description: 'All when absent.' }),
      setup: setup.optional(),
      task: taskSchema,
      outcomes: z.array(outcome).min(1).meta({ description: 'What a correct client reports.' }),
      tolerated: z
        .array(outcome)
        .optional()
        .meta({ description: 'What another reading of the specification allows: a warning.' }),
      truth,
      restarts: z
        .strictObject({ at: z.enum(operationIds) })
        .optional()
        .meta({
          description:
            'The client is killed when the first call of this operation has arrived, and started again.',
        }),
      trigger: words.optional().meta({
        description:
          'The name of what plays it in Testville, for clients that can only choose by what they book.',
      }),
      surname: z
        .string()
        .regex(/^[A-Za-z]+$/, { error: 'expected letters without accents, such as "Testrejected"' })
        .optional()
        .meta({ description: 'The surname of a guest that plays it, from DoBooking on.' }),
    }),
  ),
);

/** A scenario. */
export type Scenario = z.infer<ReturnType<typeof scenarioSchema>>;
/** What a client can report. */
export type Outcome = (typeof outcomes)[number];
