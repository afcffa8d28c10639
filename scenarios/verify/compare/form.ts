import * as z from 'zod/mini';
import { maskFormat } from '#contracts/exchange';
import { isObject } from '#contracts/util';
import type { Expected } from './expected.ts';

const typeNames = { string: 'text', number: 'a number', boolean: 'true or false' } as const;

/** The type of a JSON value in words. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' ? typeNames[type] : type;
}

/** The type that a field has to have, in words. */
export function wantedType({ form, schema }: Expected): string {
  if (form !== 'value') return form === 'list' ? 'a list' : 'an object';
  return wantedOf(schema);
}

function wantedOf(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod; // every schema is one of them
  if (def.type === 'number') return 'format' in def ? 'a whole number' : 'a number';
  if (def.type === 'boolean') return 'true or false';
  return def.type === 'object' ? 'an object' : 'text';
}

/** What is wrong with a value, or undefined where nothing is. */
export interface Mismatch {
  readonly state: 'other-type' | 'other-value';
  readonly expected: string;
  /** What it is, without saying more of it than its type or its form. */
  readonly got: string;
}

/** Judges a value by its own form; the fields inside an object, and the entries of a list, are judged by themselves. */
export function mismatchOf(value: unknown, expected: Expected): Mismatch | undefined {
  const wanted = wantedType(expected);
  if (expected.form === 'list') return Array.isArray(value) ? undefined : otherType(value, wanted);
  if (expected.form === 'object') return isObject(value) ? undefined : otherType(value, wanted);
  return scalarMismatch(value, expected);
}

/** Judges an entry of a list. */
export function entryMismatch(value: unknown, expected: Expected): Mismatch | undefined {
  if (expected.inner.length === 0) return scalarMismatch(value, expected);
  return isObject(value) ? undefined : otherType(value, 'an object');
}

const otherType = (value: unknown, expected: string): Mismatch => ({
  state: 'other-type',
  expected,
  got: typeOf(value),
});

function scalarMismatch(value: unknown, { schema, words }: Expected): Mismatch | undefined {
  const { error } = z.safeParse(schema, value);
  if (!error) return undefined;
  const wanted = wantedOf(schema);
  if (wanted === 'a whole number' && typeof value === 'number')
    return { state: 'other-type', expected: wanted, got: 'a number with a fraction' };
  if (wanted !== 'text' || typeof value !== 'string') return otherType(value, wanted);
  if (words) return { state: 'other-value', expected: `one of ${words.join(', ')}`, got: shownWord(value) };
  const told = error.issues[0]?.message ?? 'another form';
  return {
    state: 'other-value',
    expected: told.replace(/^expected /, ''),
    got: `text like "${shape(value)}"`,
  };
}

/** A word of a list of words is nobody's data; whatever does not look like one is shown by its form. */
const shownWord = (value: string): string =>
  /^[A-Za-z][A-Za-z_ -]{0,30}$/.test(value) ? `"${value}"` : `text like "${shape(value)}"`;

const longestShape = 40;

/** The form of a text: `9999-99-99`. */
function shape(value: string): string {
  const masked = maskFormat(value.slice(0, longestShape));
  return value.length > longestShape ? `${masked}…` : masked;
}
