import * as z from 'zod';
import {
  type AnyOperation,
  type Complaint,
  crossFieldComplaints,
  type Dialect,
  type InspectContext,
  limits,
} from '#contracts';
import { latestToday } from '#contracts/calendar';
import type { Warning } from '#contracts/exchange';
import { shapeOf, unwrap } from '#contracts/schema-walk';
import {
  asObject,
  describeIssue,
  formatPath,
  isObject,
  maskText,
  parseJson,
  readJson,
  shorten,
  valueAt,
} from '#contracts/util';
import { bookingIdOf, type Refusal, refuse, refuseFields } from '../books/index.ts';
import { destinationAt, localDate } from '../inventory/index.ts';
import { splitUrl } from './match.ts';
import { repair } from './repair.ts';
import type { IncomingCall, Limited, Matched, Parsed, Validated } from './stages.ts';

/** Some clients send this character before the JSON. */
export const byteOrderMark = '\uFEFF';
export const markWarning: Warning = {
  kind: 'lenient',
  field: '',
  message: 'the body begins with a byte-order mark, which is not part of JSON',
};

export function parse(matched: Matched, dialect: Dialect): Parsed {
  const { body, json } = readRequest(matched, dialect);
  return Object.assign(matched, { body, json: dialect.plain ? json : undefined });
}

/** A call that another program has recorded has no other parts. */
export interface RequestParts extends Pick<Matched, 'operation' | 'parameters' | 'text' | 'warnings'> {
  readonly incoming: Pick<IncomingCall, 'url' | 'header'>;
  readonly sandbox: { readonly redactor: Pick<Matched['sandbox']['redactor'], 'redactText'> };
}

/** The body has contract names. */
export function readRequest(parts: RequestParts, dialect: Dialect): { body: unknown; json?: object } {
  if (parts.operation.method === 'GET') return { body: readUrl(parts, dialect) };
  const json = parseBody(parts);
  return { body: withPath(inContract(json, parts, dialect), parts, dialect), json };
}

function withPath(body: unknown, { operation, parameters }: RequestParts, dialect: Dialect): unknown {
  return parameters.size === 0
    ? body
    : dialect.withParameters(operation.id, body, decodeParameters(parameters));
}

const decodeParameters = (parameters: Matched['parameters']): ReadonlyMap<string, string> =>
  new Map([...parameters].map(([name, { text }]) => [name, decode(text, name)]));

/** A mistake that suppliers accept only adds a warning. When a key repeats, the last value counts. */
function parseBody({ text, warnings, incoming }: RequestParts): object {
  if (text === null)
    throw refuse(
      'PayloadTooLarge',
      `the body is larger than ${limits.bodySize.value} bytes; send less (assumed limit)`,
    );
  const hasMark = text.startsWith(byteOrderMark);
  if (hasMark) warnings.push(markWarning);
  const type = incoming.header('content-type');
  if (!type?.toLowerCase().includes('json')) {
    const message = `Content-Type is ${type === undefined ? 'missing' : `"${maskText(type)}"`}; send application/json`;
    warnings.push({ kind: 'header', field: 'Content-Type', message });
  }
  const plain = hasMark ? text.slice(1) : text;
  const json = parseJson(plain, problem => notJson(plain, problem, incoming));
  if (text.length > 2 * maxDepth && isDeeperThan(json, maxDepth)) {
    throw refuse(
      'InvalidRequest',
      `the body is nested deeper than ${maxDepth} levels; no request of the contract needs more (assumed limit)`,
    );
  }
  const long = text.length > 2 * maxEntries ? longListIn(json) : undefined;
  if (long) {
    const message = `has ${long.entries} entries; send at most ${maxEntries} (assumed limit)`;
    throw refuse('InvalidRequest', message, long.field);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    const kind = json === null ? 'null' : Array.isArray(json) ? 'an array' : `a ${typeof json}`;
    throw refuse('InvalidRequest', `the body is ${kind}; send a JSON object`);
  }
  warnings.push(...oddText(text, json));
  return json;
}

