import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { flows } from './flows.ts';
import { type PlayRun, playInProcess, type Run } from './play.ts';
import type { Schedule } from './shorthand.ts';

interface Order {
  readonly number: number;
  readonly flow: string;
  readonly schedule: Schedule;
  readonly tell: boolean;
}

type Reply = { readonly number: number } & ({ readonly run: Run } | { readonly error: string });

interface Pool {
  readonly play: PlayRun;
  close(): Promise<void>;
}

/** Each run creates and drops many small objects. With more memory for new objects, they are cleared less often. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 };

/** Starts worker threads that play runs with the reference client. */
export function createPool(jobs: number, seed: string | undefined): Pool {
  const waiting = new Map<number, { resolve(run: Run): void; reject(error: Error): void }>();
  const idle: Worker[] = [];
  const orders: Order[] = [];
  let last = 0;
  const give = (): void => {
    while (idle.length > 0 && orders.length > 0) idle.shift()?.postMessage(orders.shift());
  };
  const fail = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const workers = Array.from({ length: jobs }, () => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { isExplorer: true, seed },
      resourceLimits,
    });
    worker.on('message', (reply: Reply) => {
      const one = waiting.get(reply.number);
      waiting.delete(reply.number);
      if ('run' in reply) one?.resolve(reply.run);
      else one?.reject(new Error(reply.error));
      idle.push(worker);
      give();
    });
    worker.on('error', fail);
    idle.push(worker);
    return worker;
  });
  return {
    play: (flow, schedule, tell = false) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        orders.push({ number: last, flow: flow.id, schedule, tell });
        give();
      }),
    async close() {
      await Promise.all(workers.map(worker => worker.terminate()));
    },
  };
}

function work(seed: string | undefined): void {
  const play = playInProcess({ seed });
  parentPort?.on('message', async ({ number, flow: id, schedule, tell }: Order) => {
    try {
      const flow = flows.find(one => one.id === id);
      if (!flow) throw new Error(`there is no flow "${id}"`);
      parentPort?.postMessage({ number, run: await play(flow, schedule, tell) } satisfies Reply);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ number, error: text } satisfies Reply);
    }
  });
}

if (!isMainThread && workerData?.isExplorer === true) work(workerData.seed);
