import { hash32 } from '#mock-server/clock/seed';
import { clockStart, credential, sandboxId } from './addresses.ts';
import { History } from './history.ts';
import type { StoredCalls } from './journal-checks.ts';
import { playLoad } from './load.ts';
import { startServer } from './server-process.ts';
import { verifyRestart } from './verify.ts';

/** The store of a kill test, the number of its kills, and the seed of their instants. */
export interface KillPlan {
  readonly where: string;
  readonly kills: number;
  readonly seed: string;
  /** Whether the store also contains the journal. */
  readonly keepsJournal?: boolean;
}

/** The result of a kill test. */
export interface Killed {
  readonly kills: number;
  /** The number of bookings, and of calls for bookings that had no answer when the server ended. */
  readonly bookings: number;
  readonly unanswered: number;
  /** The number of calls that a fault was armed to hold. */
  readonly held: number;
  /** The number of calls in the stored journal. */
  readonly stored: number;
  /** A sentence for each lost or repeated change. */
  readonly wrong: string[];
}

/**
 * Serves a mixed load from a durable store, ends the server by SIGKILL at a seeded instant, restarts the server and compares it
 * with the answers that the clients have received. Repeats this with the same store. Half of the servers end at a request of a
 * client, and the others before, during or after a write of the store.
 */
export async function killRepeatedly({ where, kills, seed, keepsJournal }: KillPlan): Promise<Killed> {
  const history = new History();
  const known: StoredCalls = new Map();
  const wrong: string[] = [];
  let server = await startServer(where, keepsJournal);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const { url, child } = server;
      if (kill === 0) await createMain(url);
      const { atRequest, atWrite } = planEnd(`${seed} ${kill}`);
      let left = atRequest;
      child.send(atWrite);
      const onRequest = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
      await playLoad({ url, seed: `${seed}-${kill}`, history, onRequest });
      await server.ended;
      history.crash();
      server = await startServer(where, keepsJournal);
      const isChecked = keepsJournal && kill % 2 === 1; // so that one server also continues a journal that no one has read
      const found = await verifyRestart(server.url, history, isChecked ? known : undefined);
      wrong.push(...found.map(one => `after kill ${kill}: ${one}`));
    }
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
  }
  const unanswered = history.bookings.flatMap(({ calls }) =>
    calls.filter(({ output }) => output === undefined),
  );
  return {
    kills,
    held: history.held,
    stored: known.size,
    bookings: history.bookings.length,
    unanswered: unanswered.length,
    wrong,
  };
}

/** The instant at which a server ends: at the client's request with a number, or at the write with a number. */
interface End {
  readonly atRequest: number;
  readonly atWrite: { readonly left: number; readonly moment: string };
}

const moments = ['before', 'during', 'after'] as const;
const never = Number.MAX_SAFE_INTEGER;

/** Draws the instant at which a server ends. */
export function planEnd(text: string): End {
  const draw = (what: string, below: number) => hash32(`${text} ${what}`) % below;
  const moment = moments[draw('moment', moments.length)] ?? 'before';
  if (draw('how', 2) === 0) return { atRequest: 30 + draw('request', 200), atWrite: { left: never, moment } };
  return { atRequest: never, atWrite: { left: 60 + draw('write', 240), moment } };
}

/** Creates the sandbox of the kill tests. */
export async function createMain(url: string): Promise<void> {
  const body = JSON.stringify({
    credential,
    clock: { mode: 'manual', start: clockStart },
    options: { rateLimit: false, idempotency: 'honoured' },
  });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${url}/_control/sandboxes/${sandboxId}`, { method: 'PUT', headers, body });
  if (status !== 201) throw new Error(`sandbox "${sandboxId}" was answered ${status}`);
}
