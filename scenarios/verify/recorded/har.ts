import { gunzipSync } from 'node:zlib';
import {
  type Dialect,
  isOperationId,
  type OperationId,
  operations,
  pathPattern,
  placeholders,
} from '#contracts';
import { earliestToday, latestToday } from '#contracts/calendar';
import {
  type Exchange,
  headerKind,
  isCredentialHeader,
  markSecret,
  maskBody,
  maskText,
  maskUrl,
  ordinaryHeaders,
  type PersonalHeader,
  personalHeaders,
} from '#contracts/exchange';
import { isUnspecifiedAt } from '#contracts/schema-walk';
import { isToolName } from '#contracts/tools';
import { asObject } from '#contracts/util';
import { inspectRequest, withNumbers } from '#mock-server';
import { mark } from './seed-mark.ts';

type Target = Pick<Exchange, 'operation' | 'toolCall'> & { readonly path: ReadonlyMap<string, string> };

/**
 * Reads the calls to the supplier from a HAR file, and masks the secrets in the calls. The function skips calls to other hosts. If
 * the stand-in wrote the file, the result equals the exchanges in the journal of the stand-in.
 *
 * @param dialect the paths and field names that the client used
 * @throws TrafficFileError when the value is not a HAR
 */
export function readHar(value: unknown, dialect: Dialect): Exchange[] {
  const entries = entriesOf(value);
  const find = findAmong(entries.map(asObject), createFinder(dialect));
  const exchanges = entries.flatMap(
    (entry, index) => readEntry(asObject(entry), { index, find, dialect }) ?? [],
  );
  // The entries must be sorted, because some programs write the newest entry first, and others the entry that ended first.
  const inOrder = exchanges.sort((a, b) => a.number - b.number || a.opened.at - b.opened.at);
  return inOrder.map((exchange, index) => ({ ...exchange, number: exchange.number || index + 1 }));
}

/**
 * Returns the entries of a HAR file.
 *
 * @throws TrafficFileError when the value is not a HAR
 */
export function entriesOf(value: unknown): unknown[] {
  const { entries } = asObject(asObject(value).log);
  if (!Array.isArray(entries))
    throw new TrafficFileError(
      'this is not a HAR file, because the field log.entries is missing; give a HAR file or exchanges of the control API',
    );
  return entries;
}

interface EntryContext {
  readonly index: number;
  readonly find: (method: string, url: URL) => Target | undefined;
  readonly dialect: Dialect;
}

type Json = Readonly<Record<string, unknown>>;

function readEntry(entry: Json, { index, find, dialect }: EntryContext): Exchange | undefined {
  const request = asObject(entry.request);
  const response = asObject(entry.response);
  const method = String(request.method ?? '').toUpperCase();
  const url = URL.parse(String(request.url));
  const start = Date.parse(String(entry.startedDateTime));
  if (!url || Number.isNaN(start))
    throw new TrafficFileError(`log.entries[${index}]: expected request.url and startedDateTime`);
  const target = find(method, url);
  if (!target) return undefined;
  const { operation } = target;
  const isOurs = typeof entry._number === 'number';
  const mask = (body: unknown) => (isOurs ? body : maskBody(body, mark));
  const sent =
    method === 'GET'
      ? Object.fromEntries(url.searchParams)
      : jsonOf(asObject(request.postData).text, `log.entries[${index}]: the request`);
  const read = dialect.toContract(operation, 'request', sent);
  const whole =
    operation && target.path.size > 0 ? dialect.withParameters(operation, read, target.path) : read;
  const given = contractBody(whole, operation, method);
  const { body, warnings } = isOurs
    ? { body: given, warnings: recordedWarnings(entry) }
    : inspected(operation, given, start);
  const received = jsonOf(textOf(asObject(response.content)), `log.entries[${index}]: the answer`);
  const status = Number(response.status ?? 0);
  const stamp = (ms: number) => ({ at: start + ms, real: start + ms });
  const wait = Math.max(0, Number(asObject(entry.timings).wait ?? entry.time ?? 0)) + sendTime(entry);
  const total = Math.max(wait, Number(entry.time ?? 0));
  return {
    number: isOurs ? Number(entry._number) : 0,
    operation,
    ...(target.toolCall && { toolCall: true as const }),
    method,
    url: isOurs ? url.pathname + url.search : maskUrl(url.pathname + url.search, mark),
    opened: stamp(0),
    ...(status > 0 && { answered: stamp(wait) }),
    closed: {
      ...stamp(total),
      ending: endingOf(entry, status),
      bytes: Math.max(0, Number(response.bodySize ?? 0)),
    },
    ...(Array.isArray(entry._faults) && { faults: entry._faults as Exchange['faults'] & object }), // the stand-in wrote this field
    requestHeaders: headersOf(request.headers, isOurs),
    ...personalOf(isOurs ? entry._personalHeaders : request.headers, isOurs),
    requestBody: maskStatic(mask(body), { method, isOurs }),
    ...(status > 0 && { status, answerHeaders: headersOf(response.headers, isOurs) }),
    ...(status > 0 && { answerBody: mask(dialect.toContract(operation, 'answer', received)) }),
    ...(isUnrecorded(response) && { unrecorded: true as const }),
    warnings,
  };
}