function inContract(json: object, { operation, warnings }: RequestParts, dialect: Dialect): unknown {
  if (dialect.plain) return json;
  return dialect.toContract(operation.id, 'request', json, field => {
    warnings.push({ kind: 'ignored', field, message: sentTwice });
  });
}

const sentTwice = 'is sent under two names; the server ignored the value under the name of the contract';

export function parseObject(text: string | null): object | undefined {
  const json = readJson(text ?? '');
  return typeof json === 'object' && json !== null && !isDeeperThan(json, maxDepth) ? json : undefined;
}

const maxDepth = limits.nesting.value;
const maxEntries = limits.listEntries.value;

/** The checks of a very long list would block the process for seconds. */
function longListIn(json: unknown): { field: string; entries: number } | undefined {
  let level: { path: PropertyKey[]; value: unknown }[] = [{ path: [], value: json }];
  while (level.length > 0) {
    const long = level.find(({ value }) => Array.isArray(value) && value.length > maxEntries);
    if (Array.isArray(long?.value)) return { field: formatPath(long.path), entries: long.value.length };
    level = level.flatMap(({ path, value }) =>
      isObject(value) || Array.isArray(value)
        ? Object.entries(value).map(([name, entry]) => ({
            path: [...path, Array.isArray(value) ? Number(name) : name],
            value: entry,
          }))
        : [],
    );
  }
  return undefined;
}

export function isDeeperThan(value: unknown, max: number): boolean {
  if (max < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, max - 1)) return true;
  return false;
}

export function contentCoding({ header }: Pick<IncomingCall, 'header'>): string | undefined {
  const coding = header('content-encoding')?.trim();
  return coding === '' || coding?.toLowerCase() === 'identity' ? undefined : coding;
}

function notJson(text: string, problem: string, incoming: RequestParts['incoming']): Refusal {
  if (text.trim() === '') return refuse('InvalidRequest', 'the body is empty; send a JSON object');
  const coding = contentCoding(incoming);
  const message =
    coding === undefined
      ? `the body is not JSON: ${problem}; send a JSON object`
      : `the body is compressed (Content-Encoding "${maskText(coding)}"), which the supplier does not read; send the body uncompressed`;
  return refuse('InvalidRequest', message);
}

const maxRepeatWarnings = 20;

function readUrl(matched: RequestParts, dialect: Dialect): Record<string, unknown> {
  const { operation, warnings, parameters, text } = matched;
  if (text !== '')
    warnings.push({ kind: 'lenient', field: '', message: 'a GET has no body; the server ignored the body' });
  const query = readQuery(matched, dialect);
  // A dialect converts an object to an object.
  const sent = dialect.toContract(operation.id, 'request', query) as Record<string, unknown>;
  for (const name of parameters.keys()) {
    if (!Object.hasOwn(sent, name)) continue;
    const message = 'is a part of the path; the server did not read the query parameter';
    warnings.push({ kind: 'unknown-field', field: name, message });
  }
  const request = dialect.withParameters(operation.id, sent, decodeParameters(parameters));
  readNumbers(request, operation);
  return request;
}

/** All values in an address are text. */
function readNumbers(request: Record<string, unknown>, operation: AnyOperation): void {
  for (const [name, schema] of Object.entries(shapeOf(operation.request))) {
    if (!(unwrap(schema) instanceof z.core.$ZodNumber)) continue;
    const given = request[name];
    if (typeof given === 'string' && /^-?\d{1,16}$/.test(given) && Number.isSafeInteger(Number(given)))
      request[name] = Number(given);
  }
}

