import { parentPort, workerData } from 'node:worker_threads';
import { StoreError } from '../../store-error.ts';
import { SqliteDatabase } from './database.ts';
import type { Reply, Request } from './messages.ts';
import type { WorkerStart } from './worker-start.ts';

// This thread owns the connection with the file, so that no call of a client waits for the disk.

const start: WorkerStart = workerData;
const { where } = start;
let database: SqliteDatabase | undefined;

parentPort?.on('message', ({ number, method, args }: Request) => {
  parentPort?.postMessage(answer(number, () => run(method, args)));
});

function run(method: Request['method'], args: readonly unknown[]): unknown {
  if (method === 'open') {
    database = new SqliteDatabase(start);
    return database.mark;
  }
  if (!database) throw new StoreError('unavailable', `${where} is not open`);
  const call = database[method] as (...values: readonly unknown[]) => unknown; // the caller passes the arguments of this method
  return call.apply(database, [...args]);
}

function answer(number: number, work: () => unknown): Reply {
  try {
    return { number, result: work() };
  } catch (error) {
    const { code, message } =
      error instanceof StoreError ? error : { code: 'unavailable' as const, message: String(error) };
    return { number, error: { code, message } };
  }
}
