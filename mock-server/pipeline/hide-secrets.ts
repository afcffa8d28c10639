import { readEscapes } from '#contracts/exchange';
import { Refusal } from '../refusal.ts';
import { hideCutSecrets, secretIn, secretsOf } from '../secrets/index.ts';
import { type Address, splitUrl } from './address.ts';
import type { ExchangeState } from './exchange.ts';
import { createTokenFinder } from './find-tokens.ts';

/** A refusal whose messages repeat no password or token, wherever in the request it stood (auth.5). */
export type HideSecrets = (exchange: ExchangeState, refusal: Refusal) => Refusal;

/** Knows from the addresses which parts of a wrong path can be a token. */
export function createSecretHider(addresses: readonly Address[]): HideSecrets {
  const findTokens = createTokenFinder(addresses);
  return ({ sandbox, operation, body, incoming }, refusal) => {
    const sent = operation
      ? [secretIn(operation, body)]
      : findTokens(splitUrl(incoming.url).path).flatMap(part => [part, readEscapes(part)]);
    const secrets = secretsOf(sandbox.identity, ...sent);
    const entries = refusal.entries.map(entry => ({
      ...entry,
      Message: hideCutSecrets(entry.Message, secrets),
    }));
    return new Refusal(entries, refusal.headers);
  };
}
