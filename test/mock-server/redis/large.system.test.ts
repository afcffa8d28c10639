import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Row, SandboxKeeper } from '#mock-server';
import { eventually, leaseLife, openLongLease } from './long-lease.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());
beforeEach(() => void valkey.cli('flushall'));

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, position) => ({
    kind: 'booking',
    key: `${position}`,
    position,
    value: '1',
  }));
const create = (id: string, puts: readonly Row[]) => ({ id, how: 'replace', puts, drops: [] }) as const;
const incomplete = () => valkey.cli('keys', 'understudy:staging:*');
/** Waits until Valkey has received the first part of a large change. While `cli` runs, this process sends nothing. */
const firstPart = () => until(incomplete);
const until = (wanted: () => string) => eventually(() => expect(wanted()).not.toBe(''));
const open = async (): Promise<SandboxKeeper> => (await openLongLease(valkey.url, { renews: false })).keeper;

describe('openRedis, with a sandbox of many rows', () => {
  it('writes small changes of other sandboxes while it sends the parts of a large change', async () => {
    const keeper = await open();
    const large = keeper.write([create('large', rows(20_000))]);
    await firstPart();
    await keeper.write([create('small', rows(1))]);
    expect(incomplete()).not.toBe('');
    await large;
    expect(incomplete()).toBe('');
    expect(valkey.cli('pttl', 'understudy:rows:large')).toBe('-1'); // the rows do not expire
    expect(await keeper.peek(['large'])).toMatchObject([{ bookings: 20_000 }]);
    await keeper.write([{ id: 'large', how: 'update', puts: [], drops: rows(1_500) }]);
    expect(await keeper.peek(['large'])).toMatchObject([{ bookings: 18_500 }]);
    await keeper.close(true);
  });

  it('changes nothing when the parts of a large change expire, as they do when their process has ended', async () => {
    const keeper = await open();
    await keeper.write([create('a', rows(1))]);
    const large = keeper.write([create('a', rows(20_000))]);
    const failed = expect(large).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('removed the rows of a large change before they were complete'),
    });
    await firstPart();
    const life = Number(valkey.cli('pttl', incomplete()));
    expect(life).toBeGreaterThan(leaseLife);
    expect(life).toBeLessThanOrEqual(10 * leaseLife);
    valkey.cli('del', incomplete());
    await failed;
    expect(incomplete()).toBe('');
    expect((await keeper.load('a'))?.rows).toHaveLength(1);
    await keeper.close(true);
  });

  it('refuses a large change whose parts are complete, but whose sandbox another process has', async () => {
    const keeper = await open();
    await keeper.write([create('a', rows(1))]);
    const large = keeper.write([create('a', rows(20_000))]);
    const failed = expect(large).rejects.toMatchObject({ ids: ['a'] });
    await firstPart();
    valkey.cli('hset', 'understudy:sandbox:a', 'owner', 'another process');
    await failed;
    expect(valkey.cli('hlen', 'understudy:rows:a')).toBe('1');
    await keeper.close(true);
  });

  it('refuses a large change, and the changes beside it, when the process lost its lease and loaded the sandboxes again', async () => {
    const keeper = await open();
    await keeper.write([create('a', rows(1)), create('b', rows(1))]);
    const add = (id: string, puts: readonly Row[]) => ({ id, how: 'update', puts, drops: [] }) as const;
    const late = keeper.write([add('a', rows(20_000)), add('b', rows(2))]);
    const failed = expect(late).rejects.toMatchObject({ ids: ['a', 'b'] });
    await firstPart();
    valkey.endLeases();
    await expect(keeper.leases?.renewed()).rejects.toThrow('has ended');
    for (const id of ['a', 'b']) await keeper.load(id);
    await failed;
    for (const id of ['a', 'b']) {
      expect(valkey.cli('hlen', `understudy:rows:${id}`)).toBe('1');
      expect(keeper.leases?.holds(id)).toBe(true);
    }
    await keeper.close(true);
  });

  it('takes a sandbox again when its lease has ended while it read the rows', async () => {
    const keeper = await open();
    await keeper.write([create('a', rows(20_000))]);
    await keeper.leases?.release('a');
    const loading = keeper.load('a');
    await until(() => valkey.cli('hget', 'understudy:sandbox:a', 'owner'));
    valkey.endLeases();
    await expect(keeper.leases?.renewed()).rejects.toThrow('has ended');
    expect((await loading)?.rows).toHaveLength(20_000);
    expect(keeper.leases?.holds('a')).toBe(true);
    await keeper.close(true);
  });
});