/** When a parameter repeats, the last value counts, like a repeated key in JSON. */
function readQuery({ operation, incoming, warnings, sandbox }: RequestParts, dialect: Dialect) {
  const names = Object.keys(shapeOf(operation.request)).map(name =>
    dialect.fieldPath(operation.id, 'request', name),
  );
  const spelled = new Map(names.map(name => [name.toLowerCase(), name]));
  const given = new Map<string, string>();
  let repeats = 0;
  for (const part of splitUrl(incoming.url).query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const sent = decode(plusToBlank(at < 0 ? part : part.slice(0, at)), 'query');
    const name = spelled.get(sent.toLowerCase()) ?? sent;
    // The name is redacted before it is shortened, because the redactor would not recognise a part of a secret.
    const field = shorten(sandbox.redactor.redactText(sent), 80);
    if (name !== sent) {
      const message = `"${field}" is spelled "${name}" in the contract`;
      warnings.push({ kind: 'spelling', field: name, message });
    }
    if (given.has(name) && ++repeats <= maxRepeatWarnings)
      warnings.push({ kind: 'lenient', field, message: repeated });
    given.set(name, decode(plusToBlank(at < 0 ? '' : part.slice(at + 1)), field));
  }
  return Object.fromEntries(given);
}

const plusToBlank = (text: string): string => text.replaceAll('+', ' ');

function decode(text: string, field: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    throw refuse(
      'InvalidRequest',
      'contains a percent sign that is not an escape of UTF-8 text; write "%" as "%25" and encode characters beyond ASCII',
      field,
    );
  }
}

const maxFound = 20;
const maxSteps = 20;

const sign = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\],]/g;
const oddCharacter = /\uFFFD|\\u[dD][89a-fA-F]/;
const repeated = 'is repeated; the server read the last value';
const notUtf8 = 'contains U+FFFD, the sign for bytes that are not UTF-8; encode the body as UTF-8';
const halfPair = 'contains half of a surrogate pair, which is not a character; send both halves or neither';

/**
 * Warns of what a strict reader of JSON rejects or changes. Compact JSON without repeated keys has the length of its parsed value, and is
 * not scanned.
 */
export function oddText(text: string, json: object): Warning[] {
  if (text.length === JSON.stringify(json).length && !oddCharacter.test(text)) return [];
  const found: Warning[] = [];
  const levels: { step: string | number; readonly keys: Map<string, number> }[] = [];
  const warn = (message: string) => found.push({ kind: 'lenient', field: fieldAt(levels), message });
  for (const [token, quoted, colon] of text.matchAll(sign)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ step: '', keys: new Map() });
    else if (token === '[') levels.push({ step: 0, keys: new Map() });
    else if (token === '}' || token === ']') levels.pop();
    else if (quoted === undefined && typeof level?.step === 'number') level.step += 1;
    if (quoted === undefined) continue;
    const value: string = JSON.parse(quoted);
    if (colon !== undefined && level) {
      level.step = value;
      const times = (level.keys.get(value) ?? 0) + 1;
      level.keys.set(value, times);
      if (times === 2) warn(repeated);
    }
    if (quoted.includes('\uFFFD')) warn(notUtf8);
    else if (!value.isWellFormed()) warn(halfPair);
    if (found.length >= maxFound) return found.slice(0, maxFound);
  }
  return found;
}

/** Keys are masked, because a client can send a secret as a key. */
function fieldAt(levels: readonly { readonly step: string | number }[]): string {
  const steps = levels
    .slice(0, maxSteps)
    .map(({ step }) => (typeof step === 'number' ? step : shorten(maskText(step.toWellFormed()), 80)));
  return `${formatPath(steps)}${levels.length > maxSteps ? '…' : ''}`;
}

const repairRounds = 8;

// These limits keep the answer and the journal entry small, even for a large wrong request.
const maxComplaints = 200;
const maxWarnings = 100;

export interface ValidateContext extends InspectContext {
  /** About a well-formed request, for example about an unknown place. */
  supplier(body: unknown): Complaint[];
  /** Whether the requests of the dialect can leave out a required field. The path has no list indexes. */
  isOptional?(path: string): boolean;
}

const inspect = (operation: AnyOperation, body: unknown, context: ValidateContext): Complaint[] => [
  ...crossFieldComplaints(operation.id, body, context),
  ...context.supplier(body),
];

/** Repairs the mistakes that suppliers accept, with a warning for each. The Refusal names every wrong field (err.400). */
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
      return sandbox.inventory.current.inventoryOf(operation.product).complaints(criteria, now);
    },
  };
}

export function check(operation: AnyOperation, body: unknown, context: ValidateContext, warnings: Warning[]) {
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
