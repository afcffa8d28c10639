import type { Clock } from '#contracts';
import { maskBody, maskText } from '#contracts/exchange';
import { isObject } from '#contracts/util';
import type { Policy } from '../call.ts';

/** What the client did, for a log: masked, so that it can be kept (auth.5). */
export interface LogEntry {
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
  readonly event: 'request' | 'answer' | 'failure';
  readonly operation: string;
  readonly attempt: number;
  /** The request or the answer, cards, documents, e-mails and secrets masked. */
  readonly body?: unknown;
  /** Why there is no answer. */
  readonly message?: string;
}

/** Takes what the client did. */
export type Logger = (entry: LogEntry) => void;

/** A secret in a log: nothing of it, not even a mark that would be equal for equal ones. */
const hidden = (): string => '***';

/**
 * Tells a logger of each attempt and what came of it; nothing secret reaches it (auth.5). What a logger throws is not
 * heard: a booking must not count as lost because a disk is full.
 *
 * @param secrets the client's own: hidden wherever they stand, as in the calls that the tool server gives as samples
 */
export function createLog(clock: Clock, logger: Logger, secrets: readonly string[]): Policy {
  const own = secrets.filter(({ length }) => length >= shortestSecret);
  const mask = (body: unknown) => hideIn(maskBody(withoutTokens(body), hidden), own);

  function write(entry: LogEntry): void {
    try {
      logger(entry);
    } catch {
      // The logger's own affair.
    }
  }

  return next =>
    async function log(call) {
      const { id, attempt } = call;
      const tell = (event: LogEntry['event'], more: Pick<LogEntry, 'body' | 'message'>) =>
        write({ at: clock.now(), event, operation: id, attempt, ...more });
      tell('request', { body: mask(call.request) });
      try {
        const answer = await next(call);
        tell('answer', { body: mask(answer.body) });
        return answer;
      } catch (error) {
        tell('failure', { message: maskText(error instanceof Error ? error.message : String(error)) });
        throw error;
      }
    };
}

/** What is shorter stands in every text. */
const shortestSecret = 4;

/** A value whose texts hold no secret any more. */
function hideIn(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string')
    return secrets.reduce((text, secret) => text.replaceAll(secret, hidden), value);
  if (Array.isArray(value)) return value.map(entry => hideIn(entry, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, hideIn(entry, secrets)]));
}

/** Tokens are as good as a password while they live; all of them stand at the top of a request or an answer. */
const tokens = ['token', 'Token', 'ReToken'];

function withoutTokens(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, tokens.includes(name) ? hidden() : value]),
  );
}
