import * as z from 'zod';
import { finding, words } from '#contracts/control';
import { type InvariantId, invariants } from './invariants/index.ts';

/** The schema of the verdict on one invariant. */
export const invariantVerdictSchema = z.strictObject({
  invariant: z.enum(invariants.map(({ id }) => id) as [InvariantId, ...InvariantId[]]), // the table is not empty
  level: z.enum(['must', 'should']),
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

/** The verdict on one invariant. */
export type InvariantVerdict = z.infer<typeof invariantVerdictSchema>;
