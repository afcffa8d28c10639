import type { Dialect, ErrorEntry } from '#contracts';
import { readEscapes } from '#contracts/exchange';
import { Refusal, refuse } from '../refusal.ts';
import { hideCutSecrets, secretIn, secretsOf } from '../secrets/index.ts';
import { type Address, splitUrl } from './address.ts';
import { createTokenFinder } from './find-tokens.ts';
import type { Answered, Handled, Reached } from './stages.ts';

let dateAt = Number.NaN;
let dateText = '';

/**
 * The headers that every answer has; all times are the sandbox's.
 *
 * @param at the instant of the answer, milliseconds since 1970
 */
export function standardHeaders(sandboxId: string, number: number, at: number): Record<string, string> {
  const second = Math.floor(at / 1_000);
  if (second !== dateAt) {
    dateAt = second;
    dateText = new Date(second * 1_000).toUTCString();
  }
  return {
    'content-type': 'application/json; charset=utf-8',
    date: dateText,
    'x-understudy-sandbox': sandboxId,
    'x-understudy-exchange': String(number),
    'x-understudy-time': new Date(at).toISOString(),
  };
}

/** Stamps an answer with the current instant: a poll may have moved the clock since the call arrived. */
export function stamp(reached: Reached, handled: Handled): Answered {
  const { sandbox, number } = reached;
  const at = sandbox.clock.now();
  const standard = standardHeaders(sandbox.identity.id, number, at);
  return { ...handled, reached, at, headers: { ...standard, ...handled.extraHeaders } };
}

/** The message about an error that the client did not cause. */
export function defectText(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `the stand-in failed, which is a defect of it and not of your call: ${what}`;
}

/** Turns what a stage has thrown into an answer. */
export type RefuseCall = (reached: Reached, error: unknown) => Answered;

/** Creates the function that answers refusals in a dialect, without any secret of the request (auth.5). */
export function createRefuseCall(dialect: Dialect, addresses: readonly Address[]): RefuseCall {
  const findTokens = createTokenFinder(addresses);

  function withoutSecrets(
    { sandbox, operation, body, incoming }: Reached,
    { entries }: Refusal,
  ): ErrorEntry[] {
    const sent = operation
      ? [secretIn(operation, body)]
      : findTokens(splitUrl(incoming.url).path).flatMap(part => [part, readEscapes(part)]);
    const secrets = secretsOf(sandbox.identity, ...sent);
    return entries.map(entry => ({ ...entry, Message: hideCutSecrets(entry.Message, secrets) }));
  }

  return (reached, error) => {
    const refusal = error instanceof Refusal ? error : refuse('InternalError', defectText(error));
    const entries = withoutSecrets(reached, refusal);
    const id = reached.operation?.id ?? null;
    const shown = entries.map(entry => {
      const field = entry.Field === undefined ? undefined : dialect.fieldPath(id, 'request', entry.Field);
      return withField(entry, field);
    });
    return stamp(reached, {
      status: refusal.status,
      body: [JSON.stringify(dialect.toDialect(id, 'answer', { Errors: shown }))],
      isAscii: false,
      extraHeaders: refusal.headers,
      told: { answer: { Errors: entries.map(entry => withField(entry, entry.Field)) } },
    });
  };
}

/** An entry whose message begins with its field, under the name that the client knows. */
function withField(entry: ErrorEntry, field: string | undefined): ErrorEntry {
  return field === undefined ? entry : { ...entry, Message: `${field}: ${entry.Message}`, Field: field };
}
