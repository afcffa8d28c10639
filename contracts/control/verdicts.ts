import * as z from 'zod';
import { objectComponent } from '../input/index.ts';

/** The possible verdicts on a rule. */
export const verdictWords = [
  /** The traffic exercised the rule, and the client followed the rule. */
  'pass',
  /** The client broke a rule of level `must`. */
  'fail',
  /** The client broke a rule of level `should`, or another reading of the specification allows the behaviour of the client. */
  'warn',
  /** No call in the traffic exercised the rule. */
  'not-observed',
  /** The traffic exercised the rule, but does not show whether the client followed the rule. */
  'inconclusive',
  /** The rule itself failed, or the server broke its own contract. This verdict does not mean a mistake of the client. */
  'harness-error',
] as const;

/** The contract accepts any format, so that a new report format does not change it. */
export const verdictQuery = z.strictObject({
  format: z
    .string()
    .optional()
    .meta({
      description: 'The format of the report, such as json, text or junit; json by default.',
      examples: ['junit'],
    }),
});

/** A deviation from the contract that the server accepts, and the places where the client deviates. */
export const deviation = z.object({
  deviation: z.string().describe('How the request differs from the contract.'),
  places: z.array(z.string()).describe('The operations and fields that differ.'),
});

/** A deviation from the contract that the server accepts. */
export type Deviation = z.infer<typeof deviation>;

/** One way in which the client behaves differently from a correct client. */
export const finding = z.object({
  exchanges: z.array(z.int()).describe('The numbers of the exchanges that show the difference.'),
  message: z.string().describe('What happened, with values, times and ids.'),
  expected: z.string().describe('What a correct client would have done.'),
  warn: z
    .literal(true)
    .optional()
    .describe(
      'The finding is only a warning: another reading of the specification allows this behaviour, or another program may have sent the call.',
    ),
  harmless: deviation
    .optional()
    .describe(
      'The server accepts the request in spite of the deviation. A run reports such a deviation once, not for each scenario.',
    ),
});

/** One way in which the client behaves differently from a correct client. */
export type Finding = z.infer<typeof finding>;

/** The verdict on one rule. */
export const verdict = z.object({
  rule: z.string(),
  level: z.enum(['must', 'should']),
  verdict: z.enum(verdictWords),
  findings: z.array(finding),
  more: z.int().optional().describe('The number of further findings, which the report leaves out.'),
  reason: z.string().optional().describe('Why the verdict is not-observed, inconclusive or harness-error.'),
});

export const verdictReport = objectComponent('ControlVerdicts', {
  version: z.literal(1),
  final: z.boolean().describe('Whether the sandbox is closed. After that, the verdicts no longer change.'),
  lostExchanges: z
    .int()
    .describe(
      'The number of exchanges that the journal dropped. Rules that need these exchanges are inconclusive.',
    ),
  verdicts: z.array(verdict).describe('One verdict for each rule, in the order of GET /_control/rules.'),
});
