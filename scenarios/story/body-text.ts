import type { ExchangeView } from '#contracts/control';
import { shortToken } from './short-token.ts';

/**
 * Returns a function that makes a body readable and bounded. The text shows no Token in full (auth.5). The journal has already
 * masked the other secrets.
 *
 * @param exchanges the calls, whose Tokens are shortened in every text
 * @example bodyWriter(exchanges, 1_500)(exchange.answerBody)
 */
export function bodyWriter(
  exchanges: readonly ExchangeView[],
  bodyLength: number,
): (body: unknown) => string | undefined {
  const all = exchanges.flatMap(({ request, answer, idempotencyKey }) => [
    request.token,
    request.reToken,
    answer.token,
    answer.reToken,
    idempotencyKey,
  ]);
  const known = [...new Set(all)].filter(token => token !== undefined && shortToken(token) !== token);
  return body => {
    if (body === undefined || bodyLength === 0) return undefined;
    const text = typeof body === 'string' ? body : JSON.stringify(body, shortened, 1);
    // The text is cut before the search, with enough room for a Token at the cut, because a body can be large.
    const kept = text.slice(0, bodyLength + longestToken);
    const safe = known.reduce<string>(
      (sofar, token) => sofar.replaceAll(token ?? '', shortToken(token ?? '')),
      kept,
    );
    const left = text.length - bodyLength;
    return left <= 0 ? safe : `${safe.slice(0, bodyLength)}… (${left} characters left out)`;
  };
}

const longestToken = 100;

/** Shortens every field that carries a Token, also in offers. JSON.stringify calls this function for each field. */
const shortened = (name: string, value: unknown): unknown =>
  typeof value === 'string' && /^(re)?token$/i.test(name) ? shortToken(value) : value;
