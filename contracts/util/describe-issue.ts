import type * as z from 'zod';
import { maskBody } from './mask.ts';

const maxShown = 60;

/** @example formatPath(['Criteria', 'SearchRooms', 0, 'NumAdults']) // 'Criteria.SearchRooms[0].NumAdults' */
export function formatPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    const name = String(step);
    if (typeof step === 'number') text += `[${step}]`;
    else if (name.includes('.')) text += `["${name}"]`;
    else text += text === '' ? name : `.${name}`;
  }
  return text;
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step]; // Object.hasOwn has shown that the key exists
  }
  return here;
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  nonoptional: 'a value',
};

/** Masks a secret value. */
export function describeIssue(issue: z.core.$ZodIssue, body: unknown): string {
  const value = valueAt(body, issue.path);
  if (value === undefined && issue.code !== 'custom') return `missing: expected ${expectation(issue)}`;
  if (value === undefined) return issue.message;
  return `${expectation(issue, 'expected ')}, got ${showValue(value, issue.path.at(-1))}`;
}

function expectation(issue: z.core.$ZodIssue, prefix = ''): string {
  if (issue.code === 'invalid_key' && issue.issues[0])
    return `the name: ${expectation(issue.issues[0], prefix)}`;
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return prefix + (words[issue.expected] ?? issue.expected);
  if (issue.code === 'invalid_value') return `${prefix}one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `${prefix}${issue.inclusive === false ? 'below' : 'at most'} ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return `${prefix}${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
  return prefix === '' ? issue.message.replace(/^expected /, '') : issue.message;
}

function unitOf(origin: string, count: number | bigint): string {
  if (origin === 'string') return count === 1 ? ' letter' : ' letters';
  if (origin === 'array') return count === 1 ? ' entry' : ' entries';
  return '';
}

/** `name`: decides whether the value is a secret. @example showValue('4111111111111111') // '"9999999999999999"' */
export function showValue(value: unknown, name?: PropertyKey): string {
  if (Number.isNaN(value)) return 'NaN';
  // JSON.parse reads a number like 1e999 as Infinity, which JSON cannot show.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large';
  if (typeof value === 'bigint') return 'a BigInt';
  const walk = { partsLeft: maxParts, isTooDeep: false };
  const shown = beginningOf(value, walk);
  if (walk.isTooDeep) return 'a value with too many levels';
  const masked: unknown = Object.values(Object(maskBody({ [lastName(name)]: shown }, () => '***')))[0]; // maskBody keeps the field
  // The mask of a text can be an object, which a message cannot show.
  const text =
    typeof value !== 'object' && typeof masked === 'object'
      ? '***'
      : (JSON.stringify(masked, bigAsText) ?? String(value));
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** To mask a megabyte of digits takes a tenth of a second. */
const maxMasked = 2_000;
const maxParts = 200;

export const beginningOfText = (text: string): string => text.slice(0, maxMasked);

function beginningOf(value: unknown, walk: { partsLeft: number; isTooDeep: boolean }, depth = 0): unknown {
  walk.partsLeft -= 1;
  if (typeof value === 'string') return beginningOfText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) walk.isTooDeep = true;
  if (walk.isTooDeep || walk.partsLeft <= 0) return {};
  const copy = (inner: unknown) => beginningOf(inner, walk, depth + 1);
  if (Array.isArray(value)) return value.slice(0, maxParts).map(copy);
  const entries = Object.entries(value).slice(0, maxParts);
  return Object.fromEntries(entries.map(([name, inner]) => [beginningOfText(name), copy(inner)]));
}

const lastName = (name: PropertyKey = ''): string =>
  String(name)
    .replace(/\[[^\]]*\]$/, '')
    .replace(/^.*\./s, '');

/** JSON has no BigInt, and the number could be a secret. */
const bigAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? 'a BigInt' : value);

/** A deeper value could overflow the stack. */
const maxDepth = 100;
