import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHotelClient } from '../hotel-client.ts';
import { credential } from '../kill/addresses.ts';
import { killServer, startServer } from '../kill/server-process.ts';
import { playTogether } from './together.ts';
import { startValkey, type Valkey } from './valkey.ts';

let valkey: Valkey;
beforeAll(async () => {
  valkey = await startValkey();
});
afterAll(() => valkey.stop());

describe('two servers with one Valkey store', () => {
  it('answer 2,000 calls of 8 clients to one sandbox as if the calls came one after another', {
    timeout: 300_000,
  }, async () => {
    const where = `${valkey.url}/1`;
    const servers = [await startServer(where), await startServer(where)];
    const urls = servers.map(({ url }) => url);
    const played = await playTogether({ urls, clients: 8, sandboxes: 1, requests: 2_000, seed: 'conflict' });
    for (const server of servers) await killServer(server);
    expect(played.wrong).toEqual([]);
    expect(played.bookings).toBeGreaterThan(50);
  });

  it('lose no answered change and book nothing twice when one of them is killed', {
    timeout: 300_000,
  }, async () => {
    const where = `${valkey.url}/2`;
    const servers = [await startServer(where), await startServer(where)];
    const urls = servers.map(({ url }) => url);
    const onRequest = (number: number) => {
      if (number === 1_000) servers[1]?.child.kill('SIGKILL');
    };
    const load = { urls, clients: 8, sandboxes: 4, requests: 2_000, seed: 'kill', onRequest };
    const played = await playTogether(load);
    for (const server of servers) await killServer(server);
    expect(played.wrong).toEqual([]);
    expect(played.bookings).toBeGreaterThan(50);
  });

  it('let a call that a fault delays on one server go on when the clock advances on the other', {
    timeout: 300_000,
  }, async () => {
    const where = `${valkey.url}/3`;
    const servers = [await startServer(where), await startServer(where)];
    const [first = '', second = ''] = servers.map(({ url }) => url);
    const control = (url: string, method: string, path: string, body: object) =>
      fetch(`${url}/_control/sandboxes/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const clock = { mode: 'manual', start: '2026-11-20T10:00:00.000Z' };
    await control(first, 'PUT', 'waits', { credential, clock });
    const effect = { kind: 'delay', by: 'PT1H' };
    await control(second, 'POST', 'waits/faults', { match: { operations: ['hotel.search'] }, effect });
    const client = createHotelClient(fetch, { baseUrl: `${first}/sandbox/waits`, credential });
    const searching = client.search();
    const waits = async () => (await (await fetch(`${first}/_control/sandboxes/waits/clock`)).json()).waits;
    await expect.poll(waits).toHaveLength(1);
    await control(second, 'POST', 'waits/clock/advance', { by: 'PT1H' });
    const other = createHotelClient(fetch, { baseUrl: `${second}/sandbox/waits`, credential });
    await other.conditions(await searching); // the other server knows the Token
    for (const server of servers) await killServer(server);
  });
});
