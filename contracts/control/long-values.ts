import * as z from 'zod';
import { detailsOf } from '../details.ts';
import { parseInSteps, TooManyValues } from '../parse-in-steps.ts';
import type { ControlDetail } from '../scalars.ts';
import { formatPath, isObject } from '../util/index.ts';

// The lists and texts of an exported file can have a million entries. zod checks a whole value at once and collects all problems,
// so a list of wrong values took seconds and gigabytes. The schemas of this file leave long values to `checkInSteps`.

/** The maximum number of problems that are collected. An answer names no more of them. */
const maxProblems = 100;
/** The maximum number of entries of a list that is checked together with the object that contains the list. */
const maxEntriesAtOnce = 10;
/** The maximum length of a JSON text that is checked together with the object that contains the text. */
const maxTextAtOnce = 4_096;
/** The number of values that are checked or compared in one step. */
const valuesPerStep = 16;

/** A value that `checkInSteps` still has to check: the entries of a list, or the value of a JSON text. */
type Long = { readonly list: readonly unknown[]; readonly schema: z.ZodType } | LongText;
interface LongText {
  readonly text: string;
  readonly schema: z.ZodType;
}

/** The long values that the present call of `checkInSteps` has found. Undefined outside of such a call. */
let found: Long[] | undefined;

/**
 * Returns the schema of a list that can be long. `checkInSteps` checks a long list entry by entry. A plain `safeParse` stops after
 * 100 problems. Methods that copy the schema, such as `min`, remove this behaviour.
 *
 * @param limits the minimum and the maximum number of entries. A list with more entries has only this problem
 * @example longList(z.string(), { max: 1_000 }).safeParse(['a'])
 */
