import { createHotelClient } from '../hotel-client.ts';
import { credential, sandboxId } from '../kill/addresses.ts';
import { History } from '../kill/history.ts';
import type { StoredCalls } from '../kill/journal-checks.ts';
import { createMain, type KillPlan, planEnd } from '../kill/kill.ts';
import { playLoad } from '../kill/load.ts';
import { killServer, startServer } from '../kill/server-process.ts';
import { verifyRestart } from '../kill/verify.ts';

/** The result of a take-over test. */
export interface TakenOver {
  /** The number of bookings in the sandbox that was taken over, and in the sandboxes of the other server. */
  readonly bookings: number;
  readonly others: number;
  /** The number of calls in the stored journal of the sandbox that was taken over. */
  readonly stored: number;
  /** The longest time from the end of a server to the first answer of the other server, in milliseconds. */
  readonly longest: number;
  /** A sentence for each lost, repeated or failed call. */
  readonly wrong: string[];
}

/**
 * Serves a mixed load with two servers and one store, ends one server by SIGKILL at a seeded instant, and compares the other
 * server, which takes over, with the answers that the clients have received. The other server serves its own sandbox all the time.
 * Then a new server starts, and the test repeats this.
 */
export async function takeOverRepeatedly({ where, kills, seed, keepsJournal }: KillPlan): Promise<TakenOver> {
  const history = new History();
  const known: StoredCalls = new Map();
  const wrong: string[] = [];
  let longest = 0;
  let others = 0;
  const start = () => startServer(where, keepsJournal);
  let [busy, standby] = [await start(), await start()];
  await createMain(busy.url);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const { url, child } = busy;
      const { atRequest, atWrite } = planEnd(`${seed} ${kill}`);
      let left = atRequest;
      child.send(atWrite);
      const onRequest = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
      const other = playOther(standby.url, `other-${kill}`);
      await playLoad({ url, seed: `${seed}-${kill}`, history, onRequest });
      await busy.ended;
      history.crash();
      longest = Math.max(longest, await firstAnswers(standby.url));
      const found = await verifyRestart(standby.url, history, keepsJournal ? known : undefined);
      const { bookings, problems } = await other.stop();
      others += bookings;
      wrong.push(...[...found, ...problems].map(one => `after kill ${kill}: ${one}`));
      busy = standby;
      standby = await start();
    }
  } finally {
    await killServer(busy);
    await killServer(standby);
  }
  return { bookings: history.bookings.length, others, stored: known.size, longest, wrong };
}

/** Sends several calls at the same time, and returns the time until the last answer. */
async function firstAnswers(url: string): Promise<number> {
  const began = performance.now();
  const client = createHotelClient(fetch, { baseUrl: `${url}/sandbox/${sandboxId}`, credential });
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => client.list()));
  return performance.now() - began;
}

/** Books in a sandbox of a server until `stop` is called. No call may fail, because this server is not killed. */
function playOther(url: string, id: string) {
  let isStopped = false;
  let bookings = 0;
  const problems: string[] = [];
  const playing = play().catch(error => {
    problems.push(`the other server failed: ${error}`);
  });
  async function play(): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ credential, options: { rateLimit: false } });
    await fetch(`${url}/_control/sandboxes/${id}`, { method: 'PUT', headers, body });
    const client = createHotelClient(fetch, { baseUrl: `${url}/sandbox/${id}`, credential });
    while (!isStopped) {
      const { BookingId } = await client.book();
      bookings += 1;
      const { Bookings } = await client.list();
      if (!Bookings.some(booking => booking.BookingId === BookingId))
        problems.push(`booking ${BookingId} is lost`);
      if (bookings % 20 === 0) await client.cancel(BookingId);
    }
  }
  return {
    async stop() {
      isStopped = true;
      await playing;
      return { bookings, problems };
    },
  };
}
