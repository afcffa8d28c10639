import { beforeAll, describe, expect, it } from 'vitest';
import { type BookingView, readPages } from '#contracts/control';
import { judgeRoutes } from '#scenarios';
import { judgeInSlices } from '#scenarios/judge-in-slices';
import { judgeSandbox } from '#scenarios/judge-sandbox';
import { clockStart, paths } from '../../../tools/bench/requests.ts';
import { fillBookings } from '../../../tools/bench/servers/fill-bookings.ts';
import { prepareBookings } from '../../../tools/bench/servers/prepare-bookings.ts';
import { createControlClient } from '../control/control-client.ts';
import { createTestSupplier } from '../hotel-client.ts';

const bookings = 300;
const supplier = createTestSupplier({
  clock: { mode: 'manual', start: clockStart },
  options: { rateLimit: false },
  routes: [judgeRoutes],
});
const control = createControlClient(supplier.fetch);
const sandbox = supplier.sandboxes.require('default');

async function book(from: number): Promise<void> {
  for (const body of await prepareBookings(supplier, { prepare: 1, from })) {
    const headers = { 'content-type': 'application/json' };
    const answer = await supplier.fetch(`http://supplier.test${paths.book}`, {
      method: 'POST',
      headers,
      body,
    });
    expect(answer.status).toBe(200);
  }
}

beforeAll(async () => {
  await book(0);
  fillBookings(sandbox, bookings);
});

describe('a large sandbox', () => {
  it('is exported as it was at the start of the export, although it changes in the meantime', async () => {
    const before = await (await control.send('exportSandbox')).text();
    const { body } = await control.send('exportSandbox');
    const reader = body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (sandbox.store.bookingCount < bookings + 5) await book(sandbox.store.bookingCount);
    }
    expect(sandbox.store.bookingCount).toBe(bookings + 5);
    expect(JSON.parse(text)).toEqual(JSON.parse(before));
  });

  it('lists its bookings in pages, and a booking that changes between two pages hides no other booking', async () => {
    const all = (await control.ask('listBookings', { query: '?limit=100000' })).body;
    const seen: BookingView[] = [];
    let pages = 0;
    const first = 'http://supplier.test/_control/sandboxes/default/bookings?limit=70';
    for await (const page of readPages(first, url => supplier.fetch(url))) {
      const body: BookingView[] = await page.json();
      seen.push(...body);
      pages += 1;
      const moved = sandbox.store.booking(body.at(-1)?.bookingId ?? '');
      if (pages === 2 && moved) {
        moved.updatedAt = sandbox.clock.now() + 1_000_000;
        sandbox.store.saveBooking(moved, true);
      }
    }
    expect(pages).toBe(Math.ceil(all.length / 70));
    expect(new Set(seen.map(({ bookingId }) => bookingId)).size).toBe(all.length);
    const refused = await control.refused('listBookings', { query: '?after=last' });
    expect([refused.status, refused.fields]).toEqual([400, ['after']]);
  });

  it('is not created from a file that ends too early, or whose last booking is wrong', async () => {
    const file = await (await control.send('exportSandbox')).text();
    const early = await control.refused('importSandbox', { body: file.slice(0, -20), query: '?id=copy' });
    expect([early.status, early.body.error.message]).toEqual([
      400,
      'the body is not JSON: it ends too early',
    ]);
    const state = JSON.parse(file);
    state.store.bookings.at(-1).services[0].cents = 'many';
    const wrong = await control.refused('importSandbox', { body: JSON.stringify(state), query: '?id=copy' });
    const last = state.store.bookings.length - 1;
    expect([wrong.status, wrong.fields]).toEqual([400, [`store.bookings[${last}].services[0].cents`]]);
    expect((await control.ask('listSandboxes')).body.map(({ id }) => id)).toEqual(['default']);
    expect((await control.ask('importSandbox', { body: file, query: '?id=copy' })).body.bookings).toBe(
      sandbox.store.bookingCount,
    );
  });

  it('is not created from a file with a part that is too long to be read at once', async () => {
    const state = await (await control.send('exportSandbox')).json();
    const long = 'x'.repeat(16_777_216);
    const element = { ...state, store: { ...state.store, shared: [['a', [long]]] } };
    for (const [body, field] of [
      [element, 'store.shared[0]'],
      [{ ...state, unknown: long }, 'body'],
    ]) {
      const {
        status,
        body: answer,
        fields,
      } = await control.refused('importSandbox', { body, query: '?id=long' });
      expect([status, fields]).toEqual([413, [field]]);
      expect(answer.error.message).toContain('more than 16777216 characters');
    }
  });

  it('refuses a file that is larger than the limit, before it reads the file', async () => {
    const headers = { 'content-length': String(2 ** 40), 'content-type': 'application/json' };
    const { status, body } = await control.refused('importSandbox', { body: '{}', headers });
    expect([status, body.error.message]).toEqual([
      413,
      'the body is larger than 8589934592 bytes; send a smaller body',
    ]);
  });

  it('gets the same verdicts in a thread as at once', async () => {
    const { journal } = sandbox;
    const [facts] = journal.read({ limit: 1 }).map(one => one.facts);
    for (let more = 0; facts && more < 1_200; more += 1) {
      const number = journal.nextNumber();
      journal.close(number, JSON.stringify({ facts: { ...facts, number } }));
    }
    const { exchanges, ...atOnce } = judgeSandbox(sandbox);
    const inThread = await judgeInSlices(sandbox, 'story');
    expect(inThread).toMatchObject(JSON.parse(JSON.stringify(atOnce)));
    expect(inThread.exchanges).toHaveLength(exchanges.length);
    expect([inThread.story?.calls.length, inThread.story?.left]).toEqual([200, journal.count() - 200]);
  });
});
