import { type ChildProcess, fork } from 'node:child_process';
import { hash32 } from '#mock-server/seed';
import { createHistory } from './history.ts';
import { clockStart, credential, playLoad, sandboxId } from './load.ts';
import { verifyRestart } from './verify.ts';

/** The result of a kill test. */
export interface Killed {
  readonly kills: number;
  /** The number of DoBookings, and of those that had no answer when the server ended. */
  readonly bookings: number;
  readonly unanswered: number;
  /** A sentence for each lost or repeated change. */
  readonly wrong: string[];
}

/**
 * Serves a mixed load from a durable store, ends the server by SIGKILL at a seeded request, restarts the server and
 * compares it with the answers that the clients have received. Repeats this with the same store.
 *
 * @example await killRepeatedly({ where: 'sqlite:data', kills: 12, seed: 'a' })
 */
export async function killRepeatedly({
  where,
  kills,
  seed,
}: {
  where: string;
  kills: number;
  seed: string;
}): Promise<Killed> {
  const history = createHistory();
  const wrong: string[] = [];
  let unanswered = 0;
  let server = await startServer(where);
  try {
    await createMain(server.url);
    for (let kill = 0; kill < kills; kill += 1) {
      let left = 20 + (hash32(`${seed} ${kill}`) % 150);
      const { url, child } = server;
      const onRequest = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
      await playLoad({ url, seed: `${seed}-${kill}`, history, onRequest });
      await server.ended;
      unanswered += history.bookings.filter(({ book }) => book === 'sent').length;
      server = await startServer(where);
      wrong.push(...(await verifyRestart(server.url, history)).map(one => `after kill ${kill}: ${one}`));
    }
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
  return { kills, bookings: history.bookings.length, unanswered, wrong };
}

async function createMain(url: string): Promise<void> {
  const body = JSON.stringify({
    credential,
    clock: { mode: 'manual', start: clockStart },
    options: { rateLimit: false, idempotency: 'honoured' },
  });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/_control/sandboxes/${sandboxId}`, { method: 'PUT', headers, body });
  if (status !== 201) throw new Error(`sandbox "${sandboxId}" was answered ${status}`);
}

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
}

function startServer(where: string): Promise<Server> {
  const child = fork(new URL('./server.ts', import.meta.url), [where], { execArgv: [] });
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve({ url: Object(message).url, child, ended }));
    child.once('exit', code => reject(new Error(`the server ended with ${code}`)));
  });
}