/** Returns the request with numbers where the contract has numbers. All values in the address of a GET are text. */
const contractBody = (body: unknown, operation: OperationId | null, method: string): unknown =>
  method === 'GET' && operation !== null ? withNumbers(operations[operation], asObject(body)) : body;

/** Returns whether the answer had a body that the HAR file does not contain. Some recorders keep only the size of a body. */
function isUnrecorded({ content, bodySize }: Json): boolean {
  const { text, size } = asObject(content);
  return text === undefined && (Number(size ?? 0) > 0 || Number(bodySize ?? 0) > 0);
}

/** Returns the warnings that the stand-in wrote into an entry. The stand-in leaves the field out if there are no warnings. */
const recordedWarnings = ({ _warnings }: Json): Exchange['warnings'] =>
  Array.isArray(_warnings) ? _warnings : [];

/**
 * Returns a request with the names and words of the contract, and the warnings and errors that the stand-in would report
 * for this request.
 */
function inspected(
  operation: OperationId | null,
  given: unknown,
  at: number,
): { body: unknown; warnings: Exchange['warnings'] } {
  // A body that is not JSON gets no warnings here, because the supplier has already rejected it.
  if (operation === null || given === undefined) return { body: given, warnings: [] };
  const { body, warnings, complaints } = inspectRequest(operations[operation], given, {
    latestToday: latestToday(at),
    // The time zone of the booked place is unknown here, so the earliest current date in any time zone is used.
    today: () => earliestToday(at),
    supplier: () => [],
  });
  const wrong = complaints.map(({ field, message }) => {
    const isMissing = message.startsWith('missing');
    const isUnspecified = isUnspecifiedAt(operations[operation].request, field, isMissing);
    return {
      kind: isUnspecified ? ('assumed-wrong' as const) : ('wrong' as const),
      field,
      message: maskText(message),
    };
  });
  return { body, warnings: [...warnings, ...wrong] };
}

const sendTime = (entry: Json): number => {
  const { blocked, dns, connect, send } = asObject(entry.timings);
  return [blocked, dns, connect, send].reduce<number>((sum, part) => sum + Math.max(0, Number(part ?? 0)), 0);
};

/** Returns how a call ended. If an entry has no answer, the connection broke or the client aborted the call. */
function endingOf(entry: Json, status: number): 'complete' | 'client-gone' | 'reset' {
  const { _ending: ending } = entry;
  if (ending === 'complete' || ending === 'client-gone' || ending === 'reset') return ending;
  if (status > 0) return 'complete';
  return /abort|cancel|timed? ?out/i.test(String(asObject(entry.response)._error ?? ''))
    ? 'client-gone'
    : 'reset';
}

/** Masks the token in the body of requests for static data. In other requests, a field named `token` is not a secret. */
function maskStatic(body: unknown, { method, isOurs }: { method: string; isOurs: boolean }): unknown {
  const { token } = asObject(body);
  if (isOurs || method !== 'GET' || typeof token !== 'string') return body;
  return { ...asObject(body), token: mark(token) };
}

/** The first bytes of gzip data. Some recorders store bodies in compressed form. */
const gzipMagic = Buffer.from([0x1f, 0x8b]);
const maxBytes = 64 * 1024 * 1024;

export function textOf({ text, encoding }: Json): unknown {
  if (encoding !== 'base64' || typeof text !== 'string') return text;
  const bytes = Buffer.from(text, 'base64');
  if (!bytes.subarray(0, 2).equals(gzipMagic)) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes }).toString('utf8');
  } catch {
    return undefined; // an incomplete body is unreadable
  }
}

