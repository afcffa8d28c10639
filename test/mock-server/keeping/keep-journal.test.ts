import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Facts } from '#contracts/exchange';
import {
  checkStore,
  createMockSupplier,
  type MockSupplier,
  readStart,
  type SandboxChange,
  type SandboxKeeper,
} from '#mock-server';
import type { LeaseListener, SandboxLeases } from '#mock-server/keeping/keeper';
import { nextTurn } from '#mock-server/keeping/turns';
import { openSqlite } from '#mock-server/node/open-sqlite';
import { judgeRoutes } from '#scenarios/judge-routes';
import { createHotelClient, testStart } from '../hotel-client.ts';
import { createMemoryKeeper } from './memory-keeper.ts';

const root = mkdtempSync(join(tmpdir(), 'understudy-keep-journal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const start = async (keeper: SandboxKeeper, { keepJournal = true, journalBytes = 1_000_000 } = {}) =>
  createMockSupplier({
    clock: { mode: 'manual', start: testStart },
    options: { journalBytes },
    routes: [judgeRoutes],
    store: await readStart(keeper, { keepJournal }),
  });
const get = async (supplier: MockSupplier, path: string): Promise<string> => {
  const answer = await supplier.fetch(`http://supplier.test/_control/sandboxes/default${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
};
/** A keeper that a server shares with another server. `give` lets the server give its sandbox to the other server. */
function createSharedKeeper() {
  let listener: LeaseListener | undefined;
  let released = Promise.withResolvers<void>();
  const leases: SandboxLeases = {
    holds: () => true,
    renewed: async () => {},
    newNumber: async () => 1,
    exists: async () => true,
    read: async () => undefined,
    release: async () => released.resolve(),
    listen: one => {
      listener = one;
    },
  };
  const give = async () => {
    released = Promise.withResolvers();
    listener?.wanted('default');
    await released.promise;
  };
  const memory = createMemoryKeeper();
  let before = Promise.resolve();
  const write = async (changes: readonly SandboxChange[]) => {
    await before;
    await memory.write(changes);
  };
  const waitBeforeWrite = (promise: Promise<void>) => {
    before = promise;
  };
  let atRead = () => {};
  const readJournal: SandboxKeeper['readJournal'] = (id, page) => {
    atRead();
    return memory.readJournal(id, page);
  };
  const giveAtRead = () => {
    atRead = () => void give();
  };
  return { keeper: { ...memory, write, readJournal, leases }, give, giveAtRead, waitBeforeWrite };
}

/** What users see of a journal: the exchanges, the HAR file, the verdicts and an export. */
async function seen(supplier: MockSupplier): Promise<string[]> {
  const shown = ['/exchanges', '/exchanges.har', '/verdicts'].map(path => get(supplier, path));
  const { journal } = JSON.parse(await get(supplier, '/export'));
  return [...(await Promise.all(shown)), JSON.stringify(journal)];
}

describe('a server that keeps journals', () => {
  it('shows the same exchanges and verdicts after a restart', async () => {
    const folder = join(root, 'same');
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
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    const client = createHotelClient(supplier.fetch);
    const conditions = await client.conditions();
    await client.book(conditions, { ExternalReference: 'card 4111111111111111 of jane@example.com' });
    await supplier.closeStore();
    const rows = await keeper.readJournal('default', { list: 'calls', after: -1, limit: 100 });
    const text = rows.map(({ value }) => value).join('');
    expect(text).toContain('hotel.doBooking');
    for (const secret of ['4111111111111111', 'jane@example.com', '"Password":"demo"'])
      expect(text).not.toContain(secret);
  });

  it('has a booking together with its call, whose end is unknown if the process is killed before the end', async () => {
    const keeper = createMemoryKeeper();
    let left = Number.POSITIVE_INFINITY;
    const killed: SandboxKeeper = {
      ...keeper,
      write: async changes => {
        left -= 1;
        if (left >= 0) await keeper.write(changes);
      },
    };
    const first = await start(killed);
    const client = createHotelClient(first.fetch);
    const conditions = await client.conditions();
    left = 1; // the store gets nothing after the write of the booking
    const { BookingId } = await client.book(conditions);
    const exchangesOf = async (supplier: MockSupplier) => JSON.parse(await get(supplier, '/exchanges'));
    const second = await start(keeper);
    const [search, validated, booked] = await exchangesOf(second);
    expect([search, validated, booked].map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(validated.closed.ending).toBe('complete');
    expect(booked).toMatchObject({
      operation: 'hotel.doBooking',
      status: 200,
      answer: { bookingId: BookingId },
    });
    expect(booked.closed).toMatchObject({ ending: 'reset', bytes: 0 });
    const text = JSON.stringify(booked);
    for (const secret of ['4111111111111111', '"Password":"demo"']) expect(text).not.toContain(secret);
    await createHotelClient(second.fetch).cancel(BookingId);
    const all = await exchangesOf(second);
    expect(all.map(({ operation }: { operation: string }) => operation)).toEqual([
      'hotel.search',
      'hotel.getBookingConditions',
      'hotel.doBooking',
      'cancelBooking',
    ]);
    await second.closeStore();
    const third = await start(keeper);
    expect(await exchangesOf(third)).toEqual(all);
    await third.closeStore();
  });

  it('gives a sandbox to another server with the calls that it is answering, and with the call that loads the journal', async () => {
    const shared = createSharedKeeper();
    const first = await start(shared.keeper);
    const client = createHotelClient(first.fetch);
    const [one, other] = [await client.conditions(), await client.conditions()];
    const write = Promise.withResolvers<void>();
    shared.waitBeforeWrite(write.promise);
    const { store } = first.sandboxes.require('default');
    const calls: Promise<unknown>[] = [];
    for (const conditions of [one, other]) {
      calls.push(client.book(conditions));
      await vi.waitFor(() => expect(store.bookingCount).toBe(calls.length));
      await nextTurn(); // the first booking is being written, and the second waits for the next write
    }
    const given = shared.give();
    write.resolve();
    await Promise.all([...calls, given]);
    const endings = async (supplier: MockSupplier) =>
      JSON.parse(await get(supplier, '/exchanges')).map(({ closed }: Facts) => closed?.ending);
    const second = await start(shared.keeper);
    await createHotelClient(second.fetch).list();
    shared.giveAtRead();
    const listed = await endings(second); // the first read loads the journal
    expect(listed).toEqual(new Array(7).fill('complete'));
  });

  it('loads no exchange for a booking, and continues the journal afterwards', async () => {
    const keeper = createMemoryKeeper();
    let pages = 0;
    const counted: SandboxKeeper = {
      ...keeper,
      readJournal: (id, page) => {
        pages += 1;
        return keeper.readJournal(id, page);
      },
    };
    const first = await start(keeper);
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
    const keeper = createMemoryKeeper();
    const options = { journalBytes: 30_000 };
    const first = await start(keeper, options);
    const client = createHotelClient(first.fetch);
    for (let count = 0; count < 60; count += 1) await client.search();
    const before = await seen(first);
    const lost = first.sandboxes.require('default').journal.lost();
    await first.closeStore();
    expect(lost.facts).toBeGreaterThan(0);
    const lists = ['older', 'calls'] as const;
    const rows = await Promise.all(
      lists.map(list => keeper.readJournal('default', { list, after: -1, limit: 1_000 })),
    );
    const size = rows.flat().reduce((sum, { value }) => sum + value.length, 0);
    expect(size).toBeLessThan(60_000); // a row is dropped when all its exchanges are dropped
    const second = await start(keeper, options);
    expect(second.sandboxes.require('default').journal.lost()).toEqual(lost);
    expect(await seen(second)).toEqual(before);
    for (let count = 0; count < 60; count += 1) await createHotelClient(second.fetch).search();
    const all = JSON.parse(await get(second, '/exchanges')).length;
    expect(second.sandboxes.require('default').journal.lost().facts).toBe(120 - all);
  });

  it('removes the stored journal when a server without the option loads the sandbox, and after a reset', async () => {
    const keeper = createMemoryKeeper();
    const count = async () =>
      (await keeper.readJournal('default', { list: 'calls', after: -1, limit: 100 })).length;
    const first = await start(keeper);
    await createHotelClient(first.fetch).book();
    await first.closeStore();
    expect(await count()).toBeGreaterThan(0);
    const second = await start(keeper, { keepJournal: false });
    await createHotelClient(second.fetch).book();
    await second.closeStore();
    expect(await count()).toBe(0);
    const third = await start(keeper);
    await createHotelClient(third.fetch).search();
    third.sandboxes.reset('default');
    await third.closeStore();
    expect(await count()).toBe(0);
  });

  it('names the sandbox and the row of a damaged exchange before it sends anything', async () => {
    const memory = createMemoryKeeper();
    const first = await start(memory);
    await createHotelClient(first.fetch).book();
    await first.closeStore();
    const damaged: SandboxKeeper = {
      ...memory,
      async readJournal(id, page) {
        const rows = await memory.readJournal(id, page);
        return rows.map(row => ({
          ...row,
          value: row.value.replace('"requestHeaders":', '"requestHeaders"#'),
        }));
      },
    };
    const second = await start(damaged);
    const why = /row "calls 0": exchange 1: Expected ':' after property name in JSON at position \d+/.source;
    const fix = 'run "understudy store check", and restore a copy of the store or delete the sandbox';
    const message = new RegExp(
      `^the journal of sandbox "default" in memory of a test cannot be read: ${why}.*; ${fix}$`,
    );
    for (const path of ['/exchanges', '/exchanges.har', '/verdicts', '/export', '/snapshots']) {
      const method = path === '/snapshots' ? 'POST' : 'GET';
      const answer = await second.fetch(`http://supplier.test/_control/sandboxes/default${path}`, { method });
      const { error } = await answer.json();
      expect([answer.status, error.code, error.message]).toEqual([
        500,
        'InternalError',
        expect.stringMatching(message),
      ]);
    }
    const { problems } = await checkStore(damaged);
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^sandbox "default": ${why}`))]);
  });
});
