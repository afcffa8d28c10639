import type * as z from 'zod';
import type { Complaint, InspectContext } from '#contracts';
import { refuseFields } from '../refusal.ts';
import { describeIssue, formatPath } from './describe-issue.ts';
import type { ExchangeState } from './exchange.ts';
import { repair } from './repair.ts';

const repairRounds = 8;

/**
 * Validates a body against its operation. A body that is right costs one parse; one that is not is read as leniently
 * as suppliers do, each reading with a warning, before every field that is still wrong is named in one 400 (err.400).
 */
export function validate(exchange: ExchangeState, context: InspectContext): unknown {
  const { operation, body } = exchange;
  if (!operation) throw new Error('validate: no operation was matched');
  const first = operation.request.safeParse(body);
  if (first.success) {
    const complaints = operation.inspect?.(first.data, context) ?? [];
    if (complaints.length > 0) throw refuseFields(complaints);
    return first.data;
  }
  let value = structuredClone(body);
  let parsed: z.ZodSafeParseResult<unknown> = first;
  for (let round = 0; round < repairRounds && !parsed.success; round += 1) {
    const repaired = repair(operation.request, value, parsed.error.issues);
    if (repaired.warnings.length === 0) break;
    exchange.warnings.push(...repaired.warnings);
    value = repaired.value;
    parsed = operation.request.safeParse(value);
  }
  const wrong = parsed.success ? [] : parsed.error.issues;
  const complaints: Complaint[] = wrong.map(issue => ({
    field: formatPath(issue.path),
    message: describeIssue(issue, value),
  }));
  const named = new Set(complaints.map(complaint => complaint.field));
  const inspected = operation.inspect?.(value, context) ?? [];
  complaints.push(...inspected.filter(complaint => !named.has(complaint.field)));
  if (complaints.length > 0) throw refuseFields(complaints);
  return parsed.data;
}
