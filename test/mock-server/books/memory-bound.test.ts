import { describe, expect, it } from 'vitest';
import { Journal, JournalMemory } from '#mock-server/books/journal/index';
import { fullMessage } from '#mock-server/books/memory-bound';
import { waysToSandbox } from '../control/control-client.ts';
import { createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';

const mebibyte = 1_048_576;

function start(max: number) {
  const memory = {
    max,
    now: 0,
    refusals: 0,
    used: () => memory.now,
    forJournals: () => max / 2,
    refused() {
      memory.refusals += 1;
    },
  };
  return { ...startSupplier({ memory }), memory };
}

function close(journal: Journal) {
  const number = journal.nextNumber();
  const call = { number, operation: null, method: 'GET', url: '/' };
  const head = { ...call, opened: { at: number, real: number }, warnings: [] };
  journal.close({ head, bodies: { requestHeaders: {}, request: 'x'.repeat(2_000) } });
}

describe('the bound of the memory', () => {
  it('drops the oldest exchanges of all sandboxes first', async () => {
    const { supplier, control } = start(mebibyte / 32);
    const ids = Array.from({ length: 12 }, (_, index) => `s-${index}`);
    const credential = { Username: 'demo', Password: 'demo' };
    for (const id of ids) {
      await control.ask('createSandbox', { body: { id, credential, clock: { mode: 'manual' } } });
      const hotels = createHotelClient(supplier.fetch, { baseUrl: `http://supplier.test/sandbox/${id}` });
      for (let call = 0; call < 4; call += 1) await hotels.search();
    }
    const journals = ids.map(id => supplier.sandboxes.require(id).journal);
    const kept = journals.map(journal => journal.read().filter(({ bodies }) => bodies).length);
    const bytes = journals.flatMap(journal => journal.read()).map(entry => JSON.stringify(entry).length);
    expect([kept.at(0), kept.at(-1)]).toEqual([0, 4]);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(journals[0]?.lost().facts).toBe(4);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(mebibyte / 64);
  });

  it('drops recorded calls also when the other parts of the process grow', () => {
    let limit = 32 * mebibyte;
    const memory = new JournalMemory(() => limit);
    const journals = Array.from({ length: 8 }, () => new Journal(64 * mebibyte, { memory }));
    const record = (count: number) => {
      for (let call = 0; call < count; call += 1) for (const journal of journals) close(journal);
    };
    record(1_000);
    expect(memory.used).toBeGreaterThan(12 * mebibyte);
    limit = 12 * mebibyte;
    record(1);
    expect(memory.used).toBeLessThanOrEqual(limit);
    const kept = journals.map(journal => journal.read().length);
    expect(Math.max(...kept) - Math.min(...kept)).toBeLessThanOrEqual(1);
    expect(journals.map(journal => journal.lost().facts)).toEqual(kept.map(count => 1_001 - count));
    for (const journal of journals) journal.release();
    expect(memory.used).toBe(0);
    record(1); // a call that ends after its sandbox was removed
    expect(memory.used).toBe(0);
  });

  it('drops recorded calls before it refuses a call', () => {
    let journals = mebibyte;
    const memory = {
      max: 64 * mebibyte,
      used: () => 63.5 * mebibyte + journals,
      forJournals: () => 0,
      refused: () => {},
    };
    const giveWay = (bytes = 0) => {
      journals -= bytes;
    };
    expect(fullMessage({ memory, journalMemory: { giveWay: () => {} } })).toContain('the server uses 65 MiB');
    expect(fullMessage({ memory, journalMemory: { giveWay } })).toBeUndefined();
    expect(journals).toBe(mebibyte / 2); // only what the process uses above its bound
  });

  it('refuses new, imported and forked sandboxes and Searches with 507, and answers all other calls', async () => {
    const { client: hotels, control, memory } = start(64 * mebibyte);
    const refused = await waysToSandbox(control);
    const conditions = await hotels.conditions();
    memory.now = 80 * mebibyte;
    const message =
      'the server uses 80 MiB of memory, and its bound is 64 MiB; delete sandboxes that are no longer used, or start the server with a larger --max-memory';
    expect(await refused()).toEqual(new Array(4).fill([507, 'QuotaExceeded', message]));
    const search = await hotels.call('hotel.search', { Criteria: testCriteria });
    expect([search.status, search.body.Errors?.[0]?.Code]).toEqual([507, 'QuotaExceeded']);
    expect(memory.refusals).toBe(5);
    await hotels.book(conditions); // what was begun can be ended
    expect((await control.ask('putSandbox', { id: 'a' })).status).toBe(200);
    memory.now = 64 * mebibyte;
    expect((await control.ask('putSandbox', { id: 'b' })).status).toBe(201);
  });
});
