import { type Clock, maskBody, maskText } from '#contracts';
import type { Policy } from './call.ts';

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

/** Tells a logger of each attempt and what came of it; nothing secret reaches it (auth.5). */
export function createLog(clock: Clock, logger: Logger): Policy {
  return next =>
    async function log(call) {
      const { id } = call;
      const tell = (event: LogEntry['event'], more: Pick<LogEntry, 'body' | 'message'>) =>
        logger({ at: clock.now(), event, operation: id, attempt: call.attempt, ...more });
      tell('request', { body: maskBody(withoutStaticToken(call.request), hidden) });
      try {
        const answer = await next(call);
        tell('answer', { body: maskBody(answer.body, hidden) });
        return answer;
      } catch (error) {
        tell('failure', { message: maskText(error instanceof Error ? error.message : String(error)) });
        throw error;
      }
    };
}

/** The token of static data is a secret under the name that a Search's Token has, which is none. */
function withoutStaticToken(request: object): object {
  return 'token' in request ? { ...request, token: hidden() } : request;
}
