// Runs in a process of its own (verify.ts): the core of Pact's verifier is native code that writes to stdout, and its HTTP
// client obeys proxy variables that are not meant for loopback.

/** What the process is told. */
export interface ReplayTask {
  /** Where @pact-foundation/pact is, as an address to import. */
  readonly verifier: string;
  /** Where requests go, and the path there that takes state changes. */
  readonly proxy: string;
  readonly statePath: string;
  /** Every state that the pact names. */
  readonly states: readonly string[];
  /** The path of the pact. */
  readonly file: string;
  /** How long one answer may take, in milliseconds. */
  readonly timeout: number;
}

/** What it reports in the end: the JSON of Pact's core, or why there is none. */
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
