import { hash32 } from '#mock-server/clock/seed';
import { createHotelClient } from '../../hotel-client.ts';
import { clockStart, controlOf, credential, sandboxId } from './addresses.ts';
import { History } from './history.ts';
import { advanceUntilOver } from './holds.ts';
import type { StoredCalls } from './journal-checks.ts';
import { advance, playLoad } from './load.ts';
import { killServer, startServer } from './server-process.ts';
import { verifyRestart } from './verify.ts';

export interface KillPlan {
  readonly where: string;
  readonly kills: number;
  readonly seed: string;
  /** Whether the store also contains the journal. */
  readonly keepsJournal?: boolean;
  /** Whether a second server shares the store. It gets half of the requests, and takes over when the first server is killed. */
  readonly isShared?: boolean;
}

export interface Killed {
  /** The number of bookings, and of calls for bookings that had no answer when the server ended. */
  readonly bookings: number;
  readonly unanswered: number;
  readonly held: number;
  readonly stored: number;
  /** The longest time from the end of a server to the first answers of the next server, in milliseconds. */
  readonly longest: number;
  /** A sentence for each lost or repeated change. */
  readonly wrong: string[];
}

/**
 * Serves a mixed load from a durable store, ends a server by SIGKILL at a seeded instant, and compares the next server with the
 * answers that the clients have received. Repeats this with the same store. The next server is a new process or, with a shared
 * store, the other server. Half of the servers end at a request of a client, the others before, during or after a commit.
 */
export async function killRepeatedly(plan: KillPlan): Promise<Killed> {
  const { where, kills, seed, keepsJournal, isShared } = plan;
  const history = new History();
  const known: StoredCalls = new Map();
  const wrong: string[] = [];
  const start = () => startServer(where, keepsJournal);
  let server = await start();
  let other = isShared ? await start() : undefined;
  let longest = 0;
  await createMain(server.url);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const { child } = server;
      const { atRequest, atWrite } = planEnd(`${seed} ${kill}`, isShared ? 4 : 1);
      let left = atRequest;
      child.send(atWrite);
      const onRequest = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
      const urls = [server.url, ...(other ? [other.url] : [])];
      const playing = playLoad({ urls, seed: `${seed}-${kill}`, history, onRequest });
      await Promise.race([playing, server.ended]);
      if (other) {
        // The other server can still hold a call by the fault of a client that has stopped, so no client advances the clock.
        const survivor = { history, control: controlOf(other.url) };
        await advanceUntilOver(playing, () => advance(survivor));
      }
      await playing;
      await server.ended;
      history.crash();
      server = other ?? (await start());
      longest = Math.max(longest, await firstAnswers(server.url));
      other = isShared ? await start() : undefined;
      const isChecked = keepsJournal && kill % 2 === 1; // so that one server also continues a journal that no one has read
      const found = await verifyRestart(server.url, history, isChecked ? known : undefined);
      wrong.push(...found.map(one => `after kill ${kill}: ${one}`));
    }
  } finally {
    await killServer(server);
    if (other) await killServer(other);
  }
  const calls = history.bookings.flatMap(booking => booking.calls);
  return {
    held: history.held,
    stored: known.size,
    bookings: history.bookings.length,
    unanswered: calls.filter(({ output }) => output === undefined).length,
    longest,
    wrong,
  };
}

/** Sends several calls at the same time, and returns the time until the last answer. */
async function firstAnswers(url: string): Promise<number> {
  const began = performance.now();
  const client = createHotelClient(fetch, { baseUrl: `${url}/sandbox/${sandboxId}`, credential });
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => client.list()));
  return performance.now() - began;
}

/** The instant at which a server ends: at the client's request with a number, or at the write with a number. */
interface End {
  readonly atRequest: number;
  readonly atWrite: { readonly left: number; readonly moment: string };
}

const moments = ['before', 'during', 'after'] as const;
const never = Number.MAX_SAFE_INTEGER;

/** Draws the instant at which a server ends. A `factor` gives a longer load. */
function planEnd(text: string, factor: number): End {
  const draw = (what: string, below: number) => hash32(`${text} ${what}`) % below;
  const moment = moments[draw('moment', moments.length)] ?? 'before';
  if (draw('how', 2) === 0)
    return { atRequest: factor * (30 + draw('request', 200)), atWrite: { left: never, moment } };
  return { atRequest: never, atWrite: { left: 60 + draw('write', 240), moment } };
}

async function createMain(url: string): Promise<void> {
  const clock = { mode: 'manual', start: clockStart };
  const options = { rateLimit: false, idempotency: 'honoured' };
  await controlOf(url).ask('putSandbox', { id: sandboxId, body: { credential, clock, options } });
}
