import { operations, pathPattern } from '#contracts';
import type { Crash } from '#contracts/scenario';

/**
 * Creates a `fetch` function that kills a client in this process at a call: the function aborts `killed`, and from then on it sends
 * nothing. After an answer, the client is killed when it starts its next call, or when its task ends. `isDue` tells whether the
 * client has come to its end.
 */
export function sendUntilKilled(
  send: typeof fetch,
  { at, nth = 1, moment = 'committed' }: Crash,
  killed: AbortController,
): { readonly fetch: typeof fetch; isDue(): boolean } {
  const path = new RegExp(`${pathPattern(operations[at].path)}$`);
  const kill = (): never => {
    if (!killed.signal.aborted) killed.abort(new Error('the process was killed'));
    throw killed.signal.reason;
  };
  let calls = 0;
  let isAnswered = false;
  const sendOne: typeof fetch = async (input, init) => {
    if (killed.signal.aborted || isAnswered) return kill();
    const [address = ''] = String(input instanceof Request ? input.url : input).split('?', 1);
    if (path.test(address)) calls += 1;
    else return send(input, init);
    if (calls !== nth) return send(input, init);
    if (moment === 'before') return kill();
    if (moment === 'answered') {
      const answer = await send(input, init);
      isAnswered = true;
      return answer;
    }
    // The supplier completes a received call even if the client no longer exists, so the call gets no abort signal.
    const { signal: _, ...arrived } = init ?? {};
    await send(input, arrived).catch(() => undefined);
    return kill();
  };
  return { fetch: sendOne, isDue: () => isAnswered || killed.signal.aborted };
}
