import { Worker } from 'node:worker_threads';
import type { SandboxKeeper } from '../keeping/index.ts';
import { StoreError } from '../store-error.ts';
import {
  type Ask,
  loadInPages,
  PartWriter,
  type Reply,
  type Request,
  type WorkerStart,
} from './sqlite/index.ts';

/**
 * Opens the store in a folder. Only one process can use the folder at a time.
 *
 * @param mustExist whether a missing store is an error. By default, the folder and the file are created.
 * @throws StoreError when the folder cannot be used, another process uses the store, or the file has another version
 * @example await openSqlite('data')
 */
export async function openSqlite(folder: string, mustExist = false): Promise<SandboxKeeper> {
  const where = `sqlite:${folder}`;
  const ask = startWorker({ folder, where, mustExist });
  try {
    await ask('open');
  } catch (error) {
    await ask.stop();
    throw error;
  }
  const writer = new PartWriter(ask);
  void writer.purge();
  return {
    where,
    load: id => loadInPages(ask, id),
    write: changes => writer.write(changes),
    list: (after, limit) => ask('list', after, limit),
    expiring: () => ask('expiring'),
    findOwner: hash => ask('findOwner', hash),
    check: () => ask('check'),
    async close(isComplete) {
      try {
        await ask('close', isComplete);
      } finally {
        await ask.stop();
      }
    },
  };
}

// The relative address is correct for a file in dist/mock-server/node and for the bundle in dist/scenarios/cli.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./sqlite/worker.ts', import.meta.url)
  : new URL('../../mock-server/node/sqlite/worker.js', import.meta.url);

function startWorker(start: WorkerStart): Ask & { stop(): Promise<unknown> } {
  const { where } = start;
  const worker = new Worker(workerFile, {
    workerData: start,
    execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
  });
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let last = 0;
  worker.on('message', (reply: Reply) => {
    const one = waiting.get(reply.number);
    waiting.delete(reply.number);
    if (waiting.size === 0) worker.unref();
    if ('result' in reply) one?.resolve(reply.result);
    else one?.reject(new StoreError(reply.error.code, reply.error.message));
  });
  let ended: StoreError | undefined;
  const end = (why: string) => {
    ended ??= new StoreError('unavailable', `the thread of ${where} ended: ${why}`);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', error => end(error.message));
  worker.on('exit', () => end('it was stopped'));
  const ask: Ask = <Result>(method: Request['method'], ...args: unknown[]): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (ended) {
        reject(ended);
        return;
      }
      last += 1;
      worker.ref(); // a call keeps the process alive, but an open store does not
      waiting.set(last, { resolve: resolve as (result: unknown) => void, reject }); // the method has a result of this type
      worker.postMessage({ number: last, method, args } satisfies Request);
    });
  return Object.assign(ask, { stop: () => worker.terminate() });
}
