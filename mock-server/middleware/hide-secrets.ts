import { Refusal } from '../refusal.ts';
import { hideCutSecrets, secretsOf } from '../secrets.ts';
import type { ExchangeState } from './exchange.ts';

/** A refusal whose messages repeat no password, wherever in the request it stood (auth.5). */
export function withoutSecrets({ sandbox, body }: ExchangeState, refusal: Refusal): Refusal {
  const secrets = secretsOf(sandbox.identity, body);
  const entries = refusal.entries.map(entry => ({
    ...entry,
    Message: hideCutSecrets(entry.Message, secrets),
  }));
  return new Refusal(entries, refusal.headers);
}
