import type * as z from 'zod';
import {
  type AnyOperation,
  type Complaint,
  crossFieldComplaints,
  type Dialect,
  type InspectContext,
} from '#contracts';
import { latestToday } from '#contracts/calendar';
import type { Warning } from '#contracts/exchange';
import { asObject, describeIssue, formatPath, valueAt } from '#contracts/util';
import { bookingIdOf, refuseFields } from '../books/index.ts';
import { destinationAt, localDate } from '../inventory/index.ts';
import { repair } from './repair.ts';
import type { Limited, Validated } from './stages.ts';

const repairRounds = 8;

// These limits keep the answer and the journal entry small, even for a large wrong request.
const maxComplaints = 200;
const maxWarnings = 100;

/** The functions and values that validation needs in addition to the schema. */
export interface ValidateContext extends InspectContext {
  /** Returns the complaints of the supplier about a well-formed request, for example about an unknown place. */
  supplier(body: unknown): Complaint[];
  /** Returns whether the requests of the dialect can leave out a required field. The path has no list indexes. */
  isOptional?(path: string): boolean;
}

const inspect = (operation: AnyOperation, body: unknown, context: ValidateContext): Complaint[] => [
  ...crossFieldComplaints(operation.id, body, context),
  ...context.supplier(body),
];

/**
 * Repairs the mistakes that suppliers accept, and adds a warning for each repair.
 *
 * @throws Refusal 400 that names every wrong field (err.400)
 */
export function validate(limited: Limited, dialect: Dialect): Validated {
  const { operation, body, warnings } = limited;
  const { value, complaints } = check(operation, body, contextOf(limited, dialect), warnings);
  if (complaints.length > 0) throw refuseFields(complaints);
  return Object.assign(limited, { body: addBookingId(value, limited), isValid: true as const });
}

/** For a cancellation that has only a ServiceId. If the credential has no such service, the operation refuses the request. */
function addBookingId(body: unknown, { operation, sandbox, owner, warnings }: Limited): unknown {
  const { BookingId, ServiceId } = asObject(body);
  if (operation.effect !== 'cancel' || BookingId !== undefined || typeof ServiceId !== 'string') return body;
  const booking = sandbox.bookings.find(owner, bookingIdOf(ServiceId));
  if (!booking?.services.some(({ id }) => id === ServiceId)) return body;
  warnings.push({
    kind: 'lenient',
    field: 'BookingId',
    message: 'is missing; the server found the booking by its ServiceId',
  });
  return { ...asObject(body), BookingId: booking.id };
}

function contextOf({ sandbox, operation, now }: Limited, dialect: Dialect): ValidateContext {
  return {
    isOptional: path => dialect.isOptional(operation.id, path),
    latestToday: latestToday(now),
    today(place) {
      const known = destinationAt(place, sandbox.places);
      return localDate(known?.timeZone ?? 'Etc/GMT+12', now); // an unknown place gets the time zone of the latest midnight
    },
    supplier(body) {
      const criteria = (body as { Criteria?: unknown } | null)?.Criteria; // the body can have any type
      if (!operation.product || typeof criteria !== 'object' || criteria === null) return [];
      return sandbox.inventoryOf(operation.product).complaints(criteria, now);
    },
  };
}

/** @param warnings gets a warning for each repair */
export function check(
  operation: AnyOperation,
  body: unknown,
  context: ValidateContext,
  warnings: Warning[],
): { value: unknown; repaired: unknown; complaints: Complaint[] } {
  const first = operation.request.safeParse(body);
  if (first.success)
    return { value: first.data, repaired: body, complaints: inspect(operation, first.data, context) };
  const value = structuredClone(body);
  let wrong = first.error.issues;
  let read: unknown;
  for (let round = 0; round < repairRounds && wrong.length > 0; round += 1) {
    const repairs = repair(operation.request, value, wrong);
    if (repairs.length === 0) break;
    warnings.push(...repairs.slice(0, Math.max(0, maxWarnings - warnings.length)));
    const parsed = operation.request.safeParse(value);
    wrong = parsed.error?.issues ?? [];
    read = parsed.data;
  }
  const left = wrong.filter(issue => !isLeftOut(issue, value, context));
  if (left.length === 0) read ??= value;
  const complaints = complaintsOf(left, value);
  const named = complaints.map(complaint => complaint.field);
  const inspected = inspect(operation, value, context);
  complaints.push(...inspected.filter(({ field }) => !named.some(one => isWithin(one, field))));
  return { value: read, repaired: value, complaints };
}

/** Whether only a field is missing or null that the requests of the dialect can leave out. */
function isLeftOut({ path }: z.core.$ZodIssue, value: unknown, { isOptional }: ValidateContext): boolean {
  if (!isOptional || (valueAt(value, path) ?? null) !== null) return false;
  return isOptional(path.filter(step => typeof step === 'string').join('.'));
}

function complaintsOf(issues: readonly z.core.$ZodIssue[], value: unknown): Complaint[] {
  const byField = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const field = formatPath(issue.path);
    if (!byField.has(field)) byField.set(field, issue);
  }
  const wrong = [...byField];
  const shown = wrong.slice(0, maxComplaints);
  const complaints = shown.map(([field, issue]) => ({ field, message: describeIssue(issue, value) }));
  const [next] = wrong[maxComplaints] ?? [];
  if (next === undefined) return complaints;
  const message = `is the first of ${wrong.length - maxComplaints} more wrong fields`;
  return [...complaints, { field: next, message }];
}

/** One complaint about a field and the fields inside it is enough. */
const isWithin = (field: string, whole: string): boolean =>
  field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
