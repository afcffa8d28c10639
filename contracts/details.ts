import type * as z from 'zod';
import { fieldNames } from './field-names.ts';
import { maskText } from './mask.ts';
import type { ControlDetail } from './scalars.ts';
import { describeIssue, formatPath, nearest, showValue, valueAt } from './util/index.ts';

/** A file of another kind can be wrong in a million places. */
const mostNamed = 100;
/** So many tell the values that would be right: those of the others are mostly the same. */
const mostWithValid = 5;
/** A name that is longer is none that could be meant. */
const shownName = 60;

export interface Judged {
  schema: z.ZodType;
  value: unknown;
}

/**
 * What is wrong with a value that a schema refused: each field with what was expected, the names that would be right
 * and the nearest of them.
 *
 * @example detailsOf(result.error, { schema, value })[0].field // 'effect.commit'
 */
export function detailsOf(error: Pick<z.ZodError, 'issues'>, judged: Judged): ControlDetail[] {
  return bounded(error.issues.slice(0, mostNamed).flatMap(issue => detailOf(issue, judged)));
}

/**
 * As many details as anyone can want to read, of which the first tell the values that would be right.
 *
 * @example bounded(details).length // 100 at most
 */
export function bounded<D extends { valid?: string[] | undefined }>(details: readonly D[]): D[] {
  return details.slice(0, mostNamed).map((detail, place) => {
    if (place < mostWithValid) return detail;
    const { valid: _, ...rest } = detail;
    return rest as D; // it may do without
  });
}

/** A name as it is told. */
export const cutName = (name: string): string =>
  name.length > shownName ? `${name.slice(0, shownName)}…` : name;

function detailOf(issue: z.core.$ZodIssue, judged: Judged): ControlDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, mostNamed).map(key => unknownField(key, issue.path, judged));
  const field = fieldAt(issue.path) || 'body';
  const given = valueAt(judged.value, issue.path);
  const valid = valuesOf(issue, judged);
  if (!valid) return [{ field, message: describeIssue(issue, judged.value) }];
  const near = isScalar(given) ? nearest(String(given), valid) : undefined;
  const told =
    issue.code === 'invalid_value'
      ? describeIssue(issue, judged.value)
      : `${given === undefined ? 'missing' : `${showValue(given)} is none`}: expected one of ${valid.join(', ')}`;
  const message = near === undefined ? told : `${told}; ${hintAt(near, given)}`;
  return [{ field, message, valid, ...(near !== undefined && { nearest: near }) }];
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** The same in quotes is no other value. */
const hintAt = (near: string, given: unknown): string =>
  near === given ? `write it without quotes: ${near}` : `did you mean "${near}"?`;

const fieldAt = (path: readonly PropertyKey[]): string =>
  formatPath(path.map(step => (typeof step === 'string' ? cutName(maskText(step)) : step)));

/** The values that would have been right, where there is a list of them. */
function valuesOf(issue: z.core.$ZodIssue, { schema, value }: Judged): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return undefined;
  return fieldNames(schema, issue.path, value);
}

function unknownField(key: string, path: readonly PropertyKey[], { schema, value }: Judged): ControlDetail {
  const valid = fieldNames(schema, path, value);
  const near = nearest(key, valid);
  const hint = near === undefined ? `known are ${valid.join(', ') || 'none'}` : `did you mean "${near}"?`;
  const field = fieldAt([...path, key]);
  return { field, message: `unknown; ${hint}`, valid, ...(near !== undefined && { nearest: near }) };
}
