import { Refusal } from '../refusal.ts';
import { hideCutSecrets, secretIn, secretsOf } from '../secrets.ts';
import type { ExchangeState } from './exchange.ts';

/** A refusal whose messages repeat no password or static token, wherever in the request it stood (auth.5). */
export function withoutSecrets({ sandbox, operation, body }: ExchangeState, refusal: Refusal): Refusal {
  const secrets = secretsOf(sandbox.identity, secretIn(operation, body));
  const entries = refusal.entries.map(entry => ({
    ...entry,
    Message: hideCutSecrets(entry.Message, secrets),
  }));
  return new Refusal(entries, refusal.headers);
}
