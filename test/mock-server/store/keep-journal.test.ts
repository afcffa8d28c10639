import { describe, expect, it } from 'vitest';
import type { Facts } from '#contracts/exchange';
import {
  checkStore,
  createMockSupplier,
  type DurableStore,
  type MockSupplier,
  readStart,
} from '#mock-server';
import { openSqlite } from '#mock-server/node/sqlite';
import { judgeRoutes } from '#scenarios/run/routes';
import { createFolder } from '../../folder.ts';
import { createHotelClient, testStart } from '../hotel-client.ts';
import { createMemoryStore } from './memory-store.ts';

const { path: folder } = createFolder();

const start = async (store: DurableStore, { keepJournal = true, journalBytes = 1_000_000 } = {}) =>
  createMockSupplier({
    clock: { mode: 'manual', start: testStart },
    options: { journalBytes },
    routes: [judgeRoutes],
    store: await readStart(store, { keepJournal }),
  });
const get = async (supplier: MockSupplier, path: string): Promise<string> => {
  const answer = await supplier.fetch(`http://supplier.test/_control/sandboxes/default${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
};
/** What users see of a journal: the exchanges, the HAR file, the verdicts and an export. */
async function seen(supplier: MockSupplier): Promise<string[]> {
  const shown = ['/exchanges', '/exchanges.har', '/verdicts'].map(path => get(supplier, path));
  const { state } = JSON.parse(await get(supplier, '/export'));
  return [...(await Promise.all(shown)), JSON.stringify(state.journal)];
}

describe('a server that keeps journals', () => {
  it('shows the same exchanges and verdicts after a restart', async () => {
    const first = await start(await openSqlite(folder));
    const client = createHotelClient(first.fetch);
    const { BookingId } = await client.book();
    await client.call('cancelBooking', { BookingId });
    await client.call('hotel.doBooking', { Token: 'wrong' });
    const before = await seen(first);
    await first.closeStore();
    const second = await start(await openSqlite(folder));
    const after = await seen(second);
    await second.closeStore();
    expect(after).toEqual(before);
    expect(JSON.parse(before[0] ?? '').length).toBeGreaterThan(3);
  });

  it('stores no secret and no personal data that the journal masks', async () => {
    const store = createMemoryStore();
    const supplier = await start(store);
    const client = createHotelClient(supplier.fetch);
    const conditions = await client.conditions();
    await client.book(conditions, { ExternalReference: 'card 4111111111111111 of jane@example.com' });
    await supplier.closeStore();
    const { rows } = await store.journal('default', 0, 100);
    const text = rows.map(row => row.text).join('');
    expect(text).toContain('hotel.doBooking');
    for (const secret of ['4111111111111111', 'jane@example.com', '"Password":"demo"'])
      expect(text).not.toContain(secret);
  });

  it('has a booking together with its call, whose end is unknown if the process is killed before the end', async () => {
    const store = createMemoryStore();
    let left = Number.POSITIVE_INFINITY;
    const killed: DurableStore = {
      ...store,
      async commit(...args) {
        left -= 1;
        return left >= 0 ? store.commit(...args) : new Promise(() => {});
      },
      addCalls: async (...args) => (left > 0 ? store.addCalls(...args) : undefined),
    };
    const first = await start(killed);
    const client = createHotelClient(first.fetch);
    const conditions = await client.conditions();
    left = 1; // the store gets nothing after the commit of the booking
    const { BookingId } = await client.book(conditions);
    const exchangesOf = async (supplier: MockSupplier) => JSON.parse(await get(supplier, '/exchanges'));
    const second = await start(store);
    const [search, validated, booked] = await exchangesOf(second);
    expect([search, validated, booked].map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(validated.closed.ending).toBe('complete');
    const answer = { bookingId: BookingId };
    expect(booked).toMatchObject({ operation: 'hotel.doBooking', status: 200, answer });
    expect(booked.closed).toMatchObject({ ending: 'reset', bytes: 0 });
    const text = JSON.stringify(booked);
    for (const secret of ['4111111111111111', '"Password":"demo"']) expect(text).not.toContain(secret);
    await createHotelClient(second.fetch).cancel(BookingId);
    const all = await exchangesOf(second);
    const names = ['hotel.search', 'hotel.getBookingConditions', 'hotel.doBooking', 'cancelBooking'];
    expect(all.map(({ operation }: { operation: string }) => operation)).toEqual(names);
    await second.closeStore();
    const third = await start(store);
    expect(await exchangesOf(third)).toEqual(all);
    await third.closeStore();
  });

  it('shows the calls of another server that uses the same sandbox at the same time', async () => {
    const store = createMemoryStore(true);
    const [first, second] = [await start(store), await start(store)];
    const clients = [first, second].map(({ fetch }) => createHotelClient(fetch));
    for (const client of [...clients, ...clients]) await client.search();
    for (const supplier of [first, second]) {
      const exchanges: Facts[] = JSON.parse(await get(supplier, '/exchanges'));
      expect(exchanges.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    }
  });

  it('loads no exchange for a booking, and continues the journal afterwards', async () => {
    const store = createMemoryStore();
    let pages = 0;
    const counted: DurableStore = {
      ...store,
      journal(...args) {
        pages += 1;
        return store.journal(...args);
      },
    };
    const first = await start(store);
    await createHotelClient(first.fetch).book();
    await first.closeStore();
    const second = await start(counted);
    await createHotelClient(second.fetch).book();
    expect(pages).toBe(0);
    const numbers = JSON.parse(await get(second, '/exchanges')).map((one: { number: number }) => one.number);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
    expect(pages).toBeGreaterThan(0);
  });

  it('keeps the bound of the journal in the store, and counts the lost exchanges after a restart', async () => {
    const store = createMemoryStore();
    const options = { journalBytes: 30_000 };
    const first = await start(store, options);
    const client = createHotelClient(first.fetch);
    for (let count = 0; count < 60; count += 1) await client.search();
    const before = await seen(first);
    const lost = first.sandboxes.require('default').journal.lost();
    await first.closeStore();
    expect(lost.facts).toBeGreaterThan(0);
    const { rows } = await store.journal('default', 0, 1_000);
    expect(rows).toHaveLength(60 - lost.facts);
    const second = await start(store, options);
    expect(second.sandboxes.require('default').journal.lost()).toEqual(lost);
    expect(await seen(second)).toEqual(before);
    for (let count = 0; count < 60; count += 1) await createHotelClient(second.fetch).search();
    const all = JSON.parse(await get(second, '/exchanges')).length;
    expect(second.sandboxes.require('default').journal.lost().facts).toBe(120 - all);
  });

  it('removes the stored journal when a server without the option loads the sandbox, and after a reset', async () => {
    const store = createMemoryStore();
    const count = async () => (await store.journal('default', 0, 100)).rows.length;
    const first = await start(store);
    await createHotelClient(first.fetch).book();
    await first.closeStore();
    expect(await count()).toBeGreaterThan(0);
    const second = await start(store, { keepJournal: false });
    await createHotelClient(second.fetch).book();
    await second.closeStore();
    expect(await count()).toBe(0);
    const third = await start(store);
    await createHotelClient(third.fetch).search();
    third.sandboxes.reset('default');
    await third.closeStore();
    expect(await count()).toBe(0);
  });

  it('names the sandbox and the row of a damaged exchange before it sends anything', async () => {
    const memory = createMemoryStore();
    const first = await start(memory);
    await createHotelClient(first.fetch).book();
    await first.closeStore();
    const damaged: DurableStore = {
      ...memory,
      async journal(...args) {
        const page = await memory.journal(...args);
        const broken = (text: string) => text.replace('"requestHeaders":', '"requestHeaders"#');
        return { ...page, rows: page.rows.map(row => ({ ...row, text: broken(row.text) })) };
      },
    };
    const second = await start(damaged);
    const why = /exchange 1: Expected ':' after property name in JSON at position \d+/.source;
    const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
    const start1 = 'the journal of sandbox "default" in memory of a test cannot be read';
    const message = new RegExp(`^${start1}: ${why}.*; ${fix}$`);
    for (const path of ['/exchanges', '/exchanges.har', '/verdicts', '/export', '/snapshots']) {
      const method = path === '/snapshots' ? 'POST' : 'GET';
      const answer = await second.fetch(`http://supplier.test/_control/sandboxes/default${path}`, { method });
      const { code, message: said } = (await answer.json()).error;
      expect([answer.status, code, said]).toEqual([500, 'InternalError', expect.stringMatching(message)]);
    }
    const { problems } = await checkStore(damaged);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^sandbox "default": ${why}`))]);
  });
});
