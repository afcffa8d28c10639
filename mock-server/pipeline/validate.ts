import type * as z from 'zod';
import { type AnyOperation, type Complaint, crossFieldComplaints, type InspectContext } from '#contracts';
import { latestToday } from '#contracts/calendar';
import type { Warning } from '#contracts/exchange';
import { describeIssue, formatPath } from '#contracts/util';
import { destinationAt, localDate } from '../inventory/index.ts';
import { refuseFields } from '../refusal.ts';
import { repair } from './repair.ts';
import type { Limited, Validated } from './stages.ts';

const repairRounds = 8;

// More wrong fields than any request has: an answer or a journal entry must not be larger than what caused it.
const namedComplaints = 200;
const namedWarnings = 100;

/** What a request is judged by beside its schema. */
export interface ValidateContext extends InspectContext {
  /** What the supplier finds wrong with a request that is well-formed, such as a place it does not know. */
  supplier(body: unknown): Complaint[];
}

const inspect = (operation: AnyOperation, body: unknown, context: ValidateContext): Complaint[] => [
  ...crossFieldComplaints(operation.id, body, context),
  ...context.supplier(body),
];

/**
 * Checks a body against the schema of its operation. A valid body costs one parse; any other one is read as leniently as
 * suppliers do, each reading with a warning.
 *
 * @throws Refusal 400 that names every wrong field (err.400)
 */
export function validate(limited: Limited): Validated {
  const { operation, body, warnings } = limited;
  const context = contextOf(limited);
  const first = operation.request.safeParse(body);
  const read = first.success
    ? { value: first.data, complaints: inspect(operation, first.data, context) }
    : readAgain(operation, body, { issues: first.error.issues, context, warnings });
  if (read.complaints.length > 0) throw refuseFields(read.complaints);
  return Object.assign(limited, { body: read.value, isValid: true as const });
}

function contextOf({ sandbox, operation, now }: Limited): ValidateContext {
  return {
    latestToday: latestToday(now),
    today(place) {
      const known = destinationAt(place, sandbox.places);
      return localDate(known?.timeZone ?? 'Etc/GMT+12', now); // unknown: the zone in which a day begins last
    },
    supplier(body) {
      const criteria = (body as { Criteria?: unknown } | null)?.Criteria; // read with care: it may be anything
      if (!operation.product || typeof criteria !== 'object' || criteria === null) return [];
      return sandbox.inventoryOf(operation.product).complaints(criteria, now);
    },
  };
}

/** What is odd about a request, and what is wrong with it. */
export interface Inspected {
  readonly warnings: Warning[];
  readonly complaints: readonly Complaint[];
}

/**
 * Reads a request as `validate` does, and refuses nothing.
 *
 * @example inspectRequest(operations.getBooking, {}, context).complaints[0]?.field // 'Credential'
 */
export function inspectRequest(operation: AnyOperation, body: unknown, context: ValidateContext): Inspected {
  const warnings: Warning[] = [];
  const first = operation.request.safeParse(body);
  if (first.success) return { warnings, complaints: inspect(operation, first.data, context) };
  return { warnings, ...readAgain(operation, body, { issues: first.error.issues, context, warnings }) };
}

interface Rereading {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly context: ValidateContext;
  /** Where what is odd is noted. */
  readonly warnings: Warning[];
}

function readAgain(
  operation: AnyOperation,
  body: unknown,
  { issues, context, warnings }: Rereading,
): { value: unknown; complaints: Complaint[] } {
  let value = structuredClone(body);
  let wrong = issues;
  let read: unknown;
  for (let round = 0; round < repairRounds && wrong.length > 0; round += 1) {
    const repaired = repair(operation.request, value, wrong);
    if (repaired.warnings.length === 0) break;
    warnings.push(...repaired.warnings.slice(0, Math.max(0, namedWarnings - warnings.length)));
    value = repaired.value;
    const parsed = operation.request.safeParse(value);
    wrong = parsed.error?.issues ?? [];
    read = parsed.data;
  }
  const complaints = complaintsOf(wrong, value);
  const named = complaints.map(complaint => complaint.field);
  const inspected = inspect(operation, value, context);
  complaints.push(...inspected.filter(({ field }) => !named.some(one => isWithin(one, field))));
  return { value: read, complaints };
}

/** One complaint for each wrong field, as many as anyone can want to read. */
function complaintsOf(issues: readonly z.core.$ZodIssue[], value: unknown): Complaint[] {
  const byField = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const field = formatPath(issue.path);
    if (!byField.has(field)) byField.set(field, issue);
  }
  const wrong = [...byField];
  const shown = wrong.slice(0, namedComplaints);
  const complaints = shown.map(([field, issue]) => ({ field, message: describeIssue(issue, value) }));
  const [next] = wrong[namedComplaints] ?? [];
  if (next === undefined) return complaints;
  const message = `${wrong.length - namedComplaints} fields from here on are wrong, too`;
  return [...complaints, { field: next, message }];
}

/** Whether a field is a part of another one, or that one: what is wrong with a part says enough of the whole. */
const isWithin = (field: string, whole: string): boolean =>
  field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
