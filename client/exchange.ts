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
import { NetworkError, UnreadableAnswerError } from './errors.ts';
import { errorsOf, readAnswer } from './read-answer.ts';

/** Where the supplier is, and how it is spoken to. */
export interface Wire {
  readonly fetch: typeof fetch;
  readonly baseUrl: string;
  readonly commonsUrl: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
}

/** Sends a call once and reads its answer. gzip is what `fetch` asks for and unpacks by itself (svc.5). */
export function createExchange(wire: Wire): Send {
  return async call => {
    const { id, attempt, signal } = call;
    const came = { operation: id, attempt };
    const { address, init } = write(call, wire);
    const { response, text } = await send(wire.fetch, address, init).catch(error => {
      // An abort is the caller's, or that of a time-out, which says so itself.
      throw signal?.aborted ? signal.reason : new NetworkError(came, error, address);
    });
    const now = wire.clock.now();
    const toContract = (json: unknown) => wire.dialect.toContract(id, 'answer', json);
    const body = readAnswer(response, text, { ...came, address, now, toContract });
    return { body: parseAnswer(call, body, response.status), at: now };
  };
}

function operationOf(id: Call['id']): AnyOperation {
  if (!isOperationId(id)) throw new TypeError(`${id} is no operation of the supplier`);
  return operations[id];
}

async function send(fetch: Wire['fetch'], address: string, init: RequestInit) {
  const response = await fetch(address, init);
  return { response, text: await response.text() };
}

/** A call as `fetch` takes it. A redirect is not followed: it would take the credential elsewhere, and can turn a POST into a GET. */
function write({ id, request, headers, signal }: Call, wire: Wire) {
  const operation = operationOf(id);
  const { method, path } = wire.dialect.operation(id);
  const isRead = operation.method === 'GET';
  const base = operation.base === 'commons' ? wire.commonsUrl : wire.baseUrl;
  const spoken = asObject(wire.dialect.toDialect(id, 'request', request));
  const init: RequestInit = {
    method,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(!isRead && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(!isRead && { body: JSON.stringify(spoken) }),
    ...(signal && { signal }),
  };
  return { address: base + (isRead ? writeAddress(path, spoken) : path), init };
}

/**
 * The answer as the contract has it; fields and words that the contract does not know are kept, as a supplier may have
 * more of both.
 *
 * @throws UnreadableAnswerError naming the fields that are missing or of another form
 */
function parseAnswer({ id, attempt }: Call, body: unknown, status: number): unknown {
  const parsed = operationOf(id).answer.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.filter(issue => !isUnknownWord(issue, body));
  if (issues.length === 0) return body;
  const wrong = issues.slice(0, shownIssues).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const what = `JSON that is not the contract's (${wrong.join('; ')})`;
  const { bookingStatus } = asObject(body);
  const said = {
    errors: errorsOf(body),
    bookingStatus: typeof bookingStatus === 'string' ? bookingStatus : undefined,
  };
  throw new UnreadableAnswerError({ operation: id, attempt }, { status, what, ...said }, parsed.error);
}

const shownIssues = 5;

/** Whether what is wrong is only a word that the contract does not list; where there is none, one is missing. */
function isUnknownWord({ code, path }: { code: string; path: readonly PropertyKey[] }, body: unknown) {
  const value = path.reduce<unknown>((inside, step) => Object(inside)[step], body);
  return code === 'invalid_value' && typeof value === 'string';
}
