import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHotelClient } from '../../hotel-client.ts';
import { controlOf, credential } from '../kill/addresses.ts';
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
    for (const id of ids) await controlOf(first).ask('putSandbox', { id, body: { credential } });
    const call = (url: string, id: string) =>
      createHotelClient(fetch, { baseUrl: `${url}/sandbox/${id}`, credential }).search();
    for (const id of ids) for (const url of [first, first, second, first]) await call(url, id);
    if (servers[0]) await killServer(servers[0]);
    for (const id of ids) await Promise.all([call(second, id), call(second, id)]);
    const { body: list } = await controlOf(second).ask('listSandboxes');
    const counts = ids.map(id => list.find(one => one.id === id)?.calls);
    expect(counts).toEqual([6, 6]);
    expect((await controlOf(second).ask('listExchanges', { id: 'one' })).body).toHaveLength(6);
    if (servers[1]) await killServer(servers[1]);
  });

  it('let a call that a fault delays on one server go on when the clock advances on the other', {
    timeout: 300_000,
  }, async () => {
    const where = `${valkey.url}/3`;
    const servers = [await startServer(where), await startServer(where)];
    const [first = '', second = ''] = servers.map(({ url }) => url);
    const [own, others] = [controlOf(first), controlOf(second)];
    const clock = { mode: 'manual', start: '2026-11-20T10:00:00.000Z' };
    await own.ask('putSandbox', { id: 'waits', body: { credential, clock } });
    await others.ask('armFaults', { id: 'waits', body: ['hotel.search:delay=PT1H'] });
    const client = createHotelClient(fetch, { baseUrl: `${first}/sandbox/waits`, credential });
    const searching = client.search();
    await expect.poll(async () => (await own.ask('getClock', { id: 'waits' })).body.waits).toHaveLength(1);
    await others.ask('advanceClock', { id: 'waits', body: { by: 'PT1H' } });
    const other = createHotelClient(fetch, { baseUrl: `${second}/sandbox/waits`, credential });
    await other.conditions(await searching); // the other server knows the Token
    for (const server of servers) await killServer(server);
  });
});
