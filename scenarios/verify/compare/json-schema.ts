import * as z from 'zod';
import { driftReportSchema } from './schema.ts';

/**
 * The schema of reports of `understudy verify` as JSON Schema, for whoever reads them.
 *
 * @example JSON.stringify(driftReportJsonSchema(), null, 2)
 */
export function driftReportJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(driftReportSchema, { io: 'output' });
  return {
    $schema,
    title: 'A report of understudy verify',
    description: 'How the answers of a supplier compare with the contract, field by field.',
    ...rest,
  };
}
