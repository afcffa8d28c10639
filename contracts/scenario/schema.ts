import * as z from 'zod';
import { clauses, limits, statusNames } from '../clauses/index.ts';
import { sandboxOptions, startFaults } from '../control/index.ts';
import { duration, instant, strictComponent, words } from '../input/index.ts';
import { inventoryRecords } from '../inventory/index.ts';
import {
  countryCode,
  currencyCode,
  isoDate,
  operationIds,
  paxWithAge,
  paymentRequest,
  paymentStatus,
  products,
} from '../operations/index.ts';
import { asObject, keysOf, once } from '../util/index.ts';

const ages = z.array(z.int().min(0).max(limits.childAge.value)).optional();
const people = { adults: z.int().min(1), childAges: ages };

/** A name that Autocomplete finds, or an airport code. */
const place = z.union([
  z.strictObject({ destination: words }),
  z.strictObject({
    airport: z.string().regex(/^[A-Z]{3}$/, { error: 'expected an airport code, such as "GIG"' }),
  }),
]);

/** The client converts the time to UTC (date.hours). */
const localMoment = {
  date: isoDate,
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: 'expected a local time of day as HH:MM' }),
  zone: words.meta({ description: 'The IANA time zone of the place.', examples: ['America/Sao_Paulo'] }),
};

const currency = z.optional(currencyCode).meta({
  description:
    'The currency in which the user wants the prices. When absent, the client requests no currency.',
});

const hotelCriteria = z.strictObject({
  destination: words.meta({ description: 'The name of a place that Autocomplete finds.' }),
  checkinDate: isoDate,
  nights: z.int().min(1).max(limits.nights.value),
  rooms: z.array(z.strictObject(people)).min(1).max(limits.rooms.value),
  nationality: countryCode,
  currency,
  onRequestRooms: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the Search also returns rooms on request.' }),
});

const carCriteria = z.strictObject({
  pickup: z.strictObject({ at: place, ...localMoment }),
  dropoff: z.strictObject({ at: place, ...localMoment }),
  currency,
});

const transferCriteria = z.strictObject({ from: place, to: place, ...localMoment, ...people, currency });

const tourCriteria = z.strictObject({ destination: words, from: isoDate, to: isoDate, ...people, currency });

/** The client takes the first offer with all these values. */
const choice = z.strictObject({
  name: words.optional().meta({ description: 'The name of the hotel, car, transfer or tour to book.' }),
  restrictionType: z.enum(['CanBook', 'OnRequest']).optional(),
  isPrePayment: z.boolean().optional(),
  canPayLater: z.boolean().optional(),
});

const booking = {
  do: z.literal('book'),
  choose: choice.optional(),
  guests: z.array(paxWithAge()).min(1).meta({
    description:
      'All guests with their names, documents and contact data. Guests of several hotel rooms are listed room by room.',
  }),
  payment: z.optional(paymentRequest()).meta({
    description:
      'The card of the user. NumberPayments is the number of instalments that the user chose. A client sends the card only for a booking that needs a payment.',
  }),
  attachTo: z.int().min(0).optional().meta({
    description:
      'The index, counted from 0, of an earlier step. The client adds this service to the booking of that step.',
  }),
  times: z
    .int()
    .min(1)
    .max(10)
    .optional()
    .meta({ description: 'How many times the user submits the booking at the same moment.' }),
};

const bookSteps = [
  z.strictObject({ ...booking, product: z.literal('hotel'), criteria: hotelCriteria }),
  z.strictObject({ ...booking, product: z.literal('car'), criteria: carCriteria }),
  z.strictObject({ ...booking, product: z.literal('transfer'), criteria: transferCriteria }),
  z.strictObject({ ...booking, product: z.literal('tour'), criteria: tourCriteria }),
] as const;

const otherSteps = [
  z.strictObject({
    do: z.literal('cancel'),
    what: z.enum(['trip', 'service']),
    step: z.int().min(0).meta({
      description: 'The index, counted from 0, of the step whose booking or service the client cancels.',
    }),
  }),
  z.strictObject({
    do: z.literal('static'),
    airport: words.optional(),
    hotelId: z.int().optional(),
    times: z.int().min(1).max(10).optional(),
    after: duration.optional().meta({ description: 'How long the client waits after the previous step.' }),
  }),
  z.strictObject({ do: z.literal('lookups'), count: z.int().min(1).max(1_000) }),
  z.strictObject({ do: z.literal('tools') }),
] as const;

const step = z.discriminatedUnion('do', [z.discriminatedUnion('product', bookSteps), ...otherSteps]);

export const taskSchema = strictComponent('ControlTask', {
  steps: z.array(step).min(1),
  waits: z
    .strictObject({ afterSearch: duration.optional(), afterConditions: duration.optional() })
    .optional()
    .meta({ description: 'How long the user thinks before the next step.' }),
  onPriceChange: z.enum(['accept', 'decline']).optional(),
  onConditionsChange: z.enum(['accept', 'decline']).optional(),
});

/** The task of a client under test. */
export type Task = z.infer<typeof taskSchema>;
/** One step of a task. */
export type TaskStep = Task['steps'][number];
export type BookStep = Extract<TaskStep, { do: 'book' }>;

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

/** `unsupported` is for a task that the client cannot play. */
export const reportedOutcomes = [...outcomes, 'unsupported'] as const;

