import { type Clock, type Dialect, writeAddress } from '#contracts';
import type { Call, Send } from './call.ts';
import { NetworkError, UnreadableAnswerError } from './errors.ts';
import { readAnswer } from './read-answer.ts';

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
    const { id, attempt } = call;
    const failed = { operation: id, attempt };
    const { response, text } = await send(call, wire).catch(error => {
      // An abort is the caller's, or that of a time-out, which says so itself.
      throw call.signal?.aborted ? call.signal.reason : new NetworkError(failed, error);
    });
    const now = wire.clock.now();
    const json = readAnswer(response, text, { ...failed, now });
    const body = parseAnswer(call, wire.dialect.toContract(id, 'answer', json));
    return { body, at: now };
  };
}

/**
 * The answer as the contract has it; fields and words that the contract does not know are kept, as a supplier may have
 * more of both.
 *
 * @throws UnreadableAnswerError naming the fields that are missing or of another form
 */
function parseAnswer({ id, operation, attempt }: Call, body: unknown): unknown {
  const parsed = operation.answer.safeParse(body);
  if (parsed.success) return parsed.data;
  if (parsed.error.issues.every(({ code }) => code === 'invalid_value')) return body;
  const wrong = parsed.error.issues
    .slice(0, shownIssues)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  const what = `JSON that is not the contract's (${wrong.join('; ')})`;
  throw new UnreadableAnswerError({ operation: id, attempt }, 200, what, parsed.error);
}

const shownIssues = 5;

async function send({ id, operation, request, headers, signal }: Call, wire: Wire) {
  const { method, path } = wire.dialect.operation(id);
  const isRead = operation.method === 'GET';
  const base = operation.base === 'commons' ? wire.commonsUrl : wire.baseUrl;
  const init = isRead ? {} : { body: JSON.stringify(wire.dialect.toDialect(id, 'request', request)) };
  const response = await wire.fetch(base + (isRead ? writeAddress(path, request) : path), {
    method,
    headers: {
      accept: 'application/json',
      ...(!isRead && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...init,
    ...(signal && { signal }),
  });
  return { response, text: await response.text() };
}
