import * as z from 'zod';
import { verdictWords } from '#scenarios/judge/rules/judge';
import { component } from '../provenance.ts';

/** How verdicts are wanted. */
export const verdictQuery = z.strictObject({ format: z.enum(['json', 'text', 'junit']).optional() });

const finding = z.object({
  exchanges: z.array(z.int()).meta({ description: 'The numbers of the exchanges that prove it.' }),
  message: z.string().meta({ description: 'What happened, with values, times and ids.' }),
  expected: z.string().meta({ description: 'What a correct client would have sent.' }),
  warn: z.literal(true).optional().meta({
    description: 'Another reading of the specification allows it, or the call may be of another program.',
  }),
});

const verdict = z.object({
  rule: z.string(),
  level: z.enum(['must', 'should']),
  verdict: z.enum(verdictWords),
  findings: z.array(finding),
  more: z.int().optional().meta({ description: 'How many findings more there are.' }),
  reason: z.string().optional().meta({ description: 'Why it was not observed, cannot be told, or failed.' }),
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