export function longList<S extends z.ZodType>(
  schema: S,
  { min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {},
): z.ZodArray<S> {
  const list = min > 0 ? z.array(schema).min(min) : z.array(schema);
  const { run } = list._zod;
  list._zod.run = (payload, context) => {
    const { value, issues } = payload;
    if (!Array.isArray(value) || value.length <= maxEntriesAtOnce) return run(payload, context);
    if (value.length > max)
      issues.push({
        code: 'too_big',
        origin: 'array',
        maximum: max,
        inclusive: true,
        input: value,
        inst: list,
      });
    else if (found) found.push({ list: value, schema });
    else issues.push(...firstIssues(value, schema));
    return payload;
  };
  return list;
}

/**
 * Returns a schema that refuses a value with more values inside than `max`, before the given schema checks them all. Methods that
 * copy the schema remove this behaviour.
 *
 * @example smallOnly(faultSchema().required({ id: true }), 1_000)
 */
export function smallOnly<S extends z.ZodType>(schema: S, max: number): S {
  const { run } = schema._zod;
  schema._zod.run = (payload, context) => {
    if (!hasMore(payload.value, max)) return run(payload, context);
    const message = `has more than ${max} values; remove the values that the schema does not need`;
    payload.issues.push({ code: 'custom', message, input: payload.value, inst: schema });
    return payload;
  };
  return schema;
}

/** Returns whether a value contains more than `max` values. */
function hasMore(value: unknown, max: number): boolean {
  const queue = [value];
  for (const one of queue) {
    if (queue.length > max) return true;
    if (typeof one !== 'object' || one === null) continue;
    const inner = Array.isArray(one) ? one : Object.values(one);
    if (inner.length > max) return true;
    queue.push(...inner);
  }
  return false;
}

/**
 * Returns the schema of an object of numbers that can have many members. The check stops after 100 problems.
 *
 * @example numbersByName().safeParse({ a: 1 })
 */
export function numbersByName(): z.ZodRecord<z.ZodString, z.ZodNumber> {
  const record = z.record(z.string(), z.number());
  const { run } = record._zod;
  record._zod.run = (payload, context) => {
    const { value, issues } = payload;
    if (!isObject(value)) return run(payload, context);
    for (const name in value) {
      if (Number.isFinite(value[name])) continue;
      const input = value[name];
      issues.push({ code: 'invalid_type', expected: 'number', input, inst: record, path: [name] });
      if (issues.length >= maxProblems) break;
    }
    return payload;
  };
  return record;
}

function firstIssues(list: readonly unknown[], schema: z.ZodType): z.core.$ZodRawIssue[] {
  const first: z.core.$ZodRawIssue[] = [];
  for (const [index, input] of list.entries()) {
    for (const issue of schema.safeParse(input).error?.issues ?? [])
      first.push({ ...issue, input, path: [index, ...issue.path] } as z.core.$ZodRawIssue); // zod has created this issue
    if (first.length >= maxProblems) break;
  }
  return first.slice(0, maxProblems);
}

/** Returns the schema of a text that is JSON and whose parsed value matches the given schema. */
export const jsonOf = (schema: z.ZodType) =>
  z.string().check(({ value, issues }) => {
    if (found && value.length > maxTextAtOnce) {
      found.push({ text: value, schema });
      return;
    }
    const { error } = schema.safeParse(parseOrUndefined(value));
    for (const { path, message } of error?.issues.slice(0, maxProblems) ?? [])
      issues.push({ code: 'custom', input: value, path, message });
  });

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The place of a value: the path inside a holder, and the place of the holder. Undefined for the whole value. */
type Place = { readonly path: readonly PropertyKey[]; readonly holder: Place } | undefined;
/** A long value, with the value in which it was found. */
type Waiting = Long & { readonly root: unknown; readonly place: Place };

/**
 * Checks a value, and yields after each short step, so that other calls wait at most some milliseconds. Stops after 100 problems.
 *
 * @returns the problems, each with the path inside the value
 * @example const details = yield* checkInSteps(schema, value);
 */
export function* checkInSteps(schema: z.ZodType, value: unknown): Generator<undefined, ControlDetail[]> {
  const details: ControlDetail[] = [];
  const waiting: Waiting[] = [];
  const check = (schema: z.ZodType, value: unknown, place: Place): void => {
    found = [];
    try {
      const { error } = schema.safeParse(value);
      for (const long of found) waiting.push({ ...long, root: value, place });
      if (error) details.push(...detailsOf(error, { schema, value }).map(detail => at(place, detail)));
    } finally {
      found = undefined;
    }
  };
  check(schema, value, undefined);
  for (let long = waiting.shift(); long && details.length < maxProblems; long = waiting.shift()) {
    const { root, place: holder, schema } = long;
    const path = yield* pathTo('list' in long ? long.list : long.text, root);
    if ('text' in long) {
      const place = { path, holder };
      try {
        check(schema, yield* parsedOf(long), place);
      } catch (error) {
        if (!(error instanceof TooManyValues)) throw error;
        details.push(at(place, { message: error.message }));
      }
      continue;
    }
    for (const [index, entry] of long.list.entries()) {
      check(schema, entry, { path: [...path, index], holder });
      if (details.length >= maxProblems) break;
      if (index % valuesPerStep === 0) yield undefined;
    }
  }
  return details.slice(0, maxProblems);
}

function* parsedOf({ text }: LongText): Generator<undefined, unknown> {
  try {
    return yield* parseInSteps(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns a detail whose field begins with the place of the value that contains the field. */
function at(place: Place, detail: ControlDetail): ControlDetail {
  const path: PropertyKey[] = [];
  for (let here = place; here; here = here.holder) path.unshift(...here.path);
  if (path.length === 0) return detail;
  const { field = 'body', ...rest } = detail;
  const inside = field === 'body' ? '' : field.startsWith('[') ? field : `.${field}`;
  return { field: `${formatPath(path)}${inside}`, ...rest };
}

/** Returns the path of a list or a text inside a value. Outer levels come first. */
function* pathTo(wanted: unknown, root: unknown): Generator<undefined, PropertyKey[]> {
  const queue: { readonly value: unknown; readonly path: PropertyKey[] }[] = [{ value: root, path: [] }];
  for (const [index, { value, path }] of queue.entries()) {
    if (value === wanted) return path;
    if (index % valuesPerStep === 0) yield undefined;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    if (isList && value.length > maxEntriesAtOnce) continue; // the entries of a long list are holders of their own
    for (const [name, inner] of Object.entries(value))
      queue.push({ value: inner, path: [...path, isList ? Number(name) : name] });
  }
  return [];
}
