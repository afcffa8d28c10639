import type { Clock } from '#contracts';
import { createRedactor } from '#contracts/exchange';
import { isObject } from '#contracts/util';
import type { Policy } from '../calls.ts';

/** The log entry for one event of a call, such as its answer. Secrets and personal data are masked (auth.5). */
export interface LogEntry {
  /** The time when the event occurred, in epoch milliseconds of the client's clock. */
  readonly at: number;
  readonly event: 'request' | 'answer' | 'failure';
  readonly operation: string;
  readonly attempt: number;
  /** The request or the answer, with masked cards, identity documents, e-mails and secrets. */
  readonly body?: unknown;
  /** The message of the error, if the call failed. */
  readonly message?: string;
}

/**
 * A function that receives each log entry. The client ignores errors that this function throws.
 *
 * @example createClient({ …, logger: entry => console.log(JSON.stringify(entry)) })
 */
export type Logger = (entry: LogEntry) => void;

/** A shorter secret can be a part of many ordinary words. */
const shortest = 4;

/**
 * Errors of the logger are ignored, so that a full disk cannot make a booking fail.
 *
 * @param secrets texts that the log hides everywhere
 */
export function createLog(clock: Clock, logger: Logger, secrets: readonly string[]): Policy {
  const { redactBody, redactText } = createRedactor({ secrets, shortest });
  const mask = (body: unknown) => redactBody(withoutTokens(body));

  function write(entry: LogEntry): void {
    try {
      logger(entry);
    } catch {
      // The call must not fail.
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

/** A valid token gives access like a password. */
const tokens = ['token', 'Token', 'ReToken'];

function withoutTokens(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, tokens.includes(name) ? '***' : value]),
  );
}
