import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkStore, createMockSupplier, migrateStore, readStart, type SandboxKeeper } from '#mock-server';
import { openStore } from '#mock-server/node';
import { openRedis } from '#mock-server/node/redis/index';
import { describeKeeper } from '../../suites/keeper-suite.ts';
import { createMemoryKeeper } from '../keeping/memory-keeper.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { eventually, openLongLease } from './long-lease.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

const open = async (url = valkey.url): Promise<SandboxKeeper> => (await openLongLease(url)).keeper;
async function openEmpty(): Promise<SandboxKeeper> {
  valkey.cli('flushall');
  return open();
}
const create = (id: string, value = '1') =>
  ({ id, how: 'replace', puts: [{ kind: 'booking', key: 'a', position: 1, value }], drops: [] }) as const;
const update = (id: string, value: string) =>
  ({ id, how: 'update', puts: [{ kind: 'booking', key: 'a', value }], drops: [] }) as const;

describeKeeper('Valkey', openEmpty);

describe('openRedis', () => {
  it('says whether changes can be missing after a process ended without closing the store', async () => {
    const first = await openEmpty();
    await first.write([create('a')]);
    await first.close(true);
    const second = await open();
    expect(await second.load('a')).toMatchObject({ isComplete: true, rows: [{ value: '1' }] });
    await second.close(false);
    const third = await open();
    expect(await third.load('a')).toMatchObject({ isComplete: false });
    await third.write([update('a', '2')]);
    await third.close(true);
    const fourth = await open();
    expect(await fourth.load('a')).toMatchObject({ isComplete: true, rows: [{ value: '2' }] });
    await fourth.close(true);
  });

  it('refuses a write with an old fencing number, and names the sandbox', async () => {
    valkey.cli('flushall');
    const { keeper: first } = await openLongLease(valkey.url, { renews: false });
    await first.write([create('a'), create('b')]);
    valkey.endLeases();
    const second = await open();
    await second.load('a');
    await second.write([update('a', 'new')]);
    await expect(first.write([update('a', 'old')])).rejects.toThrow(
      'the lease of this server for the sandbox "a" has ended',
    );
    await first.load('b'); // the new lease of the first process
    await expect(first.write([update('a', 'old'), update('b', '3')])).rejects.toMatchObject({ ids: ['a'] });
    expect((await second.load('a'))?.rows).toMatchObject([{ value: 'new' }]);
    await first.close(true);
    await second.close(true);
  });

  it('gives a sandbox to another process that asks for the sandbox', async () => {
    const first = await openEmpty();
    await first.write([create('a')]);
    const wanted: string[] = [];
    first.leases?.listen({
      lost: () => {},
      wanted: id => {
        wanted.push(id);
        void first.leases?.release(id);
      },
    });
    const second = await open();
    expect(await second.load('a')).toMatchObject({ isComplete: true });
    expect(new Set(wanted)).toEqual(new Set(['a'])); // it asks again while the other process is busy
    expect([first.leases?.holds('a'), second.leases?.holds('a')]).toEqual([false, true]);
    await first.close(true);
    await second.close(true);
  });

  it('gives a sandbox to another process after a release that failed once', async () => {
    valkey.cli('flushall');
    const proxy = await startFaultyProxy(valkey.port, 0);
    const first = await open(proxy.url);
    await first.write([create('a')]);
    proxy.set('cut');
    await expect(first.leases?.release('a')).rejects.toThrow(/cannot be used|does not answer/);
    proxy.set('pass');
    await eventually(() => first.leases?.release('a'));
    const second = await open();
    expect(await second.load('a')).toMatchObject({ isComplete: true });
    await first.close(true);
    await second.close(true);
    await proxy.stop();
  });

  it('refuses a sandbox that another process has just created', async () => {
    const first = await openEmpty();
    const second = await open();
    await first.write([create('a')]);
    await expect(second.write([create('a', '2')])).rejects.toMatchObject({ name: 'StoreError', ids: ['a'] });
    expect(await second.leases?.exists('a')).toBe(true);
    expect(await first.leases?.newNumber()).not.toBe(await second.leases?.newNumber());
    await first.close(true);
    await second.close(true);
  });

  it.each([
    ['9', 'has format 9, but this version reads format 1; install a newer version of this package'],
    ['0', 'has format 0, but this version reads format 1; choose another database'],
    ['x', 'has format x, but this version reads format 1; choose another database'],
  ])('refuses a store of format %s', async (version, message) => {
    valkey.cli('flushall');
    valkey.cli('set', 'understudy:format', version);
    await expect(openRedis(valkey.url)).rejects.toThrow(message);
  });

  it('says that an empty database has no store, if the store must exist, and writes nothing', async () => {
    valkey.cli('flushall');
    await expect(openStore(`${valkey.url}/5`, true)).rejects.toThrow(
      `${valkey.url}/5 contains no store; check the address and the number of the database`,
    );
    expect(valkey.cli('-n', '5', 'dbsize')).toBe('0');
    await (await openStore(`${valkey.url}/5`))?.close(true);
    await (await openStore(`${valkey.url}/5`, true))?.close(true);
  });

  it('names the server that it cannot reach, without the password', async () => {
    await expect(openRedis('redis://me:secret@127.0.0.1:1', { leaseLife: 3_000 })).rejects.toThrow(
      /^redis:\/\/127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
    );
    await expect(openStore('redis:x')).rejects.toThrow(
      'wrong store "redis:x"; use an address such as redis://127.0.0.1:6379',
    );
  });

  it('is not ready while the memory of Valkey is full, says what to do, and still deletes sandboxes', async () => {
    const supplier = createMockSupplier({ store: await readStart(await openEmpty()) });
    const ask = (path: string, method: string) =>
      supplier.fetch(`http://supplier.test/_control/${path}`, { method });
    expect((await ask('health/ready', 'GET')).status).toBe(200);
    expect((await ask('sandboxes/unused', 'PUT')).status).toBe(201);
    valkey.cli('config', 'set', 'maxmemory', '1');
    const ready = await ask('health/ready', 'GET');
    expect([ready.status, (await ready.json()).store]).toEqual([503, 'unreachable']);
    const { error } = await (await ask('sandboxes/default/close', 'POST')).json();
    expect([error.code, error.message]).toEqual([
      'StoreUnavailable',
      expect.stringContaining(
        `${valkey.url} cannot be used: its memory is full; raise its setting "maxmemory", or delete sandboxes; this call changed nothing`,
      ),
    ]);
    expect((await ask('sandboxes/unused', 'DELETE')).status).toBe(204);
    valkey.cli('config', 'set', 'maxmemory', '0');
    expect((await ask('health/ready', 'GET')).status).toBe(200);
    await supplier.closeStore();
  });

  it('says in plain words that Valkey does not answer, although the client closes its connection', async () => {
    valkey.cli('flushall');
    const proxy = await startFaultyProxy(valkey.port, 0);
    const { keeper, passUntil } = await openLongLease(proxy.url);
    proxy.set('hold');
    const lists = [keeper.list('', 1), keeper.list('', 1)];
    const messages = await passUntil(
      Promise.all(lists.map(list => list.catch(({ message }: Error) => message))),
    );
    for (const message of messages)
      expect(message).toMatch(
        / does not answer: (?:no reply within 120 s|it did not reply in time, so the server connects again)$/,
      );
    proxy.set('cut');
    await keeper.close(false).catch(() => {});
    await proxy.stop();
  });

  it('warns about settings with which Valkey can lose sandboxes, if it may read the settings', async () => {
    valkey.cli('flushall');
    const warnings = async (url = valkey.url) => {
      const keeper = await open(url);
      await keeper.close(true);
      return keeper.warnings;
    };
    expect(await warnings()).toEqual([]);
    valkey.cli('config', 'set', 'appendonly', 'no', 'maxmemory-policy', 'allkeys-lru');
    expect(await warnings()).toEqual([
      `${valkey.url} has the setting "appendonly no"; if Valkey restarts, it loses answered changes; set "appendonly yes"`,
      `${valkey.url} has the setting "maxmemory-policy allkeys-lru"; if the memory of Valkey is full, it removes sandboxes; set "maxmemory-policy noeviction"`,
    ]);
    valkey.cli('acl', 'setuser', 'limited', 'on', '>pass', '~*', '+@all', '-config');
    expect(await warnings(valkey.url.replace('//', '//limited:pass@'))).toEqual([]);
    valkey.cli('config', 'set', 'appendonly', 'yes', 'maxmemory-policy', 'noeviction');
  });

  it('lists the sandboxes of another server without taking them', async () => {
    valkey.cli('flushall');
    const start = async () => createMockSupplier({ store: await readStart(await open()) });
    const first = await start();
    const url = 'http://supplier.test/_control/sandboxes';
    const headers = { 'content-type': 'application/json' };
    await first.fetch(`${url}/a`, { method: 'PUT', headers, body: '{"seed":"x"}' });
    const second = await start();
    const fence = valkey.cli('hget', 'understudy:sandbox:a', 'fence');
    const list = await (await second.fetch(url)).json();
    expect(list).toMatchObject([{ id: 'a', seed: 'x', bookings: 0 }, { id: 'default' }]);
    expect(valkey.cli('hget', 'understudy:sandbox:a', 'fence')).toBe(fence);
    await first.closeStore();
    await second.closeStore();
  });

  it('takes an expired sandbox only if no other living server has it', async () => {
    const first = await openEmpty();
    await first.write(['a', 'b'].map(id => ({ ...create(id), expiresAt: 1_000 })));
    const second = await open();
    expect(await second.expired(2_000, 9)).toEqual({ ids: [], next: undefined });
    await first.leases?.release('b');
    expect(await second.expired(2_000, 9)).toEqual({ ids: ['b'], next: undefined });
    expect(await first.expired(2_000, 9)).toEqual({ ids: ['a'], next: undefined });
    await second.write([{ id: 'b', how: 'remove', puts: [], drops: [] }]);
    await first.close(true);
    expect(await second.expired(2_000, 9)).toEqual({ ids: ['a'], next: undefined });
    expect(await second.list('', 9)).toEqual(['a']);
    await second.close(true);
  });

  it('knows the number of bookings, and continues a released sandbox that no other process had', async () => {
    const keeper = await openEmpty();
    await keeper.write([create('a')]);
    await keeper.write([update('a', '2')]);
    expect(await keeper.peek(['a', 'b'])).toMatchObject([{ id: 'a', bookings: 1 }]);
    await keeper.leases?.release('a');
    expect(await keeper.load('a')).toMatchObject({ isContinued: true, isComplete: true });
    await keeper.write([{ id: 'a', how: 'update', puts: [], drops: [{ kind: 'booking', key: 'a' }] }]);
    expect(await keeper.peek(['a'])).toMatchObject([{ bookings: 0 }]);
    await keeper.leases?.release('a');
    const other = await open();
    await other.load('a');
    await other.close(true);
    expect(await keeper.load('a')).toMatchObject({ isContinued: false, isComplete: true });
    await keeper.close(true);
  });

  it('says how to install the package redis when the package is missing', async () => {
    vi.doMock('redis', () => {
      throw new Error('Cannot find package');
    });
    await expect(openRedis(valkey.url)).rejects.toThrow('run "npm install redis"');
    vi.doUnmock('redis');
  });

  it('reads a sandbox with many rows, checks a store, and receives the sandboxes of another store', async () => {
    const other = createMemoryKeeper();
    const puts = Array.from(
      { length: 5_000 },
      (_, position) => ({ kind: 'due', key: `${position}`, position, value: '{}' }) as const,
    );
    await other.write([{ id: 'a', how: 'replace', puts, drops: [] }]);
    await other.write([{ id: 'b', how: 'replace', puts: [], drops: [] }]);
    const keeper = await openEmpty();
    await keeper.write([{ id: 'a', how: 'replace', puts, drops: [] }]);
    const kept = await keeper.load('a');
    expect(kept?.rows).toEqual((await other.load('a'))?.rows);
    const problem = 'the row "head life" is missing';
    expect((await checkStore(keeper)).problems).toEqual([`sandbox "a": ${problem}`]);
    await expect(migrateStore(other, keeper)).rejects.toThrow(
      'sandbox "a" in memory of a test cannot be read',
    );
    await keeper.close(true);
  });
});
