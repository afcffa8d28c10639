import { createMockSupplier, type MockSupplier } from '#mock-server';
import type { MachineClock } from '#mock-server/clock/index';
import { hash32, hash64, hexId } from '#mock-server/seed';
import { createFakeMachine } from '../clock/fakes.ts';
import { createHotelClient, type Fetch, testStart } from '../hotel-client.ts';

/** All parts of the answers that the clients of one sandbox saw, and the exported state of the sandbox. */
export type Seen = string[];

/** The result of many sandboxes with traffic at the same time. */
export interface Played {
  readonly seen: ReadonlyMap<string, Seen>;
  /** The number of times that a call found its sandbox suspended. */
  readonly resumed: number;
}

const credential = { Username: 'client', Password: 'a password' };
const base = 'http://supplier.test';

/** The effects of faults that let a call wait on the clock of its sandbox. */
const pauses = [
  { kind: 'delay', by: 'PT5S' },
  { kind: 'hang', for: 'PT6S' },
  { kind: 'hang', for: 'PT7S', commit: 'before' },
];

/** Waits for the turn of a client. */
type Turn = () => Promise<void>;

/** Plays the traffic of one client. The seed decides which calls the client makes. */
async function playClient(id: string, send: Fetch, turn: Turn): Promise<Seen> {
  const seen: Seen = [];
  const fetch: Fetch = async (url, init) => {
    const place = seen.push('no answer') - 1; // calls at the same time are compared in the order of their beginning
    await turn();
    const response = await send(url, init).catch((error: Error) => {
      seen[place] = `${init?.method} ${url}: ${error.message}`; // a call that hangs ends without an answer
      throw error;
    });
    const copy = response.clone();
    const text = JSON.stringify([[...copy.headers], withoutRealTime(await copy.text())]);
    seen[place] = `${init?.method} ${url}: ${copy.status} ${hexId(hash64(text), 0)}`;
    return response;
  };
  const control = (method: string, path: string, body?: object) =>
    fetch(`${base}/_control/sandboxes/${id}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  /** Waits until a call waits on the clock of the sandbox. The number of these polls is not the same in each run. */
  const untilWaiting = async () => {
    for (let waits: unknown[] = []; waits.length === 0; ) {
      await turn();
      const answer = await send(`${base}/_control/sandboxes/${id}/clock`, { method: 'GET' });
      ({ waits } = await answer.json());
    }
  };
  const draw = (what: string, count: number) => hash32(`${id} ${what}`) % count;
  await control('PUT', '', {
    credential,
    clock: { mode: 'manual', start: new Date(testStart).toISOString() },
    options: { idempotency: 'honoured', rateLimit: 40 },
    faults: draw('fault', 2) === 0 ? [] : ['hotel.search:delay=PT0S,nth=2'],
  });
  const client = createHotelClient(fetch, { baseUrl: `${base}/sandbox/${id}`, credential });
  for (let trip = 0; trip < 1 + draw('trips', 3); trip += 1) {
    const NumNights = 1 + draw(`nights ${trip}`, 4);
    const search = await client.search({ CheckoutDate: undefined, NumNights });
    if (draw(`again ${trip}`, 2) === 0) await client.call('hotel.search', {});
    const conditions = await client.conditions(search);
    const { BookingId } = await client.book(conditions, { ExternalReference: `trip ${trip % 2}` });
    await control('POST', '/clock/advance', { by: 'PT20M' });
    if (draw(`wait ${trip}`, 3) > 0) {
      const effect = pauses[draw(`pause ${trip}`, pauses.length)];
      await control('POST', '/faults', { match: { operations: ['getBookingDetail'], times: 1 }, effect });
      const waiting = client.call('getBookingDetail', { BookingId }).catch(() => {}); // `seen` has the failure
      await untilWaiting();
      await client.list();
      await control('POST', '/clock/advance', { by: 'PT10S' });
      await waiting;
    }
    await client.list();
    await client.detail(BookingId);
    if (draw(`cancel ${trip}`, 2) === 0) await client.cancel(BookingId);
  }
  for (const path of ['', '/bookings', '/exchanges', '/export']) await control('GET', path);
  return seen;
}

/** Removes the real times, which differ between two runs. */
const withoutRealTime = (text: string): string =>
  text.replaceAll(/\\?"(?:real|createdAt|checksum)\\?":(?:[\d.]+|"2026-01-[^"]*"|"[\da-f]{32}")/g, '');

const createPlayed = (machine: MachineClock): MockSupplier =>
  createMockSupplier({ secretsFrom: 'seed', machine });

/** Plays one client alone, on its own server. */
export const playAlone = (id: string): Promise<Seen> =>
  playClient(id, createPlayed(createFakeMachine().clock).fetch, () => Promise.resolve());

/**
 * Plays many clients on one server, call by call in a seeded order. After each `every` calls, time passes in which no client
 * calls, so that the server suspends all sandboxes.
 */
export async function playTogether(ids: readonly string[], every: number): Promise<Played> {
  const machine = createFakeMachine();
  const supplier = createPlayed(machine.clock);
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>(resolve => void waiting.push(resolve));
  const seen = new Map<string, Seen>();
  const players = ids.map(async id => void seen.set(id, await playClient(id, supplier.fetch, turn)));
  let isOver = false;
  const end = Promise.all(players).finally(() => {
    isOver = true;
  });
  const known = new WeakSet<object>();
  let resumed = 0;
  for (let step = 0; !isOver; ) {
    const [next] = waiting.splice(hash32(`step ${step}`) % Math.max(1, waiting.length), 1);
    next?.();
    await new Promise<void>(resolve => setImmediate(resolve));
    if (!next) continue; // all clients wait for answers
    step += 1;
    if (step % every !== 0) continue;
    for (const id of ids) {
      const sandbox = supplier.sandboxes.find(id);
      if (!sandbox || known.has(sandbox)) continue;
      known.add(sandbox);
      resumed += 1;
    }
    machine.pass(80_000);
    while ((await machine.turnUntilQuiet()) > 0);
  }
  await end;
  return { seen, resumed: resumed - ids.length };
}
