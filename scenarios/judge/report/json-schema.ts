import * as z from 'zod';
import { reportSchema, verdictReportSchema } from './schema.ts';

/**
 * The schema of reports of runs as JSON Schema, for whoever reads them.
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
