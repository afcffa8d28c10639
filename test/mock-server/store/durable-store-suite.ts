import { describe, expect, it } from 'vitest';
import type { Change, DurableStore } from '#mock-server';

const change = (puts: Record<string, string>, more: Partial<Change> = {}): Change => ({
  puts: Object.entries(puts).map(([key, value]) => ({ key, value })),
  drops: [],
  calls: [],
  dropCalls: [],
  ...more,
});
const created = (puts: Record<string, string>, more: Partial<Change> = {}): Change =>
  change(puts, { replaces: true, ...more });

/** Declares the tests that every durable store must pass. `open` returns an empty store. */
export function describeDurableStore(name: string, open: () => Promise<DurableStore>): void {
  const rowsOf = async (store: DurableStore, id: string) => {
    const stored = await store.load(id);
    return stored && Object.fromEntries(stored.rows.map(({ key, value }) => [key, value]));
  };
  /** Commits a change, which must not be a conflict. */
  async function commit(store: DurableStore, id: string, expected: number, written: Change) {
    const done = await store.commit(id, expected, written);
    if (done === 'conflict') throw new Error(`the commit to "${id}" is a conflict`);
    return done;
  }

  const test = (title: string, run: (store: DurableStore) => Promise<void>) =>
    it(title, async () => {
      const store = await open();
      await run(store);
      await store.close();
    });

  describe(`the ${name} store of sandboxes`, () => {
    test('creates a sandbox only once, and returns nothing for an unknown sandbox', async store => {
      const { version } = await commit(store, 'one', 0, created({ 'head life': '{}', 'booking 1': '1 a' }));
      expect(await store.commit('one', 0, created({ 'head life': 'other' }))).toBe('conflict');
      expect(await rowsOf(store, 'one')).toEqual({ 'head life': '{}', 'booking 1': '1 a' });
      expect(await store.version('one')).toBe(version);
      expect([await store.load('two'), await store.version('two')]).toEqual([undefined, 0]);
    });

    test('writes a change only to the version that it expects, and gives each commit another version', async store => {
      const first = await commit(store, 'one', 0, created({ a: '1', b: '2' }));
      const second = await commit(store, 'one', first.version, change({ a: '3' }, { drops: ['b'] }));
      expect(await store.commit('one', first.version, change({ a: 'late' }))).toBe('conflict');
      expect(await rowsOf(store, 'one')).toEqual({ a: '3' });
      expect(second.version).not.toBe(first.version);
      expect(second.born).toBe(first.born);
    });

    test('replaces the rows and the journal of a sandbox that is reset, which is then born again', async store => {
      const calls = [{ number: 1, text: 'one' }];
      const first = await commit(store, 'one', 0, created({ a: '1' }, { calls }));
      const reset = await commit(store, 'one', first.version, created({ b: '1' }));
      expect(await rowsOf(store, 'one')).toEqual({ b: '1' });
      expect((await store.journal('one', 0, 9)).rows).toEqual([]);
      expect(reset.born).not.toBe(first.born);
    });

    test('gives a sandbox that was removed and created again no version that an earlier copy has', async store => {
      const first = await commit(store, 'one', 0, created({ a: '1' }));
      expect(await store.remove('one')).toBe(true);
      const again = await commit(store, 'one', 0, created({ a: '2' }));
      expect(again.version).not.toBe(first.version);
      expect(await store.commit('one', first.version, change({ a: 'late' }))).toBe('conflict');
    });

    test('removes a sandbox, with a version only if no other process has changed it', async store => {
      const { version } = await commit(store, 'one', 0, created({ a: '1' }));
      await commit(store, 'one', version, change({ a: '2' }));
      expect(await store.remove('one', version)).toBe(false);
      expect(await rowsOf(store, 'one')).toEqual({ a: '2' });
      expect(await store.remove('one')).toBe(true);
      expect([await store.load('one'), await store.list('', 9)]).toEqual([undefined, []]);
      expect(await store.remove('one')).toBe(true);
    });

    test('lists sandboxes in alphabetical order with the parts that a list needs', async store => {
      for (const id of ['c', 'a', 'b']) await commit(store, id, 0, created({ 'head life': id, other: 'x' }));
      const list = async (after: string, limit: number) =>
        (await store.list(after, limit)).map(
          ({ id, rows }) => `${id}: ${rows.find(({ key }) => key === 'head life')?.value}`,
        );
      expect(await list('', 2)).toEqual(['a: a', 'b: b']);
      expect(await list('b', 2)).toEqual(['c: c']);
    });

    test('finds the sandboxes that have expired, the earliest first', async store => {
      const made = { a: 3_000, b: 1_000, c: 2_000, d: undefined };
      for (const [id, expiresAt] of Object.entries(made))
        await commit(store, id, 0, created({}, { expiresAt }));
      const ids = async (now: number, limit = 9) => (await store.expired(now, limit)).map(({ id }) => id);
      expect(await ids(999)).toEqual([]);
      expect(await ids(9_000, 2)).toEqual(['b', 'c']);
      const [{ version = 0 } = {}] = await store.expired(1_000, 1);
      await commit(store, 'b', version, change({}, { expiresAt: 2_500 }));
      expect(await ids(2_000)).toEqual(['c']);
      await store.remove('c');
      expect(await ids(9_000)).toEqual(['b', 'a']);
      expect((await store.load('b'))?.expiresAt).toBe(2_500);
    });

    test('reads the journal in the order in which it was written, so that a reader sees later texts of a call', async store => {
      const calls = [1, 2, 3].map(number => ({ number, text: `call ${number}` }));
      const made = await commit(store, 'one', 0, created({}, { calls }));
      expect(made.calls).toBe(3);
      const page = await store.journal('one', 0, 2);
      expect(page.rows.map(({ number }) => number)).toEqual([1, 2]);
      expect(page.hasMore).toBe(true);
      const later = { calls: [{ number: 1, text: 'the end of call 1' }], dropCalls: [2] };
      expect((await store.addCalls('one', made.born, later))?.calls).toBe(4);
      const rest = await store.journal('one', page.last, 9);
      expect(rest.rows.map(({ text }) => text)).toEqual(['call 3', 'the end of call 1']);
      expect(rest.hasMore).toBe(false);
      expect((await store.journal('one', rest.last, 9)).rows).toEqual([]);
      expect((await store.journal('unknown', 0, 9)).rows).toEqual([]);
    });

    test('adds no call to a sandbox that was reset or removed in the meantime, and changes no version', async store => {
      const first = await commit(store, 'one', 0, created({}));
      const calls = { calls: [{ number: 1, text: 'late' }], dropCalls: [] };
      await store.addCalls('one', first.born, calls);
      const reset = await commit(store, 'one', first.version, created({}));
      expect(await store.addCalls('one', first.born, calls)).toBeUndefined();
      expect((await store.journal('one', 0, 9)).rows).toEqual([]);
      expect(await store.version('one')).toBe(reset.version);
      await store.remove('one');
      expect(await store.addCalls('one', reset.born, calls)).toBeUndefined();
    });

    test('removes the whole journal when a server keeps no journals', async store => {
      const made = await commit(store, 'one', 0, created({}, { calls: [{ number: 1, text: 'one' }] }));
      await commit(store, 'one', made.version, change({}, { dropsJournal: true }));
      expect((await store.journal('one', 0, 9)).rows).toEqual([]);
    });

    test('keeps texts of any characters, and thousands of rows in one commit', async store => {
      // The keys and values of rows are JSON, which escapes control characters: SQLite of Node 22 ends a text at U+0000.
      const key = JSON.stringify(['a b', ':\u0000\ud83d\ude00']);
      const odd = { [`token K${key}`]: '1 {"text":"\\ud800 line\\nline"}' };
      const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`count ${index}`, 'x']));
      const { version } = await commit(store, 'one', 0, created({ ...odd, ...many }));
      expect(await rowsOf(store, 'one')).toEqual({ ...odd, ...many });
      await commit(store, 'one', version, change({}, { drops: Object.keys(many) }));
      expect(await rowsOf(store, 'one')).toEqual(odd);
    });

    test('accepts a ping, which changes no sandbox, and finds no problem in its own rows', async store => {
      await store.ping();
      expect([await store.list('', 9), await store.check()]).toEqual([[], []]);
    });
  });
}
