import * as z from 'zod';
import { products } from '#contracts';
import { deviation, instant, words } from '#contracts/control';
import { outcomes, reportedOutcomes, scenarioClocks } from '#contracts/scenario';
import { invariantVerdictSchema, judgementSchema, ruleId } from '../judge/index.ts';
import { type Story, storySchema } from './story/index.ts';

/** The possible results of a scenario, from best to worst, with the words that reports show for each result. */
export const stateWords = {
  /** The client kept every rule that the scenario exercises. */
  held: 'held',
  /** The client broke no must rule, but there are warnings. */
  warned: 'held, with warnings',
  /** The traffic did not exercise a rule that the scenario names. */
  unproven: 'unproven',
  /** The client broke a rule. */
  broken: 'BROKEN',
  /** The judge or the stand-in failed. This result proves nothing about the client. */
  'harness-error': 'HARNESS ERROR',
  /** The runner did not play the scenario. */
  'not-played': 'not played',
} as const;

export const scenarioStates = Object.keys(stateWords) as (keyof typeof stateWords)[]; // Object.keys has the return type string[]

const count = z.int().min(0);
const texts = z.array(z.string());

const notice = z.strictObject({
  effects: count.describe(
    'The effects of the disturbances. Those to which the client reacts in the same way are one.',
  ),
  noticed: count.describe('The effects under which at least one test is red.'),
  noticedBy: texts.describe('The tests that were red.'),
  missedBy: texts.describe('The tests that were green.'),
  extra: z.int().describe('The bookings and charges at the supplier, beyond those without a disturbance.'),
  fixture: texts.describe('The lines that arm the disturbances for a test.'),
});

const failure = z.strictObject({
  flow: words,
  invariant: words.describe('The id of the invariant that the client broke.'),
  rule: words.optional().describe('The rule of the judge, if the invariant is about the rules.'),
  level: z
    .enum(['must', 'should'])
    .describe(
      'Only must fails the exploration. A mistake that a test notices, or a repetition without a fault, is a should.',
    ),
  known: z.literal(true).optional().describe('True if the baseline lists this failure.'),
  message: words.describe('A sentence that says what happened.'),
  suite: notice.optional().describe('What the tests of a suite say; absent for a flow.'),
  disturbances: texts.describe('The smallest schedule: each disturbance as a sentence.'),
  schedule: texts.describe('The smallest schedule, as values of the option --replay.'),
  outcome: z.string().describe('The outcome that the client reported.'),
  books: z
    .strictObject({ services: texts, charges: texts })
    .describe('The statuses of the services and of the charges at the supplier at the end.'),
  story: texts.describe('The calls in order, with their answers and disturbances.'),
  runs: count.describe('The number of runs that showed this failure.'),
  also: z
    .array(z.strictObject({ flow: words, schedule: texts }))
    .describe('Other schedules that show the same failure.'),
  replay: words.describe('The command that plays the failure again.'),
  scenario: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('A scenario that shows the failure again; absent for a suite.'),
});

/** The schema of the report on an exploration. The report contains no real times, so that equal explorations give equal reports. */
export const explorationSchema = z.strictObject({
  format: z.literal('understudy-exploration'),
  version: z.literal(1),
  understudy: words.describe('The version of Understudy.'),
  command: texts
    .nullable()
    .describe('The command of the client under test; null for a client in this process.'),
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
  byDepth: z.array(count).describe('The number of runs with one, two, … disturbances.'),
  extraRuns: count.describe('The number of runs that found the smallest schedules.'),
  states: z.record(
    z.enum(['held', 'warned', 'broken', 'not-applicable', 'not-reached', 'not-played']),
    count,
  ),
  newTraces: count.describe('The number of runs in which something new happened.'),
  skipped: z.strictObject({ knownState: count, sameEffect: count }),
  left: count.describe('An estimate of the runs that were left at the end.'),
  matrix: z.array(
    z.strictObject({
      test: words.optional(),
      operation: words,
      kind: words,
      held: count,
      broken: count,
      heldRed: count.optional(),
      brokenRed: count.optional(),
      notApplicable: count,
      notReached: count,
    }),
  ),
  suite: z
    .strictObject({ strict: z.boolean(), right: count, wrong: count, effects: count, noticed: count })
    .optional()
    .describe(
      'For a suite: the runs in which the client was right and wrong, the effects of disturbances that make it wrong, and how many of them a test notices. A run with only warnings counts as right.',
    ),
  failures: z.array(failure),
  unsteady: z.array(z.strictObject({ flow: words, schedule: texts, traces: z.array(texts) })),
  stale: z.array(words).describe('Lines of the baseline whose failure did not happen.'),
});

/** The report on an exploration. */
export type ExplorationReport = z.infer<typeof explorationSchema>;
/** A failure in the report on an exploration. */
export type ExplorationFailure = ExplorationReport['failures'][number];

