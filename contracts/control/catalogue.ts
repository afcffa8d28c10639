import * as z from 'zod';
import { objectComponent } from '../input/index.ts';

const names = z.array(z.string());
const whole = z.record(z.string(), z.unknown());

/** The schema of scenario files describes `setup`, `task` and `truth`. */
const scenarioView = objectComponent('ControlScenarioView', {
  id: z.string(),
  title: z.string(),
  products: names,
  tags: names.optional(),
  clauses: names,
  rules: names.describe('The rules that the client must exercise.'),
  clocks: names.optional().describe('The clock modes in which the scenario can run; by default all.'),
  setup: whole.optional().describe('The seed, clock start, options and faults.'),
  task: whole.describe('The task for the client.'),
  outcomes: names.describe('The outcomes that a correct client can report.'),
  tolerated: names.optional(),
  truth: whole.describe('The bookings that the supplier has at the end of the scenario.'),
  restarts: whole.optional(),
  trigger: z.string().optional().describe('The name of the item in Testville that starts the scenario.'),
  surname: z.string().optional(),
});

const item = z.object({
  scenario: z.string(),
  name: z.string().describe('The name of the offer in Testville.'),
  id: z
    .string()
    .describe('The id of the offer. For a car, a transfer or a tour, the first four digits of the id.'),
});

const triggers = objectComponent('ControlTriggers', {
  hotels: z.array(item),
  cars: z.array(item),
  transfers: z.array(item),
  tours: z.array(item),
  cards: z
    .array(z.object({ number: z.string(), result: z.string() }))
    .describe('Card numbers, each with the result of a charge.'),
  surnames: z
    .array(z.object({ surname: z.string(), scenario: z.string(), does: z.string() }))
    .describe('Guest surnames, each with the effect on DoBooking.'),
});

export const scenarioList = objectComponent('ControlScenarios', {
  scenarios: z.array(scenarioView),
  triggers,
});
