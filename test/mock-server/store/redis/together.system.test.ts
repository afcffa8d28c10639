import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHotelClient } from '../../hotel-client.ts';
import { credential } from '../kill/addresses.ts';
import { killRepeatedly } from '../kill/kill.ts';
import { killServer, startServer } from '../kill/server-process.ts';
import { startValkey, type Valkey } from './valkey.ts';

let valkey: Valkey;
beforeAll(async () => {
  valkey = await startValkey();
});
afterAll(() => valkey.stop());

describe('two servers with one Valkey store', () => {
  it('lose no change and no recorded call, and answer nothing twice, when one is killed and the other takes over', {
    timeout: 900_000,
  }, async () => {
    const { wrong, bookings, held, stored } = await killRepeatedly({
      where: `${valkey.url}/1`,
      kills: 3,
      seed: 'together',
      keepsJournal: true,
      isShared: true,
    });
    expect(wrong).toEqual([]);
    expect(bookings).toBeGreaterThan(50);
    expect(held).toBeGreaterThan(10);
    expect(stored).toBeGreaterThan(100);
  });

  it('list as many calls of a sandbox as were made, also after one server was killed', async () => {
    const where = `${valkey.url}/4`;
    const servers = [await startServer(where), await startServer(where)];
    const [first = '', second = ''] = servers.map(({ url }) => url);
    const ids = ['one', 'two'];
    for (const id of ids) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ credential });
      await fetch(`${first}/_control/sandboxes/${id}`, { method: 'PUT', headers, body });
    }
    const call = (url: string, id: string) =>
      createHotelClient(fetch, { baseUrl: `${url}/sandbox/${id}`, credential }).search();
    for (const id of ids) for (const url of [first, first, second, first]) await call(url, id);
    if (servers[0]) await killServer(servers[0]);
    for (const id of ids) await Promise.all([call(second, id), call(second, id)]);
    const list: { id: string; calls: number }[] = await (await fetch(`${second}/_control/sandboxes`)).json();
    const counts = ids.map(id => list.find(one => one.id === id)?.calls);
    expect(counts).toEqual([6, 6]);
    const journal = await (await fetch(`${second}/_control/sandboxes/one/exchanges`)).json();
    expect(journal).toHaveLength(6);
    if (servers[1]) await killServer(servers[1]);
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
