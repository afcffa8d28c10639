import * as z from 'zod';
import { products } from '#contracts';
import { deviation, instant, words } from '#contracts/control';
import { outcomes, reportedOutcomes, scenarioClocks } from '#contracts/scenario';
import { invariantVerdictSchema, type Judgement, judgementSchema, ruleId } from '../judge/index.ts';
import { type Story, storySchema } from '../story/index.ts';
import type { ExplorationReport } from './exploration-schema.ts';
import { scenarioStates } from './states.ts';

const ms = z.number().min(0);
const state = z.enum(scenarioStates);
const { calls, verdicts, exchanges } = judgementSchema.shape;
const invariants = z.array(invariantVerdictSchema).optional().meta({
  description:
    'What must hold at the end of every run, judged by the bookings and charges of the supplier. Absent if only some rules were judged.',
});

const played = z.strictObject({
  id: words,
  title: words,
  products: z.array(z.enum(products)).optional(),
  tags: z.array(words).optional(),
  state,
  reason: words
    .optional()
    .meta({ description: 'The reason why the scenario did not run, or the internal error of Understudy.' }),
  seed: z.string().optional(),
  draw: z.int().min(1).optional().meta({
    description: 'The number of the draw. The scenario, the seed and this number determine the task.',
  }),
  clock: z.strictObject({ mode: z.enum(scenarioClocks), speed: z.number().min(0) }).optional(),
  allowed: z.array(z.enum(outcomes)).meta({ description: 'The outcomes that a client may report.' }),
  outcome: z.enum(reportedOutcomes).optional().meta({ description: 'The outcome that the client reported.' }),
  trouble: words
    .optional()
    .meta({ description: 'The problem if the client reported no readable result or did not exit normally.' }),
  calls,
  tookMs: ms,
  virtualMs: ms.meta({ description: 'The duration on the sandbox clock, in milliseconds.' }),
  jumps: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'The number of jumps of the time, in the clock mode warp.' }),
  repeat: words.meta({ description: 'The command that runs the scenario again with the same seed.' }),
  verdicts,
  invariants,
  exchanges,
  story: storySchema.optional().meta({
    description: 'What the client did and what happened at the supplier, on one time axis.',
  }),
  output: z
    .string()
    .optional()
    .meta({ description: 'The last part of the output that the client wrote, with secrets masked.' }),
});

const deviationOfRun = z.strictObject({
  rule: ruleId,
  ...deviation.shape,
  scenarios: z.array(words).meta({ description: 'The ids of the scenarios in which the client deviates.' }),
});

/** The schema of the report on a run. */
export const reportSchema = z.strictObject({
  format: z.literal('understudy-report'),
  version: z.literal(1),
  understudy: words.meta({ description: 'The version of Understudy.' }),
  command: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The command of the client under test; null for the reference client.' }),
  startedAt: instant,
  tookMs: ms,
  strict: z.boolean(),
  vary: z
    .strictObject({ seed: z.string(), draws: z.array(z.int().min(1)) })
    .optional()
    .meta({ description: 'The seed and the numbers of the drawn tasks; absent for fixed tasks.' }),
  exitCode: z.int(),
  summary: z.record(state, z.int().min(0)),
  stale: z
    .array(z.strictObject({ scenario: words, rule: ruleId }))
    .meta({ description: 'Failures that the baseline lists, but that did not happen in this run.' }),
  deviations: z
    .array(deviationOfRun)
    .optional()
    .meta({ description: 'Deviations that the stand-in accepts. They do not count against the scenarios.' }),
  scenarios: z.array(played),
});

/** The schema of the report on recorded traffic. */
export const verdictReportSchema = z.strictObject({
  format: z.literal('understudy-verdicts'),
  version: z.literal(1),
  understudy: words.meta({ description: 'The version of Understudy.' }),
  exitCode: z.int(),
  judged: z.array(judgementSchema.extend({ invariants, story: storySchema.optional() })),
});

/** A judgement of recorded traffic with its story, and the verdicts on the invariants if the supplier's bookings are known. */
export type Judged = Judgement & Pick<ScenarioReport, 'invariants' | 'story'>;

/** The report on recorded traffic. */
export type VerdictReport = z.infer<typeof verdictReportSchema>;
/** The report on a run. */
export type RunReport = z.infer<typeof reportSchema>;
/**
 * A report on an exploration, with the stories of its failures. The stories contain dates and times, and equal explorations have
 * equal reports, so the JSON report has no stories.
 */
export type ExploredReport = ExplorationReport & {
  readonly pictures?: readonly {
    readonly story: Story | undefined;
    /** The exchanges that prove the failure. */
    readonly exchanges: readonly number[];
  }[];
};
/** A report on a run, on recorded traffic, or on an exploration. */
export type Report = RunReport | VerdictReport | ExploredReport;
/** The part of a run report that describes one scenario. */
export type ScenarioReport = RunReport['scenarios'][number];
/** The result of a scenario, such as `held` or `broken`. */
export type ScenarioState = ScenarioReport['state'];

/**
 * Returns the JSON Schema of the report on a run.
 *
 * @example JSON.stringify(reportJsonSchema(), null, 2)
 */
export const reportJsonSchema = (): object =>
  described(reportSchema, {
    title: 'A report of Understudy on a run',
    description:
      'The verdicts on a client under test, for each scenario and each rule, with the exchanges that prove the verdicts.',
  });

/**
 * Returns the JSON Schema of the reports of `understudy judge` and `understudy exec`.
 *
 * @example JSON.stringify(verdictsJsonSchema(), null, 2)
 */
export const verdictsJsonSchema = (): object =>
  described(verdictReportSchema, {
    title: 'Verdicts of Understudy',
    description:
      'The verdicts on recorded traffic, for each rule, with the exchanges that prove the verdicts.',
  });

function described(schema: z.ZodType, about: { title: string; description: string }): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'output' });
  return { $schema, ...about, ...rest };
}

export { explorationJsonSchema } from './exploration-schema.ts';
