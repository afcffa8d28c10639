import * as z from 'zod';
import { unwrap } from '../operations/index.ts';
import {
  asObject,
  beginningOfText,
  describeIssue,
  formatPath,
  maskText,
  nearest,
  shorten,
  showValue,
  valueAt,
} from '../util/index.ts';
import type { ControlDetail } from './scalars.ts';

/** A file in a wrong format can have a million errors. */
const maxDetails = 100;
/** Further lists would mostly repeat the first lists. */
const maxWithValid = 5;
const maxName = 60;

export interface Judged {
  schema: z.ZodType;
  value: unknown;
}

/**
 * Returns the errors of a value, each with the field, the expected value, the valid names and the nearest one.
 *
 * @example detailsOf(result.error, { schema, value })[0].field // 'effect.commit'
 */
export function detailsOf(error: Pick<z.ZodError, 'issues'>, judged: Judged): ControlDetail[] {
  const issues = error.issues.slice(0, maxDetails);
  return bounded(issues.filter(isStrictest).flatMap(issue => detailOf(issue, judged)));
}

/** A whole number that is too large can exceed two limits. The detail names the lower one. */
function isStrictest(issue: z.core.$ZodIssue, index: number, all: readonly z.core.$ZodIssue[]): boolean {
  const isStricter = (other: z.core.$ZodIssue | undefined) =>
    issue.code === 'too_big' &&
    other?.code === 'too_big' &&
    other.maximum < issue.maximum &&
    formatPath(other.path) === formatPath(issue.path);
  return !isStricter(all[index - 1]) && !isStricter(all[index + 1]);
}

/** Only the first details keep their lists of valid values. */
export function bounded<D extends { valid?: string[] | undefined }>(details: readonly D[]): D[] {
  return details.slice(0, maxDetails).map((detail, place) => {
    if (place < maxWithValid) return detail;
    const { valid: _, ...rest } = detail;
    return rest as D; // the type allows a detail without `valid`
  });
}

/** Masks and shortens a field name for a message. */
export const maskName = (name: string): string => shorten(maskText(beginningOfText(name)), maxName);

function detailOf(issue: z.core.$ZodIssue, judged: Judged): ControlDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxDetails).map(key => unknownField(key, issue.path, judged));
  const field = fieldAt(issue.path) || 'body';
  const given = valueAt(judged.value, issue.path);
  const valid = valuesOf(issue);
  if (!valid) return [{ field, message: describeIssue(issue, judged.value) }];
  const near = isScalar(given) ? nearest(String(given), valid) : undefined;
  const problem =
    issue.code === 'invalid_value'
      ? describeIssue(issue, judged.value)
      : `${given === undefined ? 'missing' : `${showValue(given)} is not valid`}: expected one of ${valid.join(', ')}`;
  const message = near === undefined ? problem : `${problem}; ${hintAt(near, given)}`;
  return [{ field, message, valid, ...(near !== undefined && { nearest: near }) }];
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** A user may put quotes around a valid number. */
const hintAt = (near: string, given: unknown): string =>
  near === given ? `write the value without quotes: ${near}` : `did you mean "${near}"?`;

const fieldAt = (path: readonly PropertyKey[]): string =>
  formatPath(path.map(step => (typeof step === 'string' ? maskName(step) : step)));

function valuesOf(issue: z.core.$ZodIssue): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  return issue.code === 'invalid_union' && 'options' in issue ? issue.options?.map(String) : undefined;
}

function unknownField(key: string, path: readonly PropertyKey[], { schema, value }: Judged): ControlDetail {
  const valid = fieldNames(schema, path, value);
  const near = nearest(key, valid);
  const hint = near === undefined ? `known are ${valid.join(', ') || 'none'}` : `did you mean "${near}"?`;
  const field = fieldAt([...path, key]);
  return { field, message: `unknown; ${hint}`, valid, ...(near !== undefined && { nearest: near }) };
}

/** @param value its discriminators select the members of unions */
function fieldNames(schema: z.core.$ZodType, path: readonly PropertyKey[], value: unknown): string[] {
  const { def } = (memberOf(schema, value) as z.core.$ZodTypes)._zod; // the type is the union of all zod schemas
  const [step, ...inside] = path;
  const within = (inner: z.core.$ZodType | undefined) =>
    inner ? fieldNames(inner, inside, valueAt(value, path.slice(0, 1))) : [];
  if (def.type === 'object')
    return step === undefined ? Object.keys(def.shape) : within(def.shape[String(step)]);
  if (def.type === 'array') return step === undefined ? [] : within(def.element);
  if (def.type !== 'record') return [];
  if (step !== undefined) return within(def.valueType);
  return def.keyType instanceof z.core.$ZodEnum
    ? Object.values(def.keyType._zod.def.entries).map(String)
    : [];
}

function memberOf(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  const plain = unwrap(schema);
  if (!(plain instanceof z.core.$ZodDiscriminatedUnion)) return plain;
  const kind = asObject(value)[plain._zod.def.discriminator];
  const member: z.core.$ZodType | undefined = z.core.getDiscriminatedOption(plain, kind as never);
  return member ? memberOf(member, value) : plain; // a member can be another union
}
