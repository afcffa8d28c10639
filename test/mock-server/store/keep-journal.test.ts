import { describe, expect, it } from 'vitest';
import { checkStore, type DurableStore, readStart } from '#mock-server';
import { openSqlite } from '#mock-server/node/sqlite';
import { judgeRoutes } from '#scenarios/run/routes';
import { createFolder } from '../../folder.ts';
import { startSupplier } from '../hotel-client.ts';
import { createTestStore } from './test-store.ts';

const { path: folder } = createFolder();

const start = async (store: DurableStore, { keepJournal = true, journalBytes = 1_000_000 } = {}) =>
  startSupplier({
    options: { journalBytes },
    routes: [judgeRoutes],
    store: await readStart(store, { keepJournal }),
  });
type Started = Awaited<ReturnType<typeof start>>;
const exchangesOf = async ({ control }: Started) => (await control.ask('listExchanges')).body;
/** What users see of a journal: the exchanges, the HAR file, the verdicts and an export. */
async function seen({ control }: Started): Promise<unknown[]> {
  const { state } = Object((await control.ask('exportSandbox')).body);
  const shown = (['listExchanges', 'exportHar', 'judgeSandbox'] as const).map(id => control.ask(id));
  return [...(await Promise.all(shown)).map(({ body }) => body), state.journal];
}

describe('a server that keeps journals', () => {
  it('shows the same exchanges and verdicts after a restart', async () => {
    const first = await start(await openSqlite(folder));
    const { BookingId } = await first.client.book();
    await first.client.call('cancelBooking', { BookingId });
    await first.client.call('hotel.doBooking', { Token: 'wrong' });
    const before = await seen(first);
    await first.supplier.closeStore();
    const second = await start(await openSqlite(folder));
    const after = await seen(second);
    await second.supplier.closeStore();
    expect(after).toEqual(before);
    expect(before[0]).toHaveLength(5);
  });

  it('stores no secret and no personal data that the journal masks', async () => {
    const store = await createTestStore();
    const { supplier, client } = await start(store);
    await client.book(undefined, { ExternalReference: 'card 4111111111111111 of jane@example.com' });
    await supplier.closeStore();
    const { rows } = await store.journal('default', 0, 100);
    const text = rows.map(row => row.text).join('');
    expect(text).toContain('hotel.doBooking');
    for (const secret of ['4111111111111111', 'jane@example.com', '"Password":"demo"'])
      expect(text).not.toContain(secret);
  });

  it('has a booking together with its call, whose end is unknown if the process is killed before the end', async () => {
    const store = await createTestStore();
    let left = Number.POSITIVE_INFINITY;
    const killed: DurableStore = {
      ...store,
      async commit(...args) {
        left -= 1;
        return left >= 0 ? store.commit(...args) : new Promise(() => {});
      },
      addCalls: async (...args) => (left > 0 ? store.addCalls(...args) : undefined),
    };
    const { client } = await start(killed);
    const conditions = await client.conditions();
    left = 1; // the store gets nothing after the commit of the booking
    const { BookingId } = await client.book(conditions);
    const second = await start(store);
    const before = await exchangesOf(second);
    const answer = { bookingId: BookingId };
    const booked = {
      operation: 'hotel.doBooking',
      status: 200,
      answer,
      closed: { ending: 'reset', bytes: 0 },
    };
    expect(before).toMatchObject([
      { number: 1 },
      { number: 2, closed: { ending: 'complete' } },
      { number: 3, ...booked },
    ]);
    const text = JSON.stringify(before);
    for (const secret of ['4111111111111111', '"Password":"demo"']) expect(text).not.toContain(secret);
    await second.client.cancel(BookingId);
    const all = await exchangesOf(second);
    const names = ['hotel.search', 'hotel.getBookingConditions', 'hotel.doBooking', 'cancelBooking'];
    expect(all.map(({ operation }) => operation)).toEqual(names);
    await second.supplier.closeStore();
    expect(await exchangesOf(await start(store))).toEqual(all);
  });

  it('shows the calls of another server that uses the same sandbox at the same time', async () => {
    const store = await createTestStore(true);
    const [first, second] = [await start(store), await start(store)];
    for (const { client } of [first, second, first, second]) await client.search();
    for (const server of [first, second])
      expect((await exchangesOf(server)).map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('loads no exchange for a booking, and continues the journal afterwards', async () => {
    const store = await createTestStore();
    let pages = 0;
    const counted: DurableStore = {
      ...store,
      journal(...args) {
        pages += 1;
        return store.journal(...args);
      },
    };
    const first = await start(store);
    await first.client.book();
    await first.supplier.closeStore();
    const second = await start(counted);
    await second.client.book();
    expect(pages).toBe(0);
    expect((await exchangesOf(second)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pages).toBeGreaterThan(0);
  });

  it('keeps the bound of the journal in the store, and counts the lost exchanges after a restart', async () => {
    const store = await createTestStore();
    const options = { journalBytes: 30_000 };
    const first = await start(store, options);
    for (let count = 0; count < 60; count += 1) await first.client.search();
    const before = await seen(first);
    const lost = first.journal.lost();
    await first.supplier.closeStore();
    expect(lost.facts).toBeGreaterThan(0);
    const { rows } = await store.journal('default', 0, 1_000);
    expect(rows).toHaveLength(60 - lost.facts);
    const second = await start(store, options);
    expect(second.journal.lost()).toEqual(lost);
    expect(await seen(second)).toEqual(before);
    for (let count = 0; count < 60; count += 1) await second.client.search();
    expect(second.journal.lost().facts).toBe(120 - (await exchangesOf(second)).length);
  });

  it('removes the stored journal when a server without the option loads the sandbox, and after a reset', async () => {
    const store = await createTestStore();
    const count = async () => (await store.journal('default', 0, 100)).rows.length;
    const first = await start(store);
    await first.client.book();
    await first.supplier.closeStore();
    expect(await count()).toBeGreaterThan(0);
    const second = await start(store, { keepJournal: false });
    await second.client.book();
    await second.supplier.closeStore();
    expect(await count()).toBe(0);
    const third = await start(store);
    await third.client.search();
    third.supplier.sandboxes.reset('default');
    await third.supplier.closeStore();
    expect(await count()).toBe(0);
  });

  it('names the sandbox and the row of a damaged exchange before it sends anything', async () => {
    const memory = await createTestStore();
    const first = await start(memory);
    await first.client.book();
    await first.supplier.closeStore();
    const damaged: DurableStore = {
      ...memory,
      async journal(...args) {
        const page = await memory.journal(...args);
        const broken = (text: string) => text.replace('"requestHeaders":', '"requestHeaders"#');
        return { ...page, rows: page.rows.map(row => ({ ...row, text: broken(row.text) })) };
      },
    };
    const { control } = await start(damaged);
    const why = /exchange 1: Expected ':' after property name in JSON at position \d+/.source;
    const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
    const start1 = 'the journal of sandbox "default" in the store of a test cannot be read';
    const message = new RegExp(`^${start1}: ${why}.*; ${fix}$`);
    const refusal = { status: 500, code: 'InternalError', message: expect.stringMatching(message) };
    for (const id of ['listExchanges', 'exportHar', 'judgeSandbox', 'exportSandbox', 'takeSnapshot'] as const)
      expect(await control.refused(id)).toMatchObject(refusal);
    const { problems } = await checkStore(damaged);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^sandbox "default": ${why}`))]);
  });
});
