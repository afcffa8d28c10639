import * as z from 'zod';
import { type AnyOperation, type Dialect, limits } from '#contracts';
import { maskText, type Warning } from '#contracts/exchange';
import { formatPath, isObject, shorten } from '#contracts/util';
import { refuse } from '../books/index.ts';
import { splitUrl } from './address.ts';
import { oddText } from './odd-text.ts';
import type { IncomingCall, Matched, Parsed } from './stages.ts';

/** The byte-order mark, a character that some clients send before the JSON. */
export const byteOrderMark = '\uFEFF';
export const markWarning: Warning = {
  kind: 'lenient',
  field: '',
  message: 'the body begins with a byte-order mark, which is not part of JSON',
};

/**
 * Creates the stage that parses a request: the JSON of a POST, the path and query of a GET. The result has contract names.
 *
 * @throws Refusal 413 for a body over the limit, 400 for a body or an address that cannot be read
 */
export function createParse(dialect: Dialect): (matched: Matched) => Parsed {
  const readUrl = createUrlReader(dialect);
  return matched =>
    matched.operation.method === 'GET'
      ? Object.assign(matched, { body: readUrl(matched), json: undefined })
      : Object.assign(matched, {
          body: withPath(parseBody(matched, dialect), matched, dialect),
          json: (dialect.plain && matched.text) || undefined,
        });
}

/** Adds the parameters of the path to a body. Most paths of calls with a body have no parameters. */
function withPath(body: unknown, { operation, parameters }: Matched, dialect: Dialect): unknown {
  return parameters.size === 0
    ? body
    : dialect.withParameters(operation.id, body, decodeParameters(parameters));
}

const decodeParameters = (parameters: Matched['parameters']): ReadonlyMap<string, string> =>
  new Map([...parameters].map(([name, { text }]) => [name, decode(text, name)]));

/** Parses a body. A mistake that suppliers accept only adds a warning. When a key repeats, the last value counts. */
function parseBody({ text, warnings, operation, incoming }: Matched, dialect: Dialect): unknown {
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
  const json = parseJson(hasMark ? text.slice(1) : text, incoming);
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
  return dialect.plain
    ? json
    : dialect.toContract(operation.id, 'request', json, field => {
        warnings.push({ kind: 'ignored', field, message: sentTwice });
      });
}

const sentTwice = 'is sent under two names; the server ignored the value under the name of the contract';

/** Parses a body and returns the JSON object. Returns undefined when the text is not a JSON object. */
export function parseObject(text: string | null): object | undefined {
  try {
    const json: unknown = JSON.parse(text ?? '');
    return typeof json === 'object' && json !== null && !isDeeperThan(json, maxDepth) ? json : undefined;
  } catch {
    return undefined;
  }
}

const maxDepth = limits.nesting.value;
const maxEntries = limits.listEntries.value;

/**
 * Returns the first list with too many entries; outer levels come first. Without a limit for the entries, the checks of a very long list
 * would block the process for seconds.
 */
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

/** Returns whether lists and objects are nested deeper than `max` levels. */
export function isDeeperThan(value: unknown, max: number): boolean {
  if (max < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, max - 1)) return true;
  return false;
}

/** Returns the Content-Encoding of a call; undefined when its body is not compressed. */
export function contentCoding({ header }: IncomingCall): string | undefined {
  const coding = header('content-encoding')?.trim();
  return coding === '' || coding?.toLowerCase() === 'identity' ? undefined : coding;
}

function parseJson(text: string, incoming: IncomingCall): unknown {
  if (text.trim() === '') throw refuse('InvalidRequest', 'the body is empty; send a JSON object');
  try {
    return JSON.parse(text);
  } catch (error) {
    const coding = contentCoding(incoming);
    const found =
      error instanceof Error ? /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message) : null;
    throw refuse(
      'InvalidRequest',
      coding === undefined
        ? `the body is not JSON${found ? `: the error is at ${found[0]}` : ''}; send a JSON object`
        : `the body is compressed (Content-Encoding "${maskText(coding)}"), which the supplier does not read; send the body uncompressed`,
    );
  }
}

