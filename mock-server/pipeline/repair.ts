import * as z from 'zod';
import { findProduct, statusWords } from '#contracts';
import { otherNames, readWord } from '#contracts/aliases';
import type { Warning } from '#contracts/exchange';
import { schemaAt, shapeOf } from '#contracts/schema-walk';
import { asObject, formatPath, isObject, maskText, nearest, shorten, valueAt } from '#contracts/util';

// Suppliers of this kind accept a number as text, a code as a number, one value instead of a list, and null for a missing value. The
// stand-in also accepts the names and words of public clients. The validation errors of zod name the fields to convert.

/** It takes long to find the nearest known name for an unknown field. */
const maxNamed = 20;

/** Changes `value` in place. */
export function repair(schema: z.core.$ZodType, value: unknown, issues: readonly z.core.$ZodIssue[]) {
  const warnings: Warning[] = [];
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') dropUnknown(schema, value, issue, warnings);
    else reread(schema, value, issue, warnings);
  }
  return warnings;
}

function reread(schema: z.core.$ZodType, root: unknown, issue: z.core.$ZodIssue, warnings: Warning[]): void {
  const name = issue.path.at(-1);
  const parent = valueAt(root, issue.path.slice(0, -1));
  if (name === undefined || typeof parent !== 'object' || parent === null) return;
  const holder = parent as Record<PropertyKey, unknown>; // an object, as checked above
  const given = holder[name];
  const field = formatPath(issue.path);
  if (given === null && isOptional(schemaAt(schema, issue.path))) {
    delete holder[name];
    warnings.push({ kind: 'lenient', field, message: readAsMissing });
    return;
  }
  if (given === null) {
    warnings.push(...dropPayment(schema, root, issue.path));
    return;
  }
  if (issue.code === 'invalid_value') {
    const read = readFilterWord(parent, issue.path);
    warnings.push(...(read.length > 0 ? read : readOtherWord(schema, holder, issue)));
    return;
  }
  const read = issue.code === 'invalid_type' ? convert(given, issue.expected) : undefined;
  if (read === undefined) return;
  holder[name] = read;
  const message = `is ${kind(given)}, but the contract has ${kind(read)}; the server converted the value`;
  warnings.push({ kind: 'lenient', field, message });
}

const readAsMissing = 'is null; the server read the field as missing';

/** Forms of clients send a payment without a condition or a card when the user did not pay by card. */
function dropPayment(schema: z.core.$ZodType, root: unknown, path: readonly PropertyKey[]): Warning[] {
  const at = path.slice(0, path.lastIndexOf('Payment') + 1);
  const [holder, payment] = [valueAt(root, at.slice(0, -1)), valueAt(root, at)];
  if (!isObject(holder) || !isObject(payment) || !isOptional(schemaAt(schema, at))) return [];
  const card = asObject(asObject(payment.PaymentRequestCC1).CreditCard).CardNumber ?? null;
  if (payment.PaymentConditionId !== null && card !== null) return [];
  delete holder.Payment;
  const field = formatPath(at);
  if (card === null) return [{ kind: 'lenient', field, message: `has no card; ${paymentMissing}` }];
  const inCard = `${field}.PaymentRequestCC1.CreditCard`;
  return [{ kind: 'ignored', field: inCard, message: `PaymentConditionId is null; ${paymentMissing}` }];
}

const paymentMissing = 'the server read the payment as missing and charged nothing';

const numeric = /^\s*-?\d{1,15}(?:\.\d+)?\s*$/;

function convert(given: unknown, expected: string): unknown {
  if (given === undefined || given === null) return undefined;
  if (expected === 'array' && typeof given === 'string' && given.includes(','))
    return given.split(',').map(part => part.trim());
  if (expected === 'array' && !Array.isArray(given)) return [given];
  if (expected === 'string' && typeof given === 'number' && Number.isFinite(given)) return String(given);
  if ((expected === 'number' || expected === 'int') && typeof given === 'string' && numeric.test(given))
    return Number(given);
  if (expected === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
  return undefined;
}

export function kind(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'a list';
  const type = typeof value;
  return type === 'string' ? 'text' : type === 'object' ? 'an object' : `a ${type}`;
}

function dropUnknown(
  schema: z.core.$ZodType,
  root: unknown,
  issue: z.core.$ZodIssueUnrecognizedKeys,
  warnings: Warning[],
): void {
  const holder = valueAt(root, issue.path);
  if (typeof holder !== 'object' || holder === null) return;
  const shape = shapeOf(schemaAt(schema, issue.path));
  const others = issue.keys.filter(key => {
    const warning = readAlias(schema, root, [...issue.path, key]);
    if (warning) warnings.push(warning);
    return !warning;
  });
  for (const [index, key] of others.entries()) {
    const dropped = holder as Record<string, unknown>; // an object, as checked above
    const card = cardField.test(key) ? [] : cardWithin(dropped[key]);
    delete dropped[key];
    if (index >= maxNamed) continue;
    const near = nearest(key, Object.keys(shape)) ?? nameWithin(shape, key);
    const hint = near === undefined ? '' : `; did you mean "${near}"?`;
    const message = `${unknownText(issue.path, near)}${hint}`;
    warnings.push({
      kind: 'unknown-field',
      field: formatPath([...issue.path, shorten(maskText(key), 80), ...card]),
      message,
    });
  }
  if (others.length > maxNamed) {
    const field = formatPath(issue.path);
    warnings.push({
      kind: 'unknown-field',
      field,
      message: `${others.length - maxNamed} more fields are not in the contract`,
    });
  }
}

/** An unused filter gives the client more bookings than it expects. */
const unknownText = (path: readonly PropertyKey[], near = ''): string =>
  formatPath(path) === listCriteria || near.startsWith(`${listCriteria}.`)
    ? 'is not a filter of the contract; the list is not filtered by it'
    : 'is not a field of the contract; the server did not use it';

const listCriteria = 'SearchBookingCriteria';

/** Clients also send fields one level too high. */
function nameWithin(shape: ReturnType<typeof shapeOf>, key: string): string | undefined {
  const name = Object.keys(shape).find(one => Object.hasOwn(shapeOf(shape[one]), key));
  return name && `${name}.${key}`;
}

const cardField = /^(?:PaymentRequestCC1|CreditCard|CardNumber|SecurityCode)$/i;
const maxDepth = 4;

function cardWithin(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth === maxDepth) return [];
  for (const [key, inner] of Object.entries(value).slice(0, maxNamed)) {
    if (cardField.test(key)) return [key];
    const deeper = cardWithin(inner, depth + 1);
    if (deeper.length > 0) return [shorten(maskText(key), 80), ...deeper];
  }
  return [];
}

