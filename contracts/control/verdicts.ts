import * as z from 'zod';
import { component } from '../provenance.ts';

/** The possible verdicts on a rule. */
export const verdictWords = [
  /** The traffic exercised the rule, and nothing was wrong. */
  'pass',
  /** The client broke a rule that it must keep. */
  'fail',
  /** The client broke a rule that it should keep, or another reading of the specification allows what it did. */
  'warn',
  /** Nothing in the traffic exercised the rule. */
  'not-observed',
  /** The traffic exercised the rule, but cannot show whether the client kept it. */
  'inconclusive',
  /** The rule itself failed, or the stand-in broke its own contract, which says nothing about the client. */
  'harness-error',
] as const;

/** The query for verdicts. The judge knows the formats, so that a new format changes no contract. */
export const verdictQuery = z.strictObject({
  format: z
    .string()
    .optional()
    .meta({ description: 'A format of reports, such as json, text or junit; json by default.', examples: ['junit'] }),
});

/** One place where a client differs from a correct client. */
export const finding = z.object({
  exchanges: z.array(z.int()).meta({ description: 'The numbers of the exchanges that prove it.' }),
  message: z.string().meta({ description: 'What happened, with values, times and ids.' }),
  expected: z.string().meta({ description: 'What a correct client would have sent.' }),
  warn: z.literal(true).optional().meta({
    description: 'Another reading of the specification allows it, or the call may be of another program.',
  }),
});

/** One place where a client differs from a correct client. */
export type Finding = z.infer<typeof finding>;

/** The verdict on one rule. */
export const verdict = z.object({
  rule: z.string(),
  level: z.enum(['must', 'should']),
  verdict: z.enum(verdictWords),
  findings: z.array(finding),
  more: z.int().optional().meta({ description: 'How many findings more there are.' }),
  reason: z.string().optional().meta({ description: 'Why it was not observed, is inconclusive, or failed.' }),
});

/** The judge's report on a sandbox. */
export const verdictReport = component(
  'ControlVerdicts',
  z.object({
    version: z.literal(1),
    final: z.boolean().meta({ description: 'The sandbox is closed, so no verdict changes any more.' }),
    lostExchanges: z.int().meta({
      description: 'How many exchanges the journal has dropped; what they may have shown is inconclusive.',
    }),
    verdicts: z
      .array(verdict)
      .meta({ description: 'One for each rule, in the order of GET /_control/rules.' }),
  }),
);
