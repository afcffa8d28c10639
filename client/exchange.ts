import {
  type AnyOperation,
  type Clock,
  type Dialect,
  type ErrorEntry,
  isOperationId,
  operations,
} from '#contracts';
import { asList, asObject, maskText, readJson, valueAt } from '#contracts/util';
import type { Call, Send } from './calls.ts';
import { HttpError, NetworkError, UnreadableAnswerError } from './errors.ts';

export interface SupplierOptions {
  readonly fetch: typeof fetch;
  readonly baseUrl: string;
  readonly commonsUrl: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** `fetch` handles gzip (svc.5). */
export function createExchange(options: SupplierOptions): Send {
  const { fetch, clock, dialect } = options;
  return async call => {
    const toContract = (json: unknown) => dialect.toContract(call.id, 'answer', json);
    const { body, status, at } = await fetchAnswer({
      fetch,
      clock,
      call,
      toContract,
      ...write(call, options),
    });
    return { body: parseAnswer(call, body, status), at };
  };
}

function operationOf(id: Call['id']): AnyOperation {
  if (!isOperationId(id)) throw new TypeError(`${id} is not an operation of the supplier`);
  return operations[id];
}

function write({ id, request, headers }: Call, { dialect, baseUrl, commonsUrl }: SupplierOptions) {
  const operation = operationOf(id);
  const { method, url, body } = dialect.writeCall(id, request);
  const address = (operation.base === 'commons' ? commonsUrl : baseUrl) + url;
  const common = { accept: 'application/json', ...headers };
  if (body === undefined) return { address, init: { method, headers: common } };
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...common },
    body: JSON.stringify(body),
  };
  return { address, init };
}

/** Keeps unknown fields and enum values, because a supplier may add some. */
function parseAnswer(call: Call, body: unknown, status: number): unknown {
  const parsed = operationOf(call.id).answer.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.filter(issue => !isUnknownWord(issue, body));
  if (issues.length === 0) return body;
  const wrong = issues.slice(0, maxIssues).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const what = `JSON that does not match the contract (${wrong.join('; ')})`;
  const { bookingStatus } = asObject(body);
  const known = {
    errors: errorsOf(body),
    bookingStatus: typeof bookingStatus === 'string' ? bookingStatus : undefined,
  };
  throw new UnreadableAnswerError(call, { status, what, ...known }, parsed.error);
}

const maxIssues = 5;

function isUnknownWord({ code, path }: { code: string; path: readonly PropertyKey[] }, body: unknown) {
  return code === 'invalid_value' && typeof valueAt(body, path) === 'string';
}

interface HttpCall {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly call: Call;
  readonly address: string;
  readonly init: RequestInit;
  readonly toContract?: (json: unknown) => unknown;
  readonly textOf?: (response: Response, text: string) => string;
}

/** A redirect would send the credential to another host, so it is not followed. */
export async function fetchAnswer(http: HttpCall) {
  const { call, address, init, clock, textOf = (_, body) => body } = http;
  const { signal } = call;
  const exchange = async () => {
    const response = await http.fetch(address, { ...init, redirect: 'manual', ...(signal && { signal }) });
    return { response, text: await response.text() };
  };
  const { response, text } = await exchange().catch(error => {
    throw signal?.aborted ? signal.reason : new NetworkError(call, error, address);
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
  // Only some platforms remove a byte order mark.
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const json = readJson(plain); // an error of the parser would quote the body and its secrets
  if (ok && json !== undefined) return toContract(json);
  if (ok) throw new UnreadableAnswerError(call, { status, what: describe(plain) });
  const errors = json === undefined ? [] : errorsOf(toContract(json));
  // The supplier's clock can differ from ours.
  const now = readHttpDate(headers.get('date')) ?? at;
  const retryAfter = waitOf(headers.get('retry-after'), now);
  const what = isRedirect(response) ? describeRedirect(headers.get('location'), address) : '';
  throw new HttpError(call, { status, errors, retryAfter, what });
}

const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** Paths and queries can contain tokens. */
function describeRedirect(location: string | null, address: string): string {
  const host = location !== null && URL.canParse(location, address) ? new URL(location, address).host : '';
  return `a redirect to ${host || 'an unknown host'}; the client does not follow it, to protect the credential`;
}

function describe(text: string): string {
  const start = text.trimStart();
  if (start === '') return 'an empty body';
  if (/^<(?:!doctype|html)/i.test(start)) return 'an HTML page instead of JSON';
  if (start.startsWith('<')) return 'XML instead of JSON';
  return `a body of ${text.length} characters that is invalid or truncated JSON`;
}

export function errorsOf(body: unknown): ErrorEntry[] {
  return asList(asObject(body).Errors).map(masked);
}

/** Logs of errors would print personal data (auth.5). */
function masked(entry: unknown): ErrorEntry {
  const fields = asObject(entry);
  const { Message } = fields;
  return { ...fields, ...(typeof Message === 'string' && { Message: maskText(Message) }) } as ErrorEntry; // a supplier can leave out fields
}

const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun)\w*,? .*\d\d:\d\d:\d\d/i;

/** Returns milliseconds. The header has seconds or a date (err.429). */
function waitOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = readHttpDate(header);
  return date === undefined ? undefined : Math.max(0, date - now);
}

function readHttpDate(header: string | null): number | undefined {
  // Date.parse would read almost any text that contains a number as a date.
  if (header === null || !httpDate.test(header)) return undefined;
  const date = Date.parse(/GMT$/i.test(header) ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
