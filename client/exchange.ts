import {
  type AnyOperation,
  type Clock,
  type Dialect,
  type ErrorEntry,
  isOperationId,
  operations,
  writeAddress,
} from '#contracts';
import { maskText } from '#contracts/exchange';
import { asObject } from '#contracts/util';
import type { Call, Send } from './calls.ts';
import { HttpError, NetworkError, UnreadableAnswerError } from './errors.ts';

/** The supplier's addresses and dialect. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly baseUrl: string;
  readonly commonsUrl: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Sends a call once and reads its answer. `fetch` asks for gzip and unpacks it by itself (svc.5). */
export function createExchange(wire: Wire): Send {
  const { fetch, clock, dialect } = wire;
  return async call => {
    const toContract = (json: unknown) => dialect.toContract(call.id, 'answer', json);
    const { body, status, at } = await fetchAnswer({ fetch, clock, call, toContract, ...write(call, wire) });
    return { body: parseAnswer(call, body, status), at };
  };
}

function operationOf(id: Call['id']): AnyOperation {
  if (!isOperationId(id)) throw new TypeError(`${id} is not an operation of the supplier`);
  return operations[id];
}

/** Returns the arguments of `fetch` for a call. */
function write({ id, request, headers }: Call, { dialect, baseUrl, commonsUrl }: Wire) {
  const operation = operationOf(id);
  const { method, path } = dialect.operation(id);
  const base = operation.base === 'commons' ? commonsUrl : baseUrl;
  const fields = asObject(dialect.toDialect(id, 'request', request));
  const common = { accept: 'application/json', ...headers };
  if (operation.method === 'GET')
    return { address: base + writeAddress(path, fields), init: { method, headers: common } };
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...common },
    body: JSON.stringify(fields),
  };
  return { address: base + path, init };
}

/**
 * Returns the answer by the contract. Fields and words that the contract does not have are kept: a supplier may have more.
 *
 * @throws UnreadableAnswerError that names the fields that are missing or of another form
 */
function parseAnswer({ id, attempt }: Call, body: unknown, status: number): unknown {
  const parsed = operationOf(id).answer.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.filter(issue => !isUnknownWord(issue, body));
  if (issues.length === 0) return body;
  const wrong = issues.slice(0, maxIssues).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const what = `JSON that is not the contract's (${wrong.join('; ')})`;
  const { bookingStatus } = asObject(body);
  const known = {
    errors: errorsOf(body),
    bookingStatus: typeof bookingStatus === 'string' ? bookingStatus : undefined,
  };
  throw new UnreadableAnswerError({ operation: id, attempt }, { status, what, ...known }, parsed.error);
}

const maxIssues = 5;

/** Returns whether an issue is only a word that the contract does not list; a missing word is another issue. */
function isUnknownWord({ code, path }: { code: string; path: readonly PropertyKey[] }, body: unknown) {
  const value = path.reduce<unknown>((inside, step) => Object(inside)[step], body);
  return code === 'invalid_value' && typeof value === 'string';
}

/** One HTTP exchange of a call. */
interface HttpCall {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly call: Call;
  readonly address: string;
  readonly init: RequestInit;
  /** Returns the supplier's body in the names of the contract. */
  readonly toContract?: (json: unknown) => unknown;
  /** Returns the JSON text of a body; the whole body by default. */
  readonly textOf?: (response: Response, text: string) => string;
}

/**
 * Sends a call once, and returns the JSON of an answer with status 2xx. It follows no redirect: that would take the
 * credential to another host, and can turn a POST into a GET.
 *
 * @throws NetworkError when no answer arrives; the signal's reason when the call or its time-out was aborted
 * @throws HttpError for any other status, with its Errors[]; for a redirect with the host it points to
 * @throws UnreadableAnswerError for HTML, XML, an empty or a truncated body, whatever its content type says
 */
export async function fetchAnswer(http: HttpCall) {
  const { call, address, init, clock, textOf = (_, body) => body } = http;
  const { id, attempt, signal } = call;
  const exchange = async () => {
    const response = await http.fetch(address, { ...init, redirect: 'manual', ...(signal && { signal }) });
    return { response, text: await response.text() };
  };
  const { response, text } = await exchange().catch(error => {
    throw signal?.aborted ? signal.reason : new NetworkError({ operation: id, attempt }, error, address);
  });
  const at = clock.now();
  return { body: readAnswer(response, textOf(response, text), http, at), status: response.status, at };
}

const byteOrderMark = '\uFEFF';

function readAnswer(
  response: Response,
  text: string,
  { call, address, toContract = json => json }: HttpCall,
  at: number,
): unknown {
  const { status, ok, headers } = response;
  const failed = { operation: call.id, attempt: call.attempt };
  // Some stacks remove the mark, others do not.
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const json = parse(plain);
  if (ok && json) return toContract(json.value);
  if (ok) throw new UnreadableAnswerError(failed, { status, what: describe(plain) });
  const errors = json ? errorsOf(toContract(json.value)) : [];
  // A date in Retry-After is by the supplier's clock, which its Date header shows.
  const now = readHttpDate(headers.get('date')) ?? at;
  const retryAfter = waitOf(headers.get('retry-after'), now);
  const what = isRedirect(response) ? describeRedirect(headers.get('location'), address) : '';
  throw new HttpError(failed, { status, errors, retryAfter, what });
}

/** Browsers hide a redirect that they do not follow: its status is 0. */
const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Returns a text with the host only: paths and queries can hold tokens. */
function describeRedirect(location: string | null, address: string): string {
  const host = location !== null && URL.canParse(location, address) ? new URL(location, address).host : '';
  return `a redirect to ${host || 'nowhere that can be told'}, which is not followed: it would hand on the credential`;
}

/** Returns undefined for invalid JSON, without the parser's error, which quotes the body and its secrets. */
function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function describe(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(?:!doctype|html)/i.test(start)) return 'an HTML page where JSON belongs';
  if (start.startsWith('<')) return 'XML where JSON belongs';
  return `a body of ${text.length} characters that is no JSON: it is broken, or breaks off`;
}

/** Returns the entries of Errors[]; an empty list where it is missing. */
export function errorsOf(body: unknown): ErrorEntry[] {
  const { Errors } = asObject(body);
  return Array.isArray(Errors) ? Errors.map(masked) : [];
}

/** Masks personal data that the supplier quotes, because logs of errors print it (auth.5). */
function masked(entry: unknown): ErrorEntry {
  const fields = asObject(entry);
  const { Message } = fields;
  return { ...fields, ...(typeof Message === 'string' && { Message: maskText(Message) }) } as ErrorEntry; // fields can be missing
}

/** A date of HTTP, in its present form or an older one, which can lack the zone. */
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,? .*\d\d:\d\d:\d\d/i;

/** Returns Retry-After in milliseconds: it is in seconds, or a date (err.429); anything else counts as absent. */
function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = readHttpDate(header);
  return date === undefined ? undefined : Math.max(0, date - now);
}

function readHttpDate(header: string | null): number | undefined {
  // Date.parse alone reads almost any words with a number as a date.
  if (header === null || !httpDate.test(header)) return undefined;
  const date = Date.parse(/GMT$/i.test(header) ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
