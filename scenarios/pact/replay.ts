// Run as a process of its own by verify.ts: the core of Pact's verifier is native code that writes to the standard
// output as it likes, and its proxy obeys variables that are meant for other addresses than loopback.
import type { ReplayOrder, Replied } from './replay-order.ts';

process.once('message', async (order: ReplayOrder) => {
  const replied = await replay(order);
  process.send?.(replied, () => process.disconnect());
});

async function replay({ verifier, front, statePath, states, files, timeout }: ReplayOrder): Promise<Replied> {
  const module = await import(verifier);
  const { Verifier }: typeof import('@pact-foundation/pact') = module.default ?? module;
  const setUp = (state: string) => ({
    setup: (params?: unknown) => change(front + statePath, { state, params, action: 'setup' }),
    teardown: (params?: unknown) => change(front + statePath, { state, params, action: 'teardown' }),
  });
  try {
    const said: unknown = await new Verifier({
      providerBaseUrl: front,
      pactUrls: [...files],
      logLevel: 'error',
      timeout,
      stateHandlers: Object.fromEntries(states.map(state => [state, setUp(state)])),
    }).verifyProvider();
    return { json: String(said) };
  } catch (error) {
    return { json: error instanceof Error ? error.message : String(error) };
  }
}

async function change(url: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
}
