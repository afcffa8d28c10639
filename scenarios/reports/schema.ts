import * as z from 'zod';
import { instant, words } from '#contracts/control';
import { outcomes, scenarioClocks } from '#contracts/scenario';
import { judgementSchema, ruleId } from '../judge/index.ts';
import type { Paint } from './paint.ts';
import { scenarioStates } from './states.ts';

const ms = z.number().min(0);
const state = z.enum(scenarioStates);
const { calls, verdicts, exchanges } = judgementSchema.shape;

const played = z.strictObject({
  id: words,
  title: words,
  state,
  reason: words.optional().meta({ description: 'Why it was not played, or what of ours failed.' }),
  seed: z.string().optional(),
  clock: z.strictObject({ mode: z.enum(scenarioClocks), speed: z.number().min(0) }).optional(),
  allowed: z.array(z.enum(outcomes)).meta({ description: 'What a client may report.' }),
  outcome: z.enum(outcomes).optional().meta({ description: 'What the client reported.' }),
  trouble: words.optional().meta({ description: 'Why it reported nothing that can be read.' }),
  calls,
  tookMs: ms,
  virtualMs: ms.meta({ description: "How long it took on the sandbox's clock." }),
  repeat: words.meta({ description: 'The command that plays it again with the same seed.' }),
  verdicts,
  exchanges,
  output: z.string().optional().meta({ description: 'The end of what the client wrote, masked.' }),
});

/** What a run resulted in. */
export const reportSchema = z.strictObject({
  format: z.literal('understudy-report'),
  version: z.literal(1),
  understudy: words.meta({ description: 'The version of Understudy.' }),
  command: z
    .array(z.string())
    .nullable()
    .meta({ description: 'The client under test; null for the reference client.' }),
  startedAt: instant,
  tookMs: ms,
  strict: z.boolean(),
  exitCode: z.int(),
  summary: z.record(state, z.int().min(0)),
  stale: z
    .array(z.strictObject({ scenario: words, rule: ruleId }))
    .meta({ description: 'What the baseline lists and did not happen.' }),
  scenarios: z.array(played),
});

/** What was judged of recorded traffic, without knowing what it was for. */
export const verdictReportSchema = z.strictObject({
  format: z.literal('understudy-verdicts'),
  version: z.literal(1),
  understudy: words.meta({ description: 'The version of Understudy.' }),
  exitCode: z.int(),
  judged: z.array(judgementSchema),
});

/** What was judged of recorded traffic. */
export type VerdictReport = z.infer<typeof verdictReportSchema>;
/** What a run resulted in. */
export type RunReport = z.infer<typeof reportSchema>;
/** What can be reported. */
export type Report = RunReport | VerdictReport;
/** Writes a report in one format; `paint` makes a text stand out on a terminal, most formats do without. */
export type WriteReport = (report: Report, paint: Paint) => string;
/** What one scenario of it resulted in. */
export type ScenarioReport = RunReport['scenarios'][number];
/** What a scenario resulted in. */
export type ScenarioState = ScenarioReport['state'];

/**
 * The schema of reports of runs as JSON Schema.
 *
 * @example JSON.stringify(reportJsonSchema(), null, 2)
 */
export const reportJsonSchema = (): object =>
  described(reportSchema, {
    title: 'A report of Understudy',
    description:
      'What a client under test did in each scenario, rule by rule, with the exchanges that prove it.',
  });

/**
 * The schema of what `understudy judge` and `understudy exec` report, as JSON Schema.
 *
 * @example JSON.stringify(verdictsJsonSchema(), null, 2)
 */
export const verdictsJsonSchema = (): object =>
  described(verdictReportSchema, {
    title: 'Verdicts of Understudy',
    description: 'What was judged of recorded traffic, rule by rule, with the exchanges that prove it.',
  });

function described(schema: z.ZodType, about: { title: string; description: string }): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'output' });
  return { $schema, ...about, ...rest };
}