export const scenarioClocks = ['auto', 'real', 'scaled', 'per-poll', 'warp'] as const;

export const crashMoments = ['before', 'committed', 'answered'] as const;

export const outcome = z.enum(outcomes);
const clauseId = z.enum(keysOf(clauses));
/** The loader of scenario files checks that the rule exists. */
const ruleId = z.string().regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, {
  error: 'expected the id of a rule, such as "token-fresh"',
});
const status = z.enum(statusNames);

const setup = z.strictObject({
  seed: z.union([z.string(), z.number()]).optional(),
  start: instant.optional().meta({ description: 'The time at which the clock of the sandbox starts.' }),
  options: sandboxOptions.partial().optional(),
  faults: startFaults.optional(),
  inventory: z
    .strictObject({
      destinations: z.array(inventoryRecords.destinations()).optional(),
      hotels: z.array(inventoryRecords.hotels().partial({ destination: true })).optional(),
      cars: z.array(inventoryRecords.cars().partial({ destination: true })).optional(),
      transfers: z.array(inventoryRecords.transfers().partial({ destination: true })).optional(),
      tours: z.array(inventoryRecords.tours().partial({ destination: true })).optional(),
    })
    .optional()
    .meta({
      description:
        'Records that the sandbox has at the start. If a record exists, the given fields replace its fields.',
    }),
});

/** After a correct client has finished. */
const truth = z.strictObject({
  services: z
    .array(status)
    .meta({ description: 'The status of each booked service, in the order of booking.' }),
  charges: z
    .array(paymentStatus)
    .optional()
    .meta({ description: 'The status of each card charge. If the field is absent, no card may be charged.' }),
  requests: z.partialRecord(z.enum(operationIds), z.int().min(0)).optional().meta({
    description:
      'The number of calls that the reference client makes to each operation. Other clients may make more or fewer calls.',
  }),
});

export const scenarioSchema = once(() =>
  strictComponent('ControlScenario', {
    id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
      error: 'expected lower-case words with "-" between them, such as "answer-lost-booked"',
    }),
    title: words.meta({ description: 'A sentence that says what the supplier does.' }),
    products: z.array(z.enum(products)).min(1),
    tags: z.array(words).optional(),
    clauses: z.array(clauseId).min(1),
    rules: z.array(ruleId).min(1).meta({
      description:
        'The rules that the calls must exercise. If a rule is not exercised, the scenario is unproven.',
    }),
    clocks: z.array(z.enum(scenarioClocks)).min(1).optional().meta({
      description:
        'The clock modes that the scenario supports. If the field is absent, the scenario supports all modes.',
    }),
    setup: setup.optional(),
    task: taskSchema,
    outcomes: z.array(outcome).min(1).meta({ description: 'The outcomes that a correct client reports.' }),
    tolerated: z.array(outcome).optional().meta({
      description:
        'Outcomes that another valid reading of the specification allows. For these outcomes, the report shows a warning.',
    }),
    truth,
    restarts: z
      .strictObject({
        at: z.enum(operationIds),
        nth: z.int().min(1).optional().meta({
          description: 'The number of the call of this operation, from 1. The default is 1.',
        }),
        moment: z.enum(crashMoments).optional().meta({
          description:
            'When the runner kills the client: before the supplier processes the call, after the supplier has processed the call and before the answer (committed), or after the answer. The default is committed.',
        }),
      })
      .optional()
      .meta({
        description:
          'The runner kills the client at a call of this operation, and then starts the client again.',
      }),
    certificate: z.literal('untrusted').optional().meta({
      description:
        'The runner serves https with a certificate that a correct client refuses: no CA that the client trusts has signed it. In process, every call fails.',
    }),
    trigger: words.optional().meta({
      description:
        'The name of an offer in the destination Testville. A client starts the scenario when it books the offer.',
    }),
    surname: z
      .string()
      .regex(/^[A-Za-z]+$/, { error: 'expected letters without accents, such as "Testrejected"' })
      .optional()
      .meta({ description: 'A DoBooking request with a guest of this surname starts the scenario.' }),
  }),
);

/** A scenario. */
export type Scenario = z.infer<ReturnType<typeof scenarioSchema>>;
/** An outcome that a client can report for a task that it played. */
export type Outcome = (typeof outcomes)[number];
export type Crash = NonNullable<Scenario['restarts']>;
export type CrashMoment = (typeof crashMoments)[number];

/** For editors of YAML and JSON files. A scenario can name only the given rules. */
export function scenarioJsonSchema(rules: readonly string[]): object {
  const { $schema, $ref, $defs, ...rest } = z.toJSONSchema(scenarioSchema(), { io: 'input' });
  const { ControlScenario: scenario, ...others } = $defs ?? {};
  if ($ref !== '#/$defs/ControlScenario' || !scenario)
    throw new Error('The schema of scenarios has no component with the name "ControlScenario".');
  return {
    $schema,
    title: 'A scenario of Understudy',
    description:
      'Describes how the supplier behaves, what the client must do, and what a correct client reports.',
    ...rest,
    ...scenario,
    // A JSON file can name its schema in this field. The loader of scenario files removes the field.
    properties: {
      $schema: { type: 'string' },
      ...scenario.properties,
      rules: { ...asObject(scenario.properties?.rules), items: { type: 'string', enum: rules } },
    },
    $defs: others,
  };
}