const ms = z.number().min(0);
const state = z.enum(scenarioStates);
const { calls, verdicts, exchanges } = judgementSchema.shape;
const invariants = z
  .array(invariantVerdictSchema)
  .optional()
  .describe(
    'What must hold at the end of every run, judged by the bookings and charges of the supplier. Absent if only some rules were judged.',
  );

const played = z.strictObject({
  id: words,
  title: words,
  products: z.array(z.enum(products)).optional(),
  tags: z.array(words).optional(),
  state,
  reason: words
    .optional()
    .describe('The reason why the scenario did not run, or the internal error of Understudy.'),
  seed: z.string().optional(),
  draw: z
    .int()
    .min(1)
    .optional()
    .describe('The number of the draw. The scenario, the seed and this number determine the task.'),
  clock: z.strictObject({ mode: z.enum(scenarioClocks), speed: z.number().min(0) }).optional(),
  allowed: z.array(z.enum(outcomes)).describe('The outcomes that a client may report.'),
  outcome: z.enum(reportedOutcomes).optional().describe('The outcome that the client reported.'),
  trouble: words
    .optional()
    .describe('The problem if the client reported no readable result or did not exit normally.'),
  calls,
  tookMs: ms,
  virtualMs: ms.describe('The duration on the sandbox clock, in milliseconds.'),
  jumps: z.int().min(0).optional().describe('The number of jumps of the time, in the clock mode warp.'),
  repeat: words.describe('The command that runs the scenario again with the same seed.'),
  verdicts,
  invariants,
  exchanges,
  story: storySchema
    .optional()
    .describe('What the client did and what happened at the supplier, on one time axis.'),
  output: z
    .string()
    .optional()
    .describe('The last part of the output that the client wrote, with secrets masked.'),
});

const deviationOfRun = z.strictObject({
  rule: ruleId,
  ...deviation.shape,
  scenarios: z.array(words).describe('The ids of the scenarios in which the client deviates.'),
});

export const reportSchema = z.strictObject({
  format: z.literal('understudy-report'),
  version: z.literal(1),
  understudy: words.describe('The version of Understudy.'),
  command: z
    .array(z.string())
    .nullable()
    .describe('The command of the client under test; null for the reference client.'),
  startedAt: instant,
  tookMs: ms,
  strict: z.boolean(),
  vary: z
    .strictObject({ seed: z.string(), draws: z.array(z.int().min(1)) })
    .optional()
    .describe('The seed and the numbers of the drawn tasks; absent for fixed tasks.'),
  exitCode: z.int(),
  summary: z.record(state, z.int().min(0)),
  stale: z
    .array(z.strictObject({ scenario: words, rule: ruleId }))
    .describe('Failures that the baseline lists, but that did not happen in this run.'),
  deviations: z
    .array(deviationOfRun)
    .optional()
    .describe('Deviations that the stand-in accepts. They do not count against the scenarios.'),
  scenarios: z.array(played),
});

export const verdictReportSchema = z.strictObject({
  format: z.literal('understudy-verdicts'),
  version: z.literal(1),
  understudy: words.describe('The version of Understudy.'),
  exitCode: z.int(),
  judged: z.array(
    judgementSchema.extend({
      invariants,
      story: storySchema.optional(),
      skipped: count
        .optional()
        .describe('The number of entries in a HAR file that are no calls to the supplier.'),
    }),
  ),
});

/** A judgement of recorded traffic with its story, and the verdicts on the invariants if the supplier's bookings are known. */
export type Judged = VerdictReport['judged'][number];

export type VerdictReport = z.infer<typeof verdictReportSchema>;
export type RunReport = z.infer<typeof reportSchema>;
/** The stories contain dates and times, and equal explorations have equal reports, so the JSON report has no stories. */
export type ExploredReport = ExplorationReport & {
  readonly pictures?: readonly {
    readonly story: Story | undefined;
    /** The exchanges that prove the failure. */
    readonly exchanges: readonly number[];
  }[];
};
export type Report = RunReport | VerdictReport | ExploredReport;
export type ScenarioReport = RunReport['scenarios'][number];
export type ScenarioState = ScenarioReport['state'];

export const reportJsonSchema = (): object =>
  described(reportSchema, {
    title: 'A report of Understudy on a run',
    description:
      'The verdicts on a client under test, for each scenario and each rule, with the exchanges that prove the verdicts.',
  });

export const verdictsJsonSchema = (): object =>
  described(verdictReportSchema, {
    title: 'Verdicts of Understudy',
    description:
      'The verdicts on recorded traffic, for each rule, with the exchanges that prove the verdicts.',
  });

export const explorationJsonSchema = (): object =>
  described(explorationSchema, {
    title: 'A report of Understudy on an exploration',
    description:
      'What a client broke when each of its calls was disturbed, with the smallest schedule of each failure and a command that plays it again.',
  });

export function described(schema: z.ZodType, about: { title: string; description: string }): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'output' });
  return { $schema, ...about, ...rest };
}
