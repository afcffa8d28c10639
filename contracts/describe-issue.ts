import type * as z from 'zod';
import { maskBody } from './mask.ts';

const shown = 60;

/** A path as people write it. `['Criteria', 'SearchRooms', 0, 'NumAdults']` gives `Criteria.SearchRooms[0].NumAdults`. */
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

/** What stands at a path of a value; undefined where it ends early. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step]; // an object that has this key
  }
  return here;
}

const words: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** What is wrong with a value and what would be right, with the value itself unless it is a secret. */
export function describeIssue(issue: z.core.$ZodIssue, body: unknown): string {
  const value = valueAt(body, issue.path);
  if (value === undefined && issue.code !== 'custom') return `missing: expected ${expectation(issue)}`;
  if (value === undefined) return issue.message;
  return `${expectation(issue, 'expected ')}, got ${show(value, issue.path.at(-1))}`;
}

function expectation(issue: z.core.$ZodIssue, prefix = ''): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return prefix + (words[issue.expected] ?? issue.expected);
  if (issue.code === 'invalid_value') return `${prefix}one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big' && issue.message.startsWith('Too big'))
    return `${prefix}at most ${issue.maximum}`;
  if (issue.code === 'too_small' && issue.message.startsWith('Too small'))
    return `${prefix}at least ${issue.minimum}`;
  return prefix === '' ? issue.message.replace(/^expected /, '') : issue.message;
}

function show(value: unknown, name: PropertyKey | undefined): string {
  // JSON knows no Infinity, which is what a number like 1e999 is read as.
  if (typeof value === 'number' && !Number.isFinite(value)) return `a number too large to be read`;
  const masked: unknown = Object.values(Object(maskBody({ [String(name)]: value }, () => '***')))[0]; // it keeps the one field
  // A text that became an object is one that is not shown at all.
  const text =
    typeof value === 'string' && typeof masked === 'object'
      ? '***'
      : (JSON.stringify(masked) ?? String(value));
  return text.length > shown ? `${text.slice(0, shown)}…` : text;
}
