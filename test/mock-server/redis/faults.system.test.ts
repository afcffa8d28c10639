import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStore, createMockSupplier, type MockSupplier, readOnly, readStart } from '#mock-server';
import { hostMachine, type MachineClock } from '#mock-server/clock/machine';
import { openRedis } from '#mock-server/node/redis/index';
import { bookingBody, createHotelClient, type HotelClient, testStart } from '../hotel-client.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { eventually, type LongLease, openLongLease } from './long-lease.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

async function startSupplier(url: string, opened?: LongLease): Promise<MockSupplier> {
  const { keeper } = opened ?? (await openLongLease(url));
  return createMockSupplier({ clock: { mode: 'manual', start: testStart }, store: await readStart(keeper) });
}

const bookingsOf = async (client: HotelClient) =>
  (await client.list()).Bookings.map(({ BookingId }) => BookingId);

const url = 'http://supplier.test/_control/sandboxes';
const headers = { 'content-type': 'application/json' };

describe('a server with sandboxes of several customers', () => {
  it('names only the sandbox of the call when the leases of all sandboxes end', async () => {
    valkey.cli('flushall');
    const supplier = await startSupplier(valkey.url, await openLongLease(valkey.url, { renews: false }));
    const ids = ['alpha', 'bravo'];
    for (const id of ids) await supplier.fetch(`${url}/${id}`, { method: 'PUT', headers, body: '{}' });
    valkey.endLeases();
    const body = '{"match":{},"effect":{"kind":"cut"}}';
    const calls = ids.map(id => supplier.fetch(`${url}/${id}/faults`, { method: 'POST', headers, body }));
    const texts = await Promise.all((await Promise.all(calls)).map(answer => answer.text()));
    expect(texts[0]).toMatch(/the lease of this server for the sandbox \\"alpha\\" has ended/);
    expect([texts[0]?.includes('bravo'), texts[1]?.includes('alpha')]).toEqual([false, false]);
    await supplier.closeStore();
  });

  it('creates and removes a sandbox although another creation fails in the same write', async () => {
    valkey.cli('flushall');
    const other = await startSupplier(valkey.url);
    const supplier = await startSupplier(valkey.url);
    for (const id of ['alpha', 'bravo'])
      await other.fetch(`${url}/${id}`, { method: 'PUT', headers, body: '{}' });
    supplier.sandboxes.create({ id: 'alpha' }); // a program does not ask the store for the id first
    const made = await supplier.fetch(url, { method: 'POST', headers, body: '{"id":"charlie"}' });
    expect(made.status).toBe(201);
    await supplier.closeStore();
    await other.closeStore();
  });
});

describe('a server that shares its store', () => {
  it('creates a sandbox again that another server has removed', async () => {
    valkey.cli('flushall');
    let suspend = () => {};
    let passed = 0;
    const machine: MachineClock = {
      ...hostMachine,
      monotonic: () => hostMachine.monotonic() + passed,
      timer(ms, run, isBackground) {
        if (ms === 10_000) suspend = run;
        return hostMachine.timer(ms, run, isBackground);
      },
    };
    const { keeper } = await openLongLease(valkey.url);
    const supplier = createMockSupplier({ store: await readStart(keeper), machine });
    const other = await startSupplier(valkey.url);
    const put = () => supplier.fetch(`${url}/alpha`, { method: 'PUT', headers, body: '{}' });
    expect((await put()).status).toBe(201);
    passed = 61_000;
    await eventually(() => {
      suspend();
      expect(valkey.cli('hget', 'understudy:sandbox:alpha', 'owner')).toBe('');
    });
    expect((await other.fetch(`${url}/alpha`, { method: 'DELETE' })).status).toBe(204);
    const made = await supplier.fetch(url, { method: 'POST', headers, body: '{"id":"alpha"}' });
    expect(made.status).toBe(201);
    await supplier.closeStore();
    await other.closeStore();
  });

  it('creates the default sandbox again after Valkey has lost its data, also if clients create another sandbox first', async () => {
    valkey.cli('flushall');
    const suppliers = [await startSupplier(valkey.url), await startSupplier(valkey.url)];
    const clients = suppliers.map(({ fetch }) => createHotelClient(fetch));
    for (const client of clients) await eventually(() => client.book());
    valkey.cli('flushall');
    await eventually(async () => {
      const put = await suppliers[0]?.fetch(`${url}/alpha`, { method: 'PUT', headers, body: '{}' });
      expect(put?.status).toBe(201);
    });
    for (const client of clients) await eventually(async () => expect(await bookingsOf(client)).toEqual([]));
    for (const supplier of suppliers) await supplier.closeStore();
  });

  it('starts at the same moment as another server, and both answer their first calls', async () => {
    valkey.cli('flushall');
    const open = async () => readStart((await openLongLease(valkey.url)).keeper);
    const stores = [await open(), await open()]; // both servers see an empty store
    const suppliers = stores.map(store => createMockSupplier({ store }));
    const calls = suppliers.map(({ fetch }) => createHotelClient(fetch).call('getBookingList', {}));
    for (const { status, text } of await Promise.all(calls))
      expect([status, text]).toEqual([200, expect.anything()]);
    for (const supplier of suppliers) await supplier.closeStore();
  });

  it('keeps its sandboxes while a tool reads the store', async () => {
    valkey.cli('flushall');
    const supplier = await startSupplier(valkey.url);
    await createHotelClient(supplier.fetch).book();
    const fence = () => valkey.cli('hget', 'understudy:sandbox:default', 'fence');
    const before = fence();
    const keeper = readOnly(await openRedis(valkey.url));
    expect(await checkStore(keeper)).toEqual({ sandboxes: 1, problems: [] });
    expect((await readStart(keeper)).first?.rows.length).toBeGreaterThan(5);
    await keeper.close(true);
    expect(fence()).toBe(before);
    await supplier.closeStore();
  });
});

