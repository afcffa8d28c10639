import type { Clock } from '#contracts';
import { createRedactor } from '#contracts/exchange';
import { isObject, mapValues } from '#contracts/util';
import type { Policy } from '../calls.ts';

/** One event of a call. Secrets and personal data are masked (auth.5). */
export interface LogEntry {
  /** Epoch milliseconds of the client's clock. */
  readonly at: number;
  readonly event: 'request' | 'answer' | 'failure';
  readonly operation: string;
  readonly attempt: number;
  /** The request or the answer. */
  readonly body?: unknown;
  /** Of the error, if the call failed. */
  readonly message?: string;
}

/**
 * Receives each log entry. Errors that it throws are ignored.
 *
 * @example createClient({ …, logger: entry => console.log(JSON.stringify(entry)) })
 */
export type Logger = (entry: LogEntry) => void;

/** A shorter secret can be a part of many ordinary words. */
const shortest = 4;

export function createLog(clock: Clock, logger: Logger, secrets: readonly string[]): Policy {
  const { redactBody, redactText } = createRedactor({ secrets, shortest });
  const mask = (body: unknown) => redactBody(withoutTokens(body));

  function write(entry: LogEntry): void {
    try {
      logger(entry);
    } catch {
      // A full disk must not make a booking fail.
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
  return mapValues(body, (value, name) => (tokens.includes(name) ? '***' : value));
}
