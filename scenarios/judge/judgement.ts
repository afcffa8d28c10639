import * as z from 'zod';
import { finding, instant, verdict, words } from '#contracts/control';
import type { Facts } from '#contracts/exchange';
import { type RuleId, rules } from './rules/index.ts';

/** The id of a rule, such as `token-used-once`. */
export const ruleId = z.enum(rules.map(({ id }) => id) as [RuleId, ...RuleId[]]); // there are some, and their ids are literals

/** What names rules, such as a scenario. */
export const namesRules = z.looseObject({ rules: z.array(ruleId) });

const verdictSchema = z.strictObject({
  rule: ruleId,
  level: verdict.shape.level,
  verdict: verdict.shape.verdict,
  clauses: z.array(z.string()),
  named: z
    .literal(true)
    .optional()
    .meta({ description: 'The scenario counts only with this rule observed.' }),
  known: z.literal(true).optional().meta({ description: 'The baseline lists it: it fails no run.' }),
  findings: z.array(
    z.strictObject({
      ...finding.shape,
      message: words,
      expected: words.meta({ description: 'What a correct client would have done.' }),
    }),
  ),
  more: verdict.shape.more,
  reason: words.optional().meta({ description: 'Why it was not observed, cannot be told, or failed.' }),
});

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

/** What the judge says about some recorded traffic: one schema for every command, the control API and every report. */
export const judgementSchema = z.strictObject({
  source: words.meta({ description: 'What the traffic is of: a sandbox, a file.' }),
  calls: z.int().min(0),
  verdicts: z.array(verdictSchema),
  exchanges: z.array(provingExchange),
  brokenAnswers: z
    .array(z.strictObject({ exchange: z.int(), problem: words }))
    .meta({ description: 'What the stand-in answered against its own contract.' }),
});

/** What the judge says about some recorded traffic. */
export type Judgement = z.infer<typeof judgementSchema>;
/** What judging one rule resulted in. */
export type Verdict = z.infer<typeof verdictSchema>;
/** An exchange that proves a finding, with the fields that matter. */
export type ProvingExchange = z.infer<typeof provingExchange>;

/** Whether the client broke a rule that it must keep. */
export const isBroken = ({ verdicts }: Pick<Judgement, 'verdicts'>): boolean =>
  verdicts.some(({ verdict }) => verdict === 'fail');

/** Whether a rule failed by itself, or the stand-in broke its own contract. */
export const hasHarnessError = ({ verdicts, brokenAnswers }: Judgement): boolean =>
  brokenAnswers.length > 0 || verdicts.some(({ verdict }) => verdict === 'harness-error');

/** The exchanges that findings point at, in order, each with what matters of it. */
export function provingExchanges(
  facts: readonly Facts[],
  verdicts: readonly Pick<Verdict, 'findings'>[],
): ProvingExchange[] {
  const wanted = new Set(verdicts.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges)));
  return facts.filter(({ number }) => wanted.has(number)).map(show);
}

function show({
  number,
  opened,
  operation,
  method,
  url,
  status,
  closed,
  request,
  answer,
  idempotencyKey,
}: Facts): ProvingExchange {
  const asked = {
    token: short(request.token),
    reToken: short(request.reToken),
    bookingId: request.bookingId,
    reference: request.reference,
    item: request.item,
    start: request.start,
    key: short(idempotencyKey),
  };
  const told = {
    token: short(answer.token),
    bookingId: answer.bookingId,
    bookingStatus: answer.bookingStatus,
    status: answer.label,
    price: answer.price && `${answer.price.value.toFixed(2)} ${answer.price.currency}`,
    revalidation: answer.revalidation,
    paymentStatus: answer.paymentStatus,
    found: answer.found,
    errors: answer.errors?.join(', '),
  };
  return {
    number,
    at: new Date(opened.at).toISOString(),
    operation,
    method,
    url,
    ...(status !== undefined && { status }),
    ...(closed && closed.ending !== 'complete' && { ending: closed.ending }),
    said: [fields(asked), fields(told)].filter(part => part !== '').join(' → '),
  };
}

/** Enough of a Token to see which one it is. */
const short = (text: string | undefined): string | undefined =>
  text === undefined || text.length <= 12 ? text : `${text.slice(0, 8)}…`;

const fields = (all: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');
