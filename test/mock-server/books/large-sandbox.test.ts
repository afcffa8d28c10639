import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type BookingView, readPages } from '#contracts/control';
import { judgeRoutes } from '#scenarios';
import { judgeSandbox, judgeSoFar } from '#scenarios/run/judge-sandbox';
import { fillBookings } from '../../../tools/bench/fill-bookings.ts';
import { prepareBookings } from '../../../tools/bench/prepare-bookings.ts';
import { clockStart, paths } from '../../../tools/bench/requests.ts';
import { startSupplier } from '../hotel-client.ts';
import { post } from '../pipeline/exchange-of.ts';

const bookings = 300;
const { supplier, control, sandbox } = startSupplier({
  clock: { mode: 'manual', start: clockStart },
  options: { rateLimit: false },
  routes: [judgeRoutes],
});

async function book(from: number): Promise<void> {
  for (const body of await prepareBookings(supplier, { prepare: 1, from }))
    expect((await post(supplier, body, { path: paths.book })).status).toBe(200);
}

beforeAll(async () => {
  await book(0);
  fillBookings(sandbox, bookings);
});
afterEach(() => {
  for (const { identity } of supplier.sandboxes.list())
    if (identity.id !== 'default') supplier.sandboxes.remove(identity.id);
});

describe('a sandbox with hundreds of bookings', () => {
  it('is exported as it was at the start of the export, although it changes in the meantime', async () => {
    const wanted = sandbox.store.bookingCount + 5;
    const before = await (await control.send('exportSandbox')).text();
    const { body } = await control.send('exportSandbox');
    const reader = body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (sandbox.store.bookingCount < wanted) await book(sandbox.store.bookingCount);
    }
    expect(sandbox.store.bookingCount).toBe(wanted);
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
    expect(await control.brief('listBookings', { query: '?after=last' })).toBe('400 after');
  });

  it('gets the same verdicts in a thread as at once', async () => {
    const { journal } = sandbox;
    const [facts] = journal.read({ limit: 1 }).map(one => one.facts);
    for (let more = 0; facts && more < 1_200; more += 1) {
      journal.insert({ facts: { ...facts, number: journal.nextNumber() } });
    }
    const { exchanges, ...atOnce } = judgeSandbox(sandbox);
    const inThread = await judgeSoFar(sandbox, { story: true });
    expect(inThread).toMatchObject(JSON.parse(JSON.stringify(atOnce)));
    expect(inThread.exchanges).toHaveLength(exchanges.length);
    expect([inThread.story?.calls.length, inThread.story?.left]).toEqual([200, journal.count() - 200]);
  });
});

describe('an exported file', () => {
  it('is refused when its state was changed or is incomplete, and says what may be changed', async () => {
    const text = await (await control.send('exportSandbox')).text();
    const query = '?id=copy';
    const early = await control.refused('importSandbox', { body: text.slice(0, -20), query });
    expect([early.status, early.message]).toEqual([400, expect.stringContaining('the body is not JSON')]);
    const file = JSON.parse(text);
    file.state.store.bookings.at(-1).services[0].cents = 1;
    const wrong = await control.refused('importSandbox', { body: JSON.stringify(file), query });
    expect(wrong.brief).toBe('400 checksum');
    expect(wrong.details[0]?.message).toContain('send the unchanged "state" and "checksum"');
    expect((await control.ask('listSandboxes')).body.map(({ id }) => id)).toEqual(['default']);
  });

  it('is accepted in another layout and with another identity and start', async () => {
    const file = await (await control.send('exportSandbox')).json();
    file.identity.credentials[0].Password = 'changed';
    file.start.faults = ['hotel.search:status=503'];
    const body = JSON.stringify(file, null, 2);
    const made = await control.ask('importSandbox', { body, query: '?id=copy' });
    expect(made.body.bookings).toBe(sandbox.store.bookingCount);
    const copy = supplier.sandboxes.require('copy');
    expect(copy.identity.credentials[0]?.Password).toBe('changed');
    const idsOf = ({ store }: typeof copy) => store.bookingTexts().map(text => JSON.parse(text).id);
    expect(idsOf(copy)).toEqual(idsOf(sandbox));
  });

  it('lets other calls have their turn while a large one is imported', async () => {
    const body = await (await control.send('exportSandbox')).text();
    expect(body.length).toBeGreaterThan(300_000);
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    await control.ask('importSandbox', { body, query: '?id=turns' });
    clearImmediate(next);
    expect(turns).toBeGreaterThan(2);
  });

  it('is refused when the memory of the server became full while the server checked it', async () => {
    const body = await (await control.send('exportSandbox')).text();
    let used = 0;
    const memory = { max: 1, used: () => used, forJournals: () => 1, refused: () => {} };
    const other = startSupplier({ memory });
    const imported = other.control.brief('importSandbox', { body, query: '?id=full' });
    setImmediate(() => {
      used = 2;
    });
    expect(await imported).toBe('507');
    expect(other.supplier.sandboxes.has('full')).toBe(false);
  });

  it('is refused above 64 MiB, before the server reads it', async () => {
    const headers = { 'content-length': String(2 ** 40), 'content-type': 'application/json' };
    const message = 'the body is larger than 67108864 bytes; send a smaller body';
    const refused = await control.refused('importSandbox', { body: '{}', headers });
    expect(refused).toMatchObject({ status: 413, message });
  });
});
