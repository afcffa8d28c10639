import type { Part, ThreadAnswer } from './messages.ts';

export type { ThreadAnswer } from './messages.ts';

// The relative address is correct for a file in dist/scenarios/judge-thread and for the bundle in dist/scenarios/cli.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('../../scenarios/judge-thread/worker.js', import.meta.url);

/**
 * Starts a thread that judges traffic, so that other calls to the server do not wait. The thread exists in Node only.
 *
 * @example
 * const thread = await startJudgeThread();
 * thread.send({ kind: 'facts', text: '[…]' });
 * const judged = await thread.end({ context, hasBooks: false });
 */
export async function startJudgeThread() {
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(workerFile, { execArgv: process.execArgv });
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
