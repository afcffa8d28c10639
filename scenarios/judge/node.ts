import type { CallTexts } from '#contracts/exchange';
import type { EndJudgement, JudgeContext } from './index.ts';

// The relative address is correct for a file in dist/scenarios/judge and for the bundle in dist/scenarios/cli.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('../judge/worker.js', import.meta.url);

/** The threads of Node; undefined in a browser. An import would stop a bundler that makes code for a browser. */
const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');

/** Whether `judgeInThread` works here. */
export const hasThreads = threads !== undefined;

/** Traffic whose long parts are JSON texts: the other thread parses them, so the calls to the server wait only for a copy of texts. */
export interface TrafficTexts {
  readonly calls: readonly CallTexts[];
  readonly books: string;
  readonly context: JudgeContext;
}

/** The thread asks for the next calls. All of them at once can take much memory. */
export const moreCalls = 'more calls';
const charactersAtOnce = 500_000;

/** So that other calls to the server do not wait. Throws in a browser, which has no threads of Node. */
export function judgeInThread({ calls, ...others }: TrafficTexts): Promise<EndJudgement> {
  if (!threads) throw new Error('the thread of the judge needs Node');
  const worker = new threads.Worker(workerFile, { workerData: others });
  const parts = partsOf(calls);
  return new Promise((resolve, reject) => {
    worker.on('message', (message: EndJudgement | typeof moreCalls) => {
      if (message !== moreCalls) return resolve(message);
      worker.postMessage(parts.next().value ?? []);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread of the judge ended without an answer')));
  });
}

function* partsOf(calls: readonly CallTexts[]): Generator<readonly CallTexts[], undefined> {
  let part: CallTexts[] = [];
  let characters = 0;
  for (const call of calls) {
    part.push(call);
    characters += call.head.length + (call.bodies?.length ?? 0);
    if (characters < charactersAtOnce) continue;
    yield part;
    part = [];
    characters = 0;
  }
  yield part;
}
