import type * as z from 'zod';
import { describeIssue, formatPath, valueAt } from '../describe-issue.ts';
import { nearest } from '../nearest.ts';
import { fieldNames } from './field-names.ts';
import type { ControlDetail } from './problems.ts';

/** A file of another kind can be wrong in a million places. */
const mostNamed = 100;

interface Judged {
  schema: z.ZodType;
  value: unknown;
}

/**
 * What is wrong with a value that a schema refused: each field with what was expected, the names that would be right
 * and the nearest of them.
 *
 * @example detailsOf(result.error, { schema, value })[0].field // 'effect.commit'
 */
export function detailsOf(error: z.ZodError, judged: Judged): ControlDetail[] {
  return error.issues.slice(0, mostNamed).flatMap(issue => detailOf(issue, judged));
}

function detailOf(issue: z.core.$ZodIssue, judged: Judged): ControlDetail[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(key => unknownField(key, issue.path, judged));
  const field = formatPath(issue.path) || 'body';
  const given = valueAt(judged.value, issue.path);
  const valid = valuesOf(issue, judged);
  if (!valid) return [{ field, message: describeIssue(issue, judged.value) }];
  const near = given === undefined ? undefined : nearest(String(given), valid);
  const told =
    issue.code === 'invalid_value'
      ? describeIssue(issue, judged.value)
      : `${given === undefined ? 'missing' : `${JSON.stringify(given)} is none`}: expected one of ${valid.join(', ')}`;
  const message = near === undefined ? told : `${told}; did you mean "${near}"?`;
  return [{ field, message, valid, ...(near !== undefined && { nearest: near }) }];
}

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
  const field = formatPath([...path, key]);
  return { field, message: `unknown; ${hint}`, valid, ...(near !== undefined && { nearest: near }) };
}
