import { describe, expect, it } from 'vitest';
import type { JournalChange, Row, SandboxChange, SandboxKeeper } from '#mock-server';

const row = (key: string, value: string, change: Partial<Row> = {}): Row => ({
  kind: 'booking',
  key,
  value,
  ...change,
});
const change = (id: string, how: SandboxChange['how'], rest: Partial<SandboxChange> = {}): SandboxChange => ({
  id,
  how,
  puts: [],
  drops: [],
  ...rest,
});

/** Declares the tests that every keeper must pass. `open` returns a keeper with an empty store. */
export function describeKeeper(name: string, open: () => Promise<SandboxKeeper>): void {
  describe(`the ${name} keeper`, () => {
    const rowsOf = async (keeper: SandboxKeeper, id: string) =>
      (await keeper.load(id))?.rows.map(({ kind, key, value }) => `${kind} ${key} ${value}`);

    it('returns the rows of a sandbox by kind and position, and nothing for an unknown sandbox', async () => {
      const keeper = await open();
      const puts = [
        row('b', '1', { position: 2 }),
        row('a', '2', { position: 1 }),
        row('x', '3', { kind: 'due', position: 1 }),
      ];
      await keeper.write([change('one', 'replace', { puts })]);
      expect(await rowsOf(keeper, 'one')).toEqual(['booking a 2', 'booking b 1', 'due x 3']);
      expect(await keeper.load('two')).toBeUndefined();
      await keeper.close(true);
    });

    it('updates a row, keeps its position unless a new one is given, and drops rows', async () => {
      const keeper = await open();
      await keeper.write([
        change('one', 'replace', {
          puts: [
            row('a', '1', { position: 1 }),
            row('b', '1', { position: 2 }),
            row('c', '1', { position: 3 }),
          ],
        }),
      ]);
      const puts = [row('a', '2'), row('b', '2', { position: 4 })];
      await keeper.write([change('one', 'update', { puts, drops: [{ kind: 'booking', key: 'c' }] })]);
      expect(await rowsOf(keeper, 'one')).toEqual(['booking a 2', 'booking b 2']);
      await keeper.close(true);
    });

    it('accepts a ping, which changes no sandbox', async () => {
      const keeper = await open();
      await keeper.write([change('one', 'replace', { puts: [row('a', '1')] })]);
      await keeper.ping();
      expect([await keeper.list('', 10), await rowsOf(keeper, 'one'), await keeper.check()]).toEqual([
        ['one'],
        ['booking a 1'],
        [],
      ]);
      await keeper.close(true);
    });

    it('replaces and removes a sandbox with all its rows', async () => {
      const keeper = await open();
      await keeper.write([
        change('one', 'replace', { puts: [row('a', '1')] }),
        change('two', 'replace', { puts: [row('a', '2')] }),
      ]);
      await keeper.write([change('one', 'remove'), change('two', 'replace', { puts: [row('b', '3')] })]);
      expect(await keeper.load('one')).toBeUndefined();
      expect(await rowsOf(keeper, 'two')).toEqual(['booking b 3']);
      await keeper.close(true);
    });

    it('lists the ids in alphabetical order, page by page', async () => {
      const keeper = await open();
      await keeper.write(['c', 'a', 'b'].map(id => change(id, 'replace')));
      expect(await keeper.list('', 2)).toEqual(['a', 'b']);
      expect(await keeper.list('b', 2)).toEqual(['c']);
      await keeper.close(true);
    });

    it('reads the heads of several sandboxes, and the numbers of their bookings', async () => {
      const keeper = await open();
      const head = { kind: 'head', key: 'life', value: '{}' } as const;
      const puts = [head, row('a', '1', { position: 1 }), row('b', '2', { position: 2 })];
      await keeper.write([change('one', 'replace', { puts }), change('two', 'replace', { puts: [head] })]);
      await keeper.write([change('one', 'update', { drops: [{ kind: 'booking', key: 'a' }] })]);
      const found = await keeper.peek(['two', 'unknown', 'one']);
      expect(found.map(({ id, bookings }) => [id, bookings])).toEqual([
        ['two', 0],
        ['one', 1],
      ]);
      expect(found.map(({ rows }) => rows)).toMatchObject([[head], [head]]);
      await keeper.close(true);
    });

    it('finds the sandboxes that have expired, the earliest first, and the next instant', async () => {
      const keeper = await open();
      const made = { a: 3_000, b: 1_000, c: 2_000, d: undefined, e: 1_000 };
      await keeper.write(
        Object.entries(made).map(([id, expiresAt]) =>
          change(id, 'replace', { expiresAt, puts: [row('a', '1')] }),
        ),
      );
      expect(await keeper.expired(999, 9)).toEqual({ ids: [], next: 1_000 });
      await keeper.write([
        change('b', 'update', { expiresAt: 2_500 }),
        change('c', 'update'),
        change('e', 'replace'),
      ]);
      expect(await keeper.expired(2_000, 9)).toEqual({ ids: ['c'], next: 2_500 });
      expect(await keeper.expired(9_000, 2)).toEqual({ ids: ['c', 'b'], next: undefined });
      expect((await keeper.load('b'))?.expiresAt).toBe(2_500);
      await keeper.write([change('c', 'remove')]);
      expect(await keeper.expired(2_500, 9)).toEqual({ ids: ['b'], next: 3_000 });
      await keeper.close(true);
    });

    it('writes all changes of a batch, or none', async () => {
      const keeper = await open();
      await keeper.write([change('one', 'replace', { puts: [row('a', '1')] })]);
      const batch = [
        change('one', 'update', { puts: [row('a', '2')] }),
        change('unknown', 'update', { puts: [row('a', '1')] }),
      ];
      await expect(keeper.write(batch)).rejects.toThrow('unknown');
      expect(await rowsOf(keeper, 'one')).toEqual(['booking a 1']);
      await keeper.close(true);
    });

    it('writes a sandbox with thousands of rows in one step', async () => {
      const keeper = await open();
      const puts = Array.from({ length: 1_234 }, (_, index) => row(`${index}`, 'x', { position: index }));
      const written = keeper.write([change('one', 'replace', { puts }), change('two', 'replace')]);
      const whileWriting = await keeper.load('one');
      expect([undefined, puts.length]).toContain(whileWriting?.rows.length);
      await written;
      expect((await keeper.load('one'))?.rows.map(({ key }) => key)).toEqual(puts.map(({ key }) => key));
      const drops = puts.slice(0, 700).map(({ kind, key }) => ({ kind, key }));
      const more = puts.slice(700).map(({ key }) => row(key, 'y')); // these rows keep their positions
      await keeper.write([
        change('one', 'update', { puts: more, drops }),
        change('two', 'replace', { puts }),
      ]);
      expect(await rowsOf(keeper, 'one')).toEqual(more.map(({ key }) => `booking ${key} y`));
      expect(await rowsOf(keeper, 'two')).toHaveLength(1_234);
      const failing = keeper.write([
        change('one', 'update', { puts: puts.slice(0, 700) }),
        change('unknown', 'update'),
      ]);
      await expect(failing).rejects.toThrow('unknown');
      expect((await keeper.load('one'))?.rows).toHaveLength(534);
      await keeper.close(true);
    });

    describeJournal(open);

    it('finds no problem in its own rows', async () => {
      const keeper = await open();
      await keeper.write([change('one', 'replace', { puts: [row('a', '1')] })]);
      expect(await keeper.check()).toEqual([]);
      await keeper.close(true);
    });
  });
}