const isOptional = (schema: z.core.$ZodType | undefined): boolean => schema instanceof z.core.$ZodOptional;

function readAlias(
  schema: z.core.$ZodType,
  root: unknown,
  path: readonly PropertyKey[],
): Warning | undefined {
  const holder = valueAt(root, path.slice(0, -1));
  const target = targetOf(schema, root, path);
  if (!target || !isObject(holder)) return undefined;
  const field = formatPath(path);
  const key = String(path.at(-1));
  const given = holder[key];
  delete holder[key];
  const { object, name } = target;
  if (Object.hasOwn(object, name) && object[name] !== null) {
    const message = `is another name of "${name}"; the request contains both, and the server read "${name}"`;
    return { kind: 'ignored', field, message };
  }
  // Public clients send an empty list when the user chose nothing.
  if (Array.isArray(given) && given.length === 0)
    return { kind: 'lenient', field, message: 'is an empty list; the server read the field as missing' };
  object[name] = given;
  const message = `is read as "${name}"; public clients of this family send this name`;
  return { kind: 'lenient', field, message };
}

function targetOf(schema: z.core.$ZodType, root: unknown, path: readonly PropertyKey[]) {
  // The other name can be one level deeper than the field of the contract, like `Filters.SelectedHotelsIds`.
  for (const depth of [1, 2]) {
    const at = path.slice(0, -depth);
    const name = otherNames(schemaAt(schema, at)).get(path.slice(-depth).join('.'));
    const object = valueAt(root, at);
    if (name !== undefined && isObject(object)) return { object, name };
  }
  return undefined;
}

/** Replaces a word that differs only in letter case, or that public clients send. */
function readOtherWord(
  schema: z.core.$ZodType,
  holder: Record<PropertyKey, unknown>,
  { path, values }: z.core.$ZodIssueInvalidValue,
): Warning[] {
  const name = path.at(-1) ?? '';
  const given = holder[name];
  const read =
    typeof given === 'string' ? readWord(schemaAt(schema, path), values.map(String), given) : undefined;
  if (!read) return [];
  holder[name] = read.word;
  const field = formatPath(path);
  if (read.other === undefined)
    return [{ kind: 'spelling', field, message: `"${given}" is spelled "${read.word}" in the contract` }];
  const message = `"${read.other}" is read as "${read.word}"; public clients of this family send this word`;
  return [{ kind: 'lenient', field, message }];
}

/** The filters of GetBookingList whose words clients write in several ways. */
const filters = new Map<string, (word: string) => readonly string[]>([
  ['SearchBookingCriteria.BookingStatus', statusWords],
  ['SearchBookingCriteria.ServiceTypes', word => [findProduct(word) ?? []].flat()],
]);

/** One word can mean several words of the contract. A word in another letter case is a matter of spelling. */
function readFilterWord(list: object, path: readonly PropertyKey[]): Warning[] {
  const index = Number(path.at(-1));
  const given: unknown = Array.isArray(list) ? list[index] : undefined;
  if (!Array.isArray(list) || typeof given !== 'string') return [];
  const [word, ...others] = filters.get(formatPath(path.slice(0, -1)))?.(given) ?? [];
  if (word === undefined) return [];
  list[index] = word;
  list.push(...others); // at the end, because the errors about other words contain their positions
  const field = formatPath(path);
  const words = [word, ...others];
  const shown = words.map(one => `"${one}"`).join(' and ');
  const isSpelling = words.every(one => one.toLowerCase() === given.toLowerCase());
  return [
    isSpelling
      ? { kind: 'spelling', field, message: `"${given}" is spelled ${shown} in the contract` }
      : {
          kind: 'lenient',
          field,
          message: `is a word that the contract does not have; the server read ${shown}`,
        },
  ];
}
