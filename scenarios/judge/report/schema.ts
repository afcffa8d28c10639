import * as z from 'zod';
import { instant, words } from '#contracts/control';
import { outcomes, scenarioClocks } from '#contracts/scenario';
import { verdictWords } from '../rules/judge.ts';
import { type RuleId, rules } from '../rules/table.ts';

/** What a scenario came to, best first. */
export const scenarioStates = [
  /** Every rule that it exercises was kept. */
  'held',
  /** The same, but something is warned of. */
  'warned',
  /** A rule that it names was not exercised. */
  'unproven',
  /** A rule was broken. */
  'broken',
  /** The judge or the stand-in failed, and nothing is said of the client. */
  'harness-error',
  /** It was left out, for a reason. */
  'not-played',
] as const;

// there are some, and Object ids are literals
const ruleId = z.enum(rules.map(({ id }) => id) as [RuleId, ...RuleId[]]);
const ms = z.number().min(0);

const finding = z.strictObject({
  exchanges: z.array(z.int()).meta({ description: 'The numbers of the exchanges that prove it.' }),
  message: words,
  expected: words.meta({ description: 'What a correct client would have done.' }),
  warn: z.literal(true).optional().meta({ description: 'Another reading of the specification allows it.' }),
});

const verdict = z.strictObject({
  rule: ruleId,
  level: z.enum(['must', 'should']),
  verdict: z.enum(verdictWords),
  clauses: z.array(z.string()),
  named: z
    .literal(true)
    .optional()
    .meta({ description: 'The scenario counts only with this rule observed.' }),
  known: z.literal(true).optional().meta({ description: 'The baseline lists it: it fails no run.' }),
  findings: z.array(finding),
  more: z.int().optional().meta({ description: 'How many findings more there are.' }),
  reason: words.optional().meta({ description: 'Why it was not observed, cannot be told, or failed.' }),
});

/** An exchange that proves a finding. */
const provingExchange = z.strictObject({
  number: z.int(),
  at: instant.meta({ description: "On the sandbox's clock." }),
  operation: z.string().nullable(),
  method: z.string(),
  url: z.string(),
  status: z.int().optional(),
  ending: z.string().optional().meta({ description: 'How the connection was done with the answer.' }),
  said: z.string().meta({ description: 'The fields that matter, of the request and of the answer.' }),
});

const played = z.strictObject({
  id: words,
  title: words,
  state: z.enum(scenarioStates),
  reason: words.optional().meta({ description: 'Why it was not played, or what of ours failed.' }),
  seed: z.string().optional(),
  clock: z.strictObject({ mode: z.enum(scenarioClocks), speed: z.number().min(0) }).optional(),
  allowed: z.array(z.enum(outcomes)).meta({ description: 'What a client may report.' }),
  outcome: z.enum(outcomes).optional().meta({ description: 'What the client reported.' }),
  trouble: words.optional().meta({ description: 'Why it reported nothing that can be read.' }),
  calls: z.int().min(0),
  tookMs: ms,
  virtualMs: ms.meta({ description: "How long it took on the sandbox's clock." }),
  repeat: words.meta({ description: 'The command that plays it again with the same seed.' }),
  verdicts: z.array(verdict),
  exchanges: z.array(provingExchange),
  output: z.string().optional().meta({ description: 'The end of what the client wrote, masked.' }),
});

/** What a run came to. */
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
  summary: z.record(z.enum(scenarioStates), z.int().min(0)),
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
  judged: z.array(
    z.strictObject({
      source: words.meta({ description: 'What the traffic is of: a sandbox, a file.' }),
      calls: z.int().min(0),
      verdicts: z.array(verdict),
      exchanges: z.array(provingExchange),
      brokenAnswers: z
        .array(z.strictObject({ exchange: z.int(), problem: words }))
        .meta({ description: 'What the stand-in answered against its own contract.' }),
    }),
  ),
});

/** What was judged of recorded traffic. */
export type VerdictReport = z.infer<typeof verdictReportSchema>;
/** What a run came to. */
export type RunReport = z.infer<typeof reportSchema>;
/** What one scenario of it came to. */
export type ScenarioReport = RunReport['scenarios'][number];
/** What was judged in it by one rule. */
export type ReportedVerdict = ScenarioReport['verdicts'][number];
/** What a scenario came to. */
export type ScenarioState = (typeof scenarioStates)[number];
