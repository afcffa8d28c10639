// verify-pacts.ts runs this program in a separate process, because Pact's verifier is native code that writes to stdout. The
// verifier also reads proxy variables, which must not apply to loopback addresses.

export interface ReplayTask {
  readonly verifier: string;
  /** The address of the proxy. `statePath` is the path for state changes. */
  readonly proxy: string;
  readonly statePath: string;
  readonly states: readonly string[];
  readonly files: readonly string[];
  readonly timeout: number;
}

// The parent gets the JSON or the error of Pact's verifier.
process.once('message', async (task: ReplayTask) => {
  const result = await replay(task);
  process.send?.(result, () => process.disconnect());
});

async function replay(task: ReplayTask): Promise<string> {
  const { proxy, statePath, states } = task;
  const module = await import(task.verifier);
  const { Verifier }: typeof import('@pact-foundation/pact') = module.default ?? module;
  const change = async (body: object): Promise<Record<string, string>> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(proxy + statePath, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const handlerOf = (state: string) => ({
    setup: (params?: unknown) => change({ state, params, action: 'setup' }),
    teardown: (params?: unknown) => change({ state, params, action: 'teardown' }),
  });
  try {
    const json: unknown = await new Verifier({
      providerBaseUrl: proxy,
      pactUrls: [...task.files],
      logLevel: 'error',
      timeout: task.timeout,
      stateHandlers: Object.fromEntries(states.map(state => [state, handlerOf(state)])),
    }).verifyProvider();
    return String(json);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
