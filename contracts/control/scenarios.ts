import * as z from 'zod';
import { component } from '../provenance.ts';

const names = z.array(z.string());
const whole = z.record(z.string(), z.unknown());

/** A scenario of the catalogue. The schema of scenarios describes setup, task and truth. */
const scenarioView = component(
  'ControlScenarioView',
  z.object({
    id: z.string(),
    title: z.string(),
    products: names,
    tags: names.optional(),
    clauses: names,
    rules: names.meta({ description: 'Rules that a client has to exercise for the scenario to count.' }),
    clocks: names
      .optional()
      .meta({ description: 'The clocks under which it can be played; all when absent.' }),
    setup: whole.optional().meta({ description: 'Seed, start of the clock, options and faults.' }),
    task: whole.meta({ description: 'What a client is asked to do.' }),
    outcomes: names.meta({ description: 'What a correct client reports.' }),
    tolerated: names.optional(),
    truth: whole.meta({ description: 'What the supplier holds in the end.' }),
    restarts: whole.optional(),
    trigger: z.string().optional().meta({ description: 'The name of what plays it in Testville.' }),
    surname: z.string().optional(),
  }),
);

const item = z.object({
  scenario: z.string(),
  name: z.string().meta({ description: 'The name that its offer has in Testville.' }),
  id: z.string().meta({ description: 'The id of that offer, or, of a car or transfer, how it begins.' }),
});

/** The items, cards and surnames by which a client begins a scenario without the header. */
const triggers = component(
  'ControlTriggers',
  z.object({
    hotels: z.array(item),
    cars: z.array(item),
    transfers: z.array(item),
    tours: z.array(item),
    cards: z
      .array(z.object({ number: z.string(), result: z.string() }))
      .meta({ description: 'Card numbers, and what becomes of a charge.' }),
    surnames: z
      .array(z.object({ surname: z.string(), scenario: z.string(), does: z.string() }))
      .meta({ description: 'Surnames of a guest that decide what comes of DoBooking.' }),
  }),
);

/** The catalogue of a server. */
export const scenarioList = component(
  'ControlScenarios',
  z.object({ scenarios: z.array(scenarioView), triggers }),
);