describe('a server whose connection with Valkey breaks', () => {
  let proxy: FaultyProxy;
  let lease: LongLease;
  let supplier: MockSupplier;
  let client: HotelClient;

  beforeEach(async () => {
    valkey.cli('flushall');
    proxy = await startFaultyProxy(valkey.port, 100);
    lease = await openLongLease(proxy.url);
    supplier = await startSupplier(proxy.url, lease);
    client = createHotelClient(supplier.fetch);
  });
  afterEach(async () => {
    proxy.set('pass');
    await supplier.closeStore().catch(() => {}); // a test can end without a connection
    await proxy.stop();
  });

  /** Sends a call, and waits until Valkey has its change. */
  const afterWrite = async <Answer>(send: () => Promise<Answer>) => {
    const rows = () => Number(valkey.cli('hlen', 'understudy:rows:default'));
    const before = rows();
    const answer = send();
    await eventually(() => expect(rows()).toBeGreaterThan(before));
    return { answer };
  };
  /** Sends a call, which the server must refuse at the latest when the life of its lease has passed. */
  const refused = async (...what: Parameters<HotelClient['call']>) => {
    const { status, headers, text } = await lease.passUntil(client.call(...what));
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    return text;
  };

  it('refuses changes and Searches while the connection is cut, and then continues with everything', async () => {
    const earlier = await client.book();
    const conditions = await client.conditions();
    proxy.set('cut');
    expect(await refused('hotel.doBooking', bookingBody(conditions))).toMatch(
      /redis:\/\/127\.0\.0\.1:\d+\/? .*; this call (changed nothing|may have taken effect)/,
    );
    lease.pass();
    await refused('hotel.search', {});
    expect((await supplier.fetch('http://supplier.test/_control/health')).status).toBe(200);
    proxy.set('pass');
    expect(await eventually(() => bookingsOf(client))).toEqual([earlier.BookingId]);
    await client.book(conditions); // the token of the refused call is still good
    expect(await bookingsOf(client)).toHaveLength(2);
  });

  it('answers after a repeated write when only the confirmation was lost, and books once', async () => {
    const conditions = await client.conditions();
    proxy.set('swallow-replies');
    const booking = await afterWrite(() => client.book(conditions));
    proxy.set('cut');
    proxy.set('pass');
    const { BookingId } = await booking.answer;
    expect(await bookingsOf(client)).toEqual([BookingId]);
  });

  it('says that a change may exist when Valkey does not confirm the change, and shows the truth later', async () => {
    const conditions = await client.conditions();
    proxy.set('swallow-replies');
    const call = await afterWrite(() => client.call('hotel.doBooking', bookingBody(conditions)));
    const { status, text } = await lease.passUntil(call.answer);
    expect([status, text]).toEqual([
      503,
      expect.stringContaining(
        'did not confirm a write; this call may have taken effect, look up the result before you send it again',
      ),
    ]);
    proxy.set('cut');
    proxy.set('pass');
    expect(await eventually(() => bookingsOf(client))).toHaveLength(1);
  });

  it('waits for a slow Valkey', async () => {
    const conditions = await client.conditions();
    proxy.set('slow');
    const { BookingId } = await client.book(conditions);
    proxy.set('pass');
    expect(await bookingsOf(client)).toEqual([BookingId]);
  });

  it('keeps everything when Valkey restarts', async () => {
    const earlier = await client.book();
    await valkey.kill();
    await client.call('getBookingDetail', { BookingId: earlier.BookingId }); // correct or refused
    await valkey.start();
    expect(await eventually(() => bookingsOf(client))).toEqual([earlier.BookingId]);
  });

  it('shows no old state when its lease has ended without its knowledge', async () => {
    const { BookingId } = await client.book();
    proxy.set('hold');
    valkey.endLeases();
    const other = await startSupplier(valkey.url);
    await createHotelClient(other.fetch).cancel(BookingId);
    lease.pass();
    await refused('getBookingDetail', { BookingId });
    proxy.set('pass');
    const { Booking } = await eventually(() => client.detail(BookingId));
    expect(Booking?.Status).toMatch(/cancel/i);
    await other.closeStore();
  });

  it('loses its sandboxes to another server in a split network, and answers nothing false', async () => {
    const before = await client.book();
    const conditions = await client.conditions();
    proxy.set('hold');
    const late = client.call('hotel.doBooking', bookingBody(conditions));
    valkey.endLeases();
    const other = await startSupplier(valkey.url);
    const otherClient = createHotelClient(other.fetch);
    expect(await bookingsOf(otherClient)).toEqual([before.BookingId]);
    const after = await otherClient.book();
    expect((await lease.passUntil(late)).status).toBe(503);
    await refused('getBookingDetail', { BookingId: before.BookingId });
    proxy.set('pass'); // now the held write arrives, with an old fencing number
    expect(await eventually(() => bookingsOf(client))).toEqual([after.BookingId, before.BookingId]);
    expect((await eventually(() => bookingsOf(otherClient))).length).toBe(2);
    await other.closeStore();
  });
});