const maxRepeatWarnings = 20;

/** The names that `createUrlReader` needs to read the address of an operation. */
interface Names {
  /** The query parameters. The key is the name in lower case, the value is the name as the dialect spells it. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The fields that are numbers. All values in an address are text, so these fields must be converted. */
  readonly numbers: ReadonlySet<string>;
}

function createUrlReader(dialect: Dialect): (matched: Matched) => Record<string, unknown> {
  return matched => {
    const { operation, incoming, warnings, parameters, text } = matched;
    const names = namesOf(operation, dialect);
    if (text !== '')
      warnings.push({
        kind: 'lenient',
        field: '',
        message: 'a GET has no body; the server ignored the body',
      });
    const query = readQuery(matched, splitUrl(incoming.url).query, names);
    // The cast is safe, because a dialect converts an object to an object.
    const sent = dialect.toContract(operation.id, 'request', query) as Record<string, unknown>;
    for (const name of parameters.keys()) {
      if (Object.hasOwn(sent, name))
        warnings.push({
          kind: 'unknown-field',
          field: name,
          message: 'is a part of the path; the server did not read the query parameter',
        });
    }
    const request = dialect.withParameters(operation.id, sent, decodeParameters(parameters));
    readNumbers(request, names.numbers);
    return request;
  };
}

/** Converts the given fields from text to numbers. A text that is not an integer stays unchanged. */
function readNumbers(request: Record<string, unknown>, fields: ReadonlySet<string>): void {
  for (const name of fields) {
    const given = request[name];
    if (typeof given === 'string' && /^-?\d{1,16}$/.test(given) && Number.isSafeInteger(Number(given)))
      request[name] = Number(given);
  }
}

/**
 * Returns a request from the path and query of a GET, with numbers where the contract has numbers. All values in an address
 * are text.
 *
 * @example withNumbers(operations.hotelDetail, { managerId: '7' }) // { managerId: 7 }
 */
export function withNumbers(operation: AnyOperation, request: object): object {
  const copy = { ...request };
  readNumbers(copy, numberFields(operation));
  return copy;
}

function namesOf(operation: AnyOperation, dialect: Dialect): Names {
  const names = Object.keys(shapeOf(operation));
  const inDialect = names.map(name => dialect.fieldPath(operation.id, 'request', name));
  return {
    parameters: new Map(inDialect.map(name => [name.toLowerCase(), name])),
    numbers: numberFields(operation),
  };
}

const shapeOf = ({ request }: AnyOperation): Readonly<Record<string, z.core.$ZodType>> =>
  request instanceof z.core.$ZodObject ? request._zod.def.shape : {};

function numberFields(operation: AnyOperation): ReadonlySet<string> {
  const shape = shapeOf(operation);
  const isNumber = (schema: z.core.$ZodType | undefined): boolean =>
    schema instanceof z.core.$ZodOptional
      ? isNumber(schema._zod.def.innerType)
      : schema instanceof z.core.$ZodNumber;
  return new Set(Object.keys(shape).filter(name => isNumber(shape[name])));
}

/**
 * Returns the values of the query; the keys are the names of the parameters. When a parameter repeats, the last value counts, like a
 * repeated key in JSON.
 */
function readQuery({ warnings, sandbox }: Matched, query: string, names: Names): Record<string, string> {
  const given = new Map<string, string>();
  let repeats = 0;
  for (const part of query.split('&')) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const sent = decode(plusToBlank(at < 0 ? part : part.slice(0, at)), 'query');
    const name = names.parameters.get(sent.toLowerCase()) ?? sent;
    // The name is redacted before it is shortened, because the redactor would not recognise a part of a secret.
    const field = shorten(sandbox.redactor.redactText(sent), 80);
    if (name !== sent) {
      const message = `"${field}" is spelled "${name}" in the contract`;
      warnings.push({ kind: 'spelling', field: name, message });
    }
    if (given.has(name) && ++repeats <= maxRepeatWarnings)
      warnings.push({ kind: 'lenient', field, message: 'is repeated; the server read the last value' });
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
