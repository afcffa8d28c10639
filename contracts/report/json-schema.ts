import * as z from 'zod';
import { reportSchema } from './schema.ts';

/**
 * The schema of reports as JSON Schema, for whoever reads them.
 *
 * @example JSON.stringify(reportJsonSchema(), null, 2)
 */
export function reportJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(reportSchema, { io: 'output' });
  return {
    $schema,
    title: 'A report of Understudy',
    description:
      'What a client under test did in each scenario, rule by rule, with the exchanges that prove it.',
    ...rest,
  };
}
