import { Worker } from 'node:worker_threads';
import type { MachineClock } from '../clock/index.ts';
import { StoreError } from '../store-error.ts';
import type { Reply, Request, WorkerStart } from './sqlite/index.ts';

/** The thread that owns the connection with the file of a store. */
export interface SqliteThread {
  /** Calls a method of the database in the thread. @throws StoreError */
  ask<Result>(method: Request['method'], ...args: unknown[]): Promise<Result>;
  stop(): Promise<void>;
}

/** The minimum and the maximum time between two attempts to start the thread again, in milliseconds. */
const pauses = { min: 1_000, max: 30_000 };

/**
 * Starts the thread of a store. If the thread ends by an error, for example because its memory is full, the next call starts
 * it again. Between two attempts is a pause, in which calls fail. If another process has opened the store in the meantime, calls
 * fail until the server is restarted.
 *
 * @throws StoreError when the store cannot be opened
 */
export async function startThread(
  start: WorkerStart,
  machine: Pick<MachineClock, 'monotonic'>,
): Promise<SqliteThread> {
  let connection = await connect(start);
  let connecting: Promise<Connection> | undefined;
  let isStopped = false;
  let pause = pauses.min;
  let nextAttempt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  async function connectAgain(ended: StoreError): Promise<Connection> {
    const now = machine.monotonic();
    if (isStopped || now < nextAttempt) throw failure ?? ended;
    pause = now - nextAttempt > pauses.max ? pauses.min : Math.min(2 * pause, pauses.max);
    nextAttempt = now + pause;
    process.emitWarning(`${ended.message}; the server starts it again`, { code: 'UNDERSTUDY_STORE' });
    // A store that is gone must not be replaced by an empty store.
    try {
      connection = await connect({ ...start, mustExist: true, continues: connection.opening });
      failure = undefined;
      return connection;
    } catch (error) {
      failure = error; // during the pause, calls fail with the same message
      throw error;
    }
  }
  const current = async (): Promise<Connection> => {
    const { ended } = connection;
    if (!ended) return connection;
    connecting ??= connectAgain(ended).finally(() => {
      connecting = undefined;
    });
    return connecting;
  };
  return {
    ask: async (method, ...args) => (await current()).ask(method, ...args),
    async stop() {
      isStopped = true;
      await connecting?.catch(() => {});
      await connection.stop();
    },
  };
}

// The relative address is correct for a file in dist/mock-server/node and for the bundle in dist/scenarios/cli.
const workerFile = import.meta.url.endsWith('.ts')
  ? new URL('./sqlite/worker.ts', import.meta.url)
  : new URL('../../mock-server/node/sqlite/worker.js', import.meta.url);

/** One run of the thread. */
interface Connection {
  /** The mark of the opening of the store by this process, which the store contains until another process opens the store. */
  readonly opening: string;
  ask<Result>(method: Request['method'], ...args: unknown[]): Promise<Result>;
  /** Why the thread has ended; undefined while it runs. */
  readonly ended: StoreError | undefined;
  stop(): Promise<unknown>;
}

/** A call that waits for its reply. */
interface Waiting {
  readonly method: Request['method'];
  resolve(result: unknown): void;
  reject(error: Error): void;
}

async function connect(start: WorkerStart): Promise<Connection> {
  const connection = createConnection(start);
  try {
    const opening = await connection.ask<string>('open');
    return Object.assign(connection, { opening });
  } catch (error) {
    await connection.stop();
    throw error;
  }
}

function createConnection(start: WorkerStart): Omit<Connection, 'opening'> {
  const worker = new Worker(workerFile, {
    workerData: start,
    execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
  });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: StoreError | undefined;
  worker.on('message', (reply: Reply) => {
    const one = waiting.get(reply.number);
    waiting.delete(reply.number);
    if (waiting.size === 0) worker.unref();
    if ('result' in reply) one?.resolve(reply.result);
    else one?.reject(new StoreError(reply.error.code, reply.error.message));
  });
  let why = 'it was stopped';
  worker.on('error', error => {
    why = error.message;
  });
  // The thread has released the file now.
  worker.on('exit', () => {
    const message = `the thread of ${start.where} ended: ${why}`;
    ended = new StoreError('unavailable', message);
    // The file can already contain a write whose reply is missing.
    for (const { method, reject } of waiting.values())
      reject(method === 'write' ? new StoreError('uncertain', message) : ended);
    waiting.clear();
  });
  return {
    get ended() {
      return ended;
    },
    ask: <Result>(method: Request['method'], ...args: unknown[]) =>
      new Promise<Result>((resolve, reject) => {
        if (ended) {
          reject(ended);
          return;
        }
        last += 1;
        worker.ref(); // a call keeps the process alive, but an open store does not
        waiting.set(last, { method, resolve: resolve as Waiting['resolve'], reject }); // the method has a result of this type
        worker.postMessage({ number: last, method, args } satisfies Request);
      }),
    stop: () => worker.terminate(),
  };
}
