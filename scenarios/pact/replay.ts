// verify.ts runs this in a separate process. The core of Pact's verifier is native code that writes to stdout, and its HTTP
// client uses proxy variables that must not apply to loopback.

/** The message that the process receives. */
export interface ReplayTask {
  /** The URL from which to import @pact-foundation/pact. */
  readonly verifier: string;
  /** The address of the proxy, and its path for state changes. */
  readonly proxy: string;
  readonly statePath: string;
  /** Every state that the pact names. */
  readonly states: readonly string[];
  /** The path of the pact. */
  readonly file: string;
  /** The time-out of one answer, milliseconds. */
  readonly timeout: number;
}

/** The message that the process sends at its end: the JSON of Pact's core, or its error message. */
export interface ReplayResult {
  readonly json: string;
}

process.once('message', async (task: ReplayTask) => {
  const result = await replay(task);
  process.send?.(result, () => process.disconnect());
});

async function replay(task: ReplayTask): Promise<ReplayResult> {
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
      pactUrls: [task.file],
      logLevel: 'error',
      timeout: task.timeout,
      stateHandlers: Object.fromEntries(states.map(state => [state, handlerOf(state)])),
    }).verifyProvider();
    return { json: String(json) };
  } catch (error) {
    return { json: error instanceof Error ? error.message : String(error) };
  }
}
