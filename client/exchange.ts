import {
  type AnyOperation,
  type Clock,
  type Dialect,
  isOperationId,
  operations,
  writeAddress,
} from '#contracts';
import { asObject } from '#contracts/util';
import type { Call, Send } from './call.ts';
import { UnreadableAnswerError } from './errors.ts';
import { errorsOf, fetchAnswer } from './read-answer.ts';

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
  if (!isOperationId(id)) throw new TypeError(`${id} is no operation of the supplier`);
  return operations[id];
}

/** A call as `fetch` takes it. */
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
 * Returns the answer by the contract. Fields and words that the contract does not know are kept: a supplier may have more.
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

/** Whether the only fault is a word that the contract does not list; a word must be there. */
function isUnknownWord({ code, path }: { code: string; path: readonly PropertyKey[] }, body: unknown) {
  const value = path.reduce<unknown>((inside, step) => Object(inside)[step], body);
  return code === 'invalid_value' && typeof value === 'string';
}
