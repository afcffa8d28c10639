import type { Part, ThreadAnswer } from './messages.ts';

export type { ThreadAnswer } from './messages.ts';

// The relative address is correct for a file in dist/scenarios/judge-thread and for the bundle in dist/scenarios/cli.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('../../scenarios/judge-thread/worker.js', import.meta.url);

/** The threads of Node; undefined in a browser. An import would stop a bundler that makes code for a browser. */
const threads = globalThis.process?.getBuiltinModule?.('node:worker_threads');

/** Whether `startJudgeThread` works here. */
export const hasThreads = threads !== undefined;

/**
 * Starts a thread that judges traffic, so that other calls to the server do not wait.
 *
 * @throws Error in a browser, which has no threads of Node
 * @example
 * const thread = startJudgeThread();
 * thread.send({ kind: 'facts', text: '[…]' });
 * const judged = await thread.end({ context, hasBooks: false });
 */
export function startJudgeThread() {
  if (!threads) throw new Error('the thread of the judge needs Node');
  const worker = new threads.Worker(workerFile, { execArgv: process.execArgv });
  const answer = new Promise<ThreadAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread of the judge ended without an answer')));
  });
  answer.catch(() => {}); // the caller of `end` gets the error
  const send = (part: Part) => worker.postMessage(part);
  return {
    send,
    /** Sends the context of the judge. Resolves with the verdicts. */
    async end(last: { context: object; hasBooks: boolean }): Promise<ThreadAnswer> {
      send({ kind: 'end', text: JSON.stringify(last) });
      return answer;
    },
    stop: () => worker.terminate(),
  };
}
