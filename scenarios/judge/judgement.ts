import * as z from 'zod';
import { finding, instant, verdict, words } from '#contracts/control';
import { contentOf, type Facts } from '#contracts/exchange';
import { compact } from '#contracts/util';
import { type InvariantId, invariants, type RuleId, rules } from './rules/index.ts';

/** The id of a rule, such as `token-used-once`. */
export const ruleId = z.enum(rules.map(({ id }) => id) as [RuleId, ...RuleId[]]); // the list of rules is not empty

/** The schema that checks only the field `rules` of a scenario, which lists ids of rules. */
export const namesRules = z.looseObject({ rules: z.array(ruleId) });

const verdictSchema = z.strictObject({
  rule: ruleId,
  level: verdict.shape.level,
  verdict: verdict.shape.verdict,
  clauses: z.array(z.string()),
  named: z.literal(true).optional().meta({
    description: 'True if the scenario lists this rule. The traffic must then contain a case for the rule.',
  }),
  known: z.literal(true).optional().meta({
    description: 'True if the baseline lists this failure. A listed failure does not fail the run.',
  }),
  findings: z.array(
    z.strictObject({
      ...finding.shape,
      message: words,
      expected: words.meta({
        description: 'A sentence that says what a correct client does in this situation.',
      }),
    }),
  ),
  more: verdict.shape.more,
  reason: words.optional().meta({
    description:
      'The reason why the rule was not observed, why its verdict is inconclusive, or why the rule threw an error.',
  }),
});

export const invariantVerdictSchema = z.strictObject({
  invariant: z.enum(invariants.map(({ id }) => id) as [InvariantId, ...InvariantId[]]), // the list is not empty
  level: verdict.shape.level,
  clauses: z.array(z.string()),
  verdict: z.enum(['held', 'broken', 'not-applicable']).meta({
    description: 'Whether the run kept the invariant. A verdict with only warnings is held.',
  }),
  findings: z.array(
    z.strictObject({
      exchanges: finding.shape.exchanges,
      message: words,
      expected: words,
      warn: finding.shape.warn,
    }),
  ),
  reason: words.optional().meta({ description: 'The reason why the invariant does not apply to the run.' }),
});

/** The schema of an exchange that proves a finding, reduced to its important fields. */
export const provingExchange = z.strictObject({
  number: z.int().meta({ description: 'The number of the exchange.' }),
  at: instant.meta({ description: 'The time at which the call arrived, on the sandbox clock.' }),
  operation: z.string().nullable(),
  method: z.string(),
  url: z.string(),
  status: z.int().optional(),
  ending: z.string().optional().meta({
    description: 'The way in which the connection ended; missing if the connection ended normally.',
  }),
  said: z.string().meta({ description: 'The important fields of the request and of the answer.' }),
});

/** All commands, the control API and all reports use this schema. */
export const judgementSchema = z.strictObject({
  source: words.meta({ description: 'The origin of the traffic, such as a sandbox or a file.' }),
  calls: z.int().min(0),
  verdicts: z.array(verdictSchema),
  exchanges: z.array(provingExchange),
  brokenAnswers: z
    .array(z.strictObject({ exchange: z.int(), problem: words }))
    .meta({ description: 'Answers of the stand-in that break its own contract.' }),
  unread: z
    .array(z.strictObject({ exchange: z.int(), part: z.enum(['request', 'answer']), reason: words }))
    .optional()
    .meta({
      description:
        'Bodies that a recording does not contain in a readable form. Verdicts that need them are inconclusive.',
    }),
});

/** The verdicts of all rules on the traffic, with the exchanges that prove the findings. */
export type Judgement = z.infer<typeof judgementSchema>;
/** The verdict of one rule, with the findings of the rule. */
export type Verdict = z.infer<typeof verdictSchema>;
type ProvingExchange = z.infer<typeof provingExchange>;

/** The verdict of a rule that reads the books of the supplier. */
export type InvariantVerdict = z.infer<typeof invariantVerdictSchema>;
/** The judgement on a client that has ended. */
export type EndJudgement = Judgement & { readonly invariants: InvariantVerdict[] };

/** Returns whether the end of a run broke an invariant of level must. */
export const breaksInvariant = (verdicts: readonly InvariantVerdict[] = []): boolean =>
  verdicts.some(({ level, verdict: word }) => word === 'broken' && level === 'must');

/** Returns whether the client broke a must rule. */
export const isBroken = ({ verdicts }: Pick<Judgement, 'verdicts'>): boolean =>
  verdicts.some(({ verdict }) => verdict === 'fail');

/** Returns whether all findings of a verdict are deviations that the supplier accepts. */
export const isHarmless = ({ verdict: word, findings }: Pick<Verdict, 'verdict' | 'findings'>): boolean =>
  word === 'warn' && findings.every(({ harmless }) => harmless !== undefined);

export const hasHarnessError = ({ verdicts, brokenAnswers }: Judgement): boolean =>
  brokenAnswers.length > 0 || verdicts.some(({ verdict }) => verdict === 'harness-error');

/** Returns the exchanges that findings refer to, reduced to their important fields, in the original order. */
export function provingExchanges(
  facts: readonly Facts[],
  verdicts: readonly Pick<Verdict, 'findings'>[],
): ProvingExchange[] {
  const wanted = new Set(verdicts.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges)));
  return facts.filter(({ number }) => wanted.has(number)).map(show);
}

function show(facts: Facts): ProvingExchange {
  const { number, opened, operation, method, url, status, closed } = facts;
  const at = new Date(opened.at).toISOString();
  const ending = closed?.ending === 'complete' ? undefined : closed?.ending;
  return compact({ number, at, operation, method, url, status, ending, said: contentOf(facts) });
}
