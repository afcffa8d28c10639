import * as z from 'zod';
import { words } from '#contracts/control';

const count = z.int().min(0);
const texts = z.array(z.string());

const failure = z.strictObject({
  flow: words,
  invariant: words.meta({ description: 'The id of the invariant that the client broke.' }),
  rule: words.optional().meta({ description: 'The rule of the judge, if the invariant is about the rules.' }),
  level: z.enum(['must', 'should']),
  known: z.literal(true).optional().meta({ description: 'True if the baseline lists this failure.' }),
  message: words.meta({ description: 'A sentence that says what happened.' }),
  disturbances: texts.meta({ description: 'The smallest schedule: each disturbance as a sentence.' }),
  schedule: texts.meta({ description: 'The smallest schedule, as values of the option --replay.' }),
  outcome: z.string().meta({ description: 'The outcome that the client reported.' }),
  books: z.strictObject({ services: texts, charges: texts }).meta({
    description: 'The statuses of the services and of the charges at the supplier at the end.',
  }),
  story: texts.meta({ description: 'The calls in order, with their answers and disturbances.' }),
  runs: count.meta({ description: 'The number of runs that showed this failure.' }),
  also: z
    .array(z.strictObject({ flow: words, schedule: texts }))
    .meta({ description: 'Other schedules that show the same failure.' }),
  replay: words.meta({ description: 'The command that plays the failure again.' }),
  scenario: z
    .record(z.string(), z.unknown())
    .meta({ description: 'A scenario that shows the failure again.' }),
});

/** The schema of the report on an exploration. The report contains no real times, so that equal explorations give equal reports. */
export const explorationSchema = z.strictObject({
  format: z.literal('understudy-exploration'),
  version: z.literal(1),
  understudy: words.meta({ description: 'The version of Understudy.' }),
  command: texts.nullable().meta({
    description: 'The command of the client under test; null for a client in this process.',
  }),
  seed: z.string(),
  exitCode: z.int(),
  ended: z.enum(['complete', 'budget', 'stopped']),
  depth: z.int().min(1),
  flows: z.array(
    z.strictObject({
      id: words,
      state: z.enum(['explored', 'not-played', 'non-deterministic']),
      outcome: z.string(),
      calls: texts,
      reason: words.optional(),
      traces: z.array(texts).optional(),
    }),
  ),
  runs: count,
  byDepth: z.array(count).meta({ description: 'The number of runs with one, two, … disturbances.' }),
  extraRuns: count.meta({ description: 'The number of runs that found the smallest schedules.' }),
  states: z.record(
    z.enum(['held', 'warned', 'broken', 'not-applicable', 'not-reached', 'not-played']),
    count,
  ),
  newTraces: count.meta({ description: 'The number of runs in which something new happened.' }),
  skipped: z.strictObject({ knownState: count, sameEffect: count }),
  left: count.meta({ description: 'An estimate of the runs that were left at the end.' }),
  curve: z
    .array(z.tuple([count, count]))
    .meta({ description: 'The number of runs, and the number of new traces so far.' }),
  matrix: z.array(
    z.strictObject({
      operation: words,
      kind: words,
      held: count,
      broken: count,
      notApplicable: count,
      notReached: count,
    }),
  ),
  failures: z.array(failure),
  unsteady: z.array(z.strictObject({ flow: words, schedule: texts, traces: z.array(texts) })),
  stale: z.array(words).meta({ description: 'Lines of the baseline whose failure did not happen.' }),
});

/** The report on an exploration. */
export type ExplorationReport = z.infer<typeof explorationSchema>;
/** A failure in the report on an exploration. */
export type ExplorationFailure = ExplorationReport['failures'][number];

/**
 * Returns the JSON Schema of the report on an exploration.
 *
 * @example JSON.stringify(explorationJsonSchema(), null, 2)
 */
export function explorationJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(explorationSchema, { io: 'output' });
  return {
    $schema,
    title: 'A report of Understudy on an exploration',
    description:
      'What a client broke when each of its calls was disturbed, with the smallest schedule of each failure and a command that plays it again.',
    ...rest,
  };
}