/**
 * Parses the JSON of a body; undefined if the body is not JSON.
 *
 * @param what the name of the text in error messages
 * @throws TrafficFileError for JSON that is nested too deeply
 */
export const jsonOf = (text: unknown, what = 'a body'): unknown =>
  typeof text === 'string' ? parseJson(text, `${what} is`) : undefined;

function headersOf(headers: unknown, isOurs: boolean): Record<string, string> {
  const all = Array.isArray(headers) ? headers.map(asObject) : [];
  const pairs = all.flatMap(({ name, value }): [string, string][] => {
    const key = String(name).toLowerCase();
    const text = String(value);
    if (isOurs) return [[key, text]];
    if (key === 'authorization' || isCredentialHeader(key)) return [[key, markSecret(text, mark)]];
    return key === 'date' || ordinaryHeaders.some(one => one === key) ? [[key, maskText(text)]] : [];
  });
  return Object.fromEntries(pairs);
}

/** Returns the headers with personal data. The stand-in wrote the list of these headers into its own entries. */
function personalOf(given: unknown, isOurs: boolean): Pick<Exchange, 'personalHeaders'> {
  const all = Array.isArray(given) ? given.map(asObject) : [];
  const found = isOurs
    ? (all as unknown as PersonalHeader[])
    : all.flatMap(({ name, value }) => {
        const key = String(name).toLowerCase();
        const kind = headerKind(key);
        return kind === 'custom' || kind === 'other' ? personalHeaders(key, String(value)) : [];
      });
  return found.length > 0 ? { personalHeaders: found.slice(0, 3) } : {};
}

/**
 * Creates a function that finds the operation of a call. A path ending in /mcp is accepted only on a host of the supplier, or on
 * a host where a tool of the supplier was called.
 */
function findAmong(entries: readonly Json[], find: EntryContext['find']): EntryContext['find'] {
  const hosts = new Set(
    entries.flatMap(({ request, _number }, index) => {
      const { method, url: given, postData } = asObject(request);
      const url = URL.parse(String(given));
      const target = url && find(String(method).toUpperCase(), url);
      if (!url || !target) return [];
      const { name } = asObject(
        asObject(jsonOf(asObject(postData).text, `log.entries[${index}]: the request`)).params,
      );
      const isCalled = typeof name === 'string' && isToolName(name);
      return !target.toolCall || isCalled || typeof _number === 'number' ? [url.host] : [];
    }),
  );
  return (method, url) => {
    const target = find(method, url);
    return target?.toolCall && !hosts.has(url.host) ? undefined : target;
  };
}

/** Creates a function that finds the operation of a call by its path, on any host. */
export function createFinder({ operations }: Dialect): EntryContext['find'] {
  const patterns = operations.flatMap(({ id, method, paths }) =>
    paths.map(path => {
      const pattern = new RegExp(`${pathPattern(path)}$`, 'i');
      return { id, method, names: placeholders(path), pattern };
    }),
  );
  return (method, { pathname }) => {
    if (/\/mcp\/?$/.test(pathname)) return { operation: null, toolCall: true, path: new Map() };
    for (const { id, method: expected, names, pattern } of patterns) {
      const found = expected === method ? pattern.exec(pathname) : null;
      if (!found || !isOperationId(id)) continue;
      const path = new Map(names.map((name, index) => [name, decodeOr(found[index + 1] ?? '')]));
      return { operation: id satisfies OperationId, path };
    }
    return undefined;
  };
}

function decodeOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export class TrafficFileError extends Error {
  override readonly name = 'TrafficFileError';
}

/**
 * The maximum depth of nested JSON. The limit protects recursive functions. Requests and answers of the supplier have at
 * most a dozen levels.
 */
const maxDepth = 200;

/**
 * Parses JSON; undefined when the text is not JSON.
 *
 * @param what the first words of the error message, such as "line 1 is"
 * @throws TrafficFileError for JSON with more than 200 levels
 */
export function parseJson(text: string, what: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  if (isDeep(text))
    throw new TrafficFileError(
      `${what} JSON that is nested more than ${maxDepth} levels deep; remove this value`,
    );
  return value;
}

function isDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === backslash) index += 1;
      else if (code === quote) isInText = false;
    } else if (code === quote) isInText = true;
    else if (code === openBracket || code === openBrace) depth += 1;
    else if (code === closeBracket || code === closeBrace) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