const exchanges = (from: number, to: number, value = `${from}`) => ({ from, to, value });
const calls = (rows: JournalChange['rows'], dropTo?: number): Partial<SandboxChange> => ({
  journal: [{ list: 'calls', rows, ...(dropTo !== undefined && { dropTo }) }],
});

function describeJournal(open: () => Promise<SandboxKeeper>): void {
  const read = async (keeper: SandboxKeeper, after = -1, limit = 10) =>
    (await keeper.readJournal('one', { list: 'calls', after, limit })).map(({ from, to, value }) => [
      from,
      to,
      value,
    ]);

  it('adds rows of a journal at the end, drops them at the front, and reads them page by page', async () => {
    const keeper = await open();
    const rows = [exchanges(0, 2), exchanges(2, 5), exchanges(5, 6)];
    await keeper.write([
      change('one', 'replace', calls(rows)),
      change('two', 'replace', calls(rows.slice(2))),
    ]);
    expect(await read(keeper)).toEqual([
      [0, 2, '0'],
      [2, 5, '2'],
      [5, 6, '5'],
    ]);
    expect(await read(keeper, 0, 1)).toEqual([[2, 5, '2']]);
    // Only a part of the second row is dropped, so the row stays.
    await keeper.write([change('one', 'update', calls([exchanges(6, 20)], 4))]);
    expect((await read(keeper)).map(([from]) => from)).toEqual([2, 5, 6]);
    await keeper.write([change('one', 'update', calls([], 5))]);
    expect((await read(keeper)).map(([from]) => from)).toEqual([5, 6]);
    expect(await keeper.readJournal('one', { list: 'older', after: -1, limit: 1 })).toEqual([]);
    expect(await keeper.readJournal('unknown', { list: 'calls', after: -1, limit: 1 })).toEqual([]);
    await keeper.write([change('one', 'update', calls([], Number.MAX_SAFE_INTEGER))]);
    expect(await read(keeper)).toEqual([]);
    expect((await keeper.load('one'))?.rows).toEqual([]);
    await keeper.close(true);
  });

  it('replaces the end of a journal when a write is repeated with more exchanges', async () => {
    const keeper = await open();
    await keeper.write([
      change('one', 'replace', calls([exchanges(0, 3), exchanges(3, 5), exchanges(5, 6)])),
    ]);
    await keeper.write([change('one', 'update', calls([exchanges(3, 9, 'again'), exchanges(9, 11)]))]);
    expect(await read(keeper)).toEqual([
      [0, 3, '0'],
      [3, 9, 'again'],
      [9, 11, '9'],
    ]);
    await keeper.close(true);
  });

  it('removes the journal with its sandbox, and writes no part of a batch that fails', async () => {
    const keeper = await open();
    await keeper.write([change('one', 'replace', calls([exchanges(0, 3)]))]);
    const failing = keeper.write([
      change('one', 'update', calls([exchanges(3, 5)], 3)),
      change('unknown', 'update'),
    ]);
    await expect(failing).rejects.toThrow('unknown');
    expect(await read(keeper)).toEqual([[0, 3, '0']]);
    await keeper.write([change('one', 'replace')]);
    expect(await read(keeper)).toEqual([]);
    await keeper.write([change('one', 'update', calls([exchanges(0, 1)]))]);
    await keeper.write([change('one', 'remove')]);
    await keeper.write([change('one', 'replace')]);
    expect(await read(keeper)).toEqual([]);
    await keeper.close(true);
  });
}
