import type { Clock } from '#contracts';
import { createRedactor } from '#contracts/exchange';
import { isObject } from '#contracts/util';
import type { Policy } from '../calls.ts';

/** One event of a call, masked, so that a log can keep it (auth.5). */
export interface LogEntry {
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
  readonly event: 'request' | 'answer' | 'failure';
  readonly operation: string;
  readonly attempt: number;
  /** The request or the answer, with cards, documents, e-mails and secrets masked. */
  readonly body?: unknown;
  /** Why there is no answer. */
  readonly message?: string;
}

/**
 * Gets each entry. The client ignores its errors.
 *
 * @example createClient({ …, logger: entry => console.log(JSON.stringify(entry)) })
 */
export type Logger = (entry: LogEntry) => void;

/** In characters. A shorter secret is not hidden by its value, because it is a part of many words. */
const shortest = 4;

/**
 * Creates a policy that logs each attempt and its result, without secrets (auth.5). It ignores errors of the logger: a booking
 * must not count as lost because a disk is full.
 *
 * @param secrets are hidden everywhere, also in the sample calls of the tool server
 */
export function createLog(clock: Clock, logger: Logger, secrets: readonly string[]): Policy {
  const { redactBody, redactText } = createRedactor({ secrets, shortest });
  const mask = (body: unknown) => redactBody(withoutTokens(body));

  function write(entry: LogEntry): void {
    try {
      logger(entry);
    } catch {
      // See above.
    }
  }

  return next =>
    async function log(call) {
      const { id, attempt } = call;
      const report = (event: LogEntry['event'], more: Pick<LogEntry, 'body' | 'message'>) =>
        write({ at: clock.now(), event, operation: id, attempt, ...more });
      report('request', { body: mask(call.request) });
      try {
        const answer = await next(call);
        report('answer', { body: mask(answer.body) });
        return answer;
      } catch (error) {
        report('failure', { message: redactText(error instanceof Error ? error.message : String(error)) });
        throw error;
      }
    };
}

/** A token gives access while it is valid, like a password. All of them are top-level fields. */
const tokens = ['token', 'Token', 'ReToken'];

function withoutTokens(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, tokens.includes(name) ? '***' : value]),
  );
}
