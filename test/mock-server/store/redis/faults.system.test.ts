import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkStore, createMockSupplier, type MockSupplier, readOnly, readStart } from '#mock-server';
import { openRedis } from '#mock-server/node/redis';
import { bookingBody, createHotelClient, type HotelClient, testStart } from '../../hotel-client.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { startValkey } from './valkey.ts';

const valkey = await startValkey();
afterAll(() => valkey.stop());

async function startSupplier(url: string): Promise<MockSupplier> {
  const store = await readStart(await openRedis(url));
  return createMockSupplier({ clock: { mode: 'manual', start: testStart }, store });
}

const bookingsOf = async (client: HotelClient) =>
  (await client.list()).Bookings.map(({ BookingId }) => BookingId);
const untilAnswered = <Result>(call: () => Promise<Result>) =>
  vi.waitFor(call, { timeout: 20_000, interval: 20 });

const url = 'http://supplier.test/_control/sandboxes';
const headers = { 'content-type': 'application/json' };

describe('a server that shares its store', () => {
  it('creates a sandbox again that another server has removed', async () => {
    valkey.cli('flushall');
    const [supplier, other] = [await startSupplier(valkey.url), await startSupplier(valkey.url)];
    const put = () => supplier.fetch(`${url}/alpha`, { method: 'PUT', headers, body: '{}' });
    expect((await put()).status).toBe(201);
    expect((await other.fetch(`${url}/alpha`, { method: 'DELETE' })).status).toBe(204);
    const shown = await supplier.fetch(`${url}/alpha`);
    expect(shown.status).toBe(404);
    const made = await supplier.fetch(url, { method: 'POST', headers, body: '{"id":"alpha"}' });
    expect(made.status).toBe(201);
    await supplier.closeStore();
    await other.closeStore();
  });

  it('refuses the id of a sandbox that another server has created, and finds this sandbox with PUT', async () => {
    valkey.cli('flushall');
    const [supplier, other] = [await startSupplier(valkey.url), await startSupplier(valkey.url)];
    await other.fetch(`${url}/alpha`, { method: 'PUT', headers, body: '{}' });
    const post = await supplier.fetch(url, { method: 'POST', headers, body: '{"id":"alpha"}' });
    const put = await supplier.fetch(`${url}/alpha`, { method: 'PUT', headers, body: '{}' });
    expect([post.status, put.status]).toEqual([409, 200]);
    await supplier.closeStore();
    await other.closeStore();
  });

  it('creates the default sandbox again after Valkey has lost its data, also if clients create another sandbox first', async () => {
    valkey.cli('flushall');
    const suppliers = [await startSupplier(valkey.url), await startSupplier(valkey.url)];
    const clients = suppliers.map(({ fetch }) => createHotelClient(fetch));
    for (const client of clients) await untilAnswered(() => client.book());
    valkey.cli('flushall');
    await vi.waitFor(async () => {
      const put = await suppliers[0]?.fetch(`${url}/alpha`, { method: 'PUT', headers, body: '{}' });
      expect(put?.status).toBe(201);
    });
    for (const client of clients)
      await untilAnswered(async () => expect(await bookingsOf(client)).toEqual([]));
    for (const supplier of suppliers) await supplier.closeStore();
  });

  it('starts at the same moment as another server, and both answer their first calls', async () => {
    valkey.cli('flushall');
    const open = async () => readStart(await openRedis(valkey.url));
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
    const version = () => valkey.cli('get', 'understudy:version');
    const before = version();
    const store = readOnly(await openRedis(valkey.url));
    expect(await checkStore(store)).toEqual({ sandboxes: 1, problems: [] });
    expect((await readStart(store)).first?.rows.length).toBeGreaterThan(5);
    await store.close();
    expect(version()).toBe(before);
    await supplier.closeStore();
  });
});

describe('a server whose connection with Valkey breaks', () => {
  let proxy: FaultyProxy;
  let supplier: MockSupplier;
  let client: HotelClient;

  beforeEach(async () => {
    valkey.cli('flushall');
    proxy = await startFaultyProxy(valkey.port, 200);
    supplier = await startSupplier(proxy.url);
    client = createHotelClient(supplier.fetch);
  });
  afterEach(async () => {
    proxy.set('pass');
    await supplier.closeStore().catch(() => {}); // a test can end without a connection
    await proxy.stop();
  });

  const refused = async (what: Parameters<HotelClient['call']>) => {
    const { status, headers, text } = await client.call(...what);
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    return text;
  };

  it('refuses changes and Searches while the connection is cut, and then continues with everything', async () => {
    const earlier = await client.book();
    const conditions = await client.conditions();
    proxy.set('cut');
    expect(await refused(['hotel.doBooking', bookingBody(conditions)])).toMatch(
      /redis:\/\/127\.0\.0\.1:\d+\/? .*; this call (changed nothing|may have taken effect)/,
    );
    await vi.waitFor(async () => expect((await client.call('hotel.search', {})).status).toBe(503), {
      timeout: 10_000,
    });
    expect((await supplier.fetch('http://supplier.test/_control/health')).status).toBe(200);
    proxy.set('pass');
    expect(await untilAnswered(() => bookingsOf(client))).toEqual([earlier.BookingId]);
    await client.book(conditions); // the token of the refused call is still good
    expect(await bookingsOf(client)).toHaveLength(2);
  });

  it('says that a change may exist when Valkey does not confirm the change, and shows the truth later', async () => {
    const conditions = await client.conditions();
    proxy.set('swallow-replies');
    expect(await refused(['hotel.doBooking', bookingBody(conditions)])).toContain(
      'did not confirm a write; this call may have taken effect, look up the result before you send it again',
    );
    proxy.set('cut');
    proxy.set('pass');
    expect(await untilAnswered(() => bookingsOf(client))).toHaveLength(1);
  });

  it('waits for a slow Valkey', async () => {
    const conditions = await client.conditions();
    proxy.set('slow');
    const { BookingId } = await client.book(conditions);
    proxy.set('pass');
    expect(await bookingsOf(client)).toEqual([BookingId]);
  });

  it('keeps everything when Valkey restarts', async () => {
    valkey.cli('config', 'set', 'appendfsync', 'always'); // with everysec, Valkey delays writes while its disk is slow
    const earlier = await client.book();
    await valkey.kill();
    await refused(['getBookingDetail', { BookingId: earlier.BookingId }]).catch(() => {}); // this answer can be correct, too
    await valkey.start();
    expect(await untilAnswered(() => bookingsOf(client))).toEqual([earlier.BookingId]);
  });

  it('shows no old state while another server changes the sandbox', async () => {
    const { BookingId } = await client.book();
    proxy.set('hold');
    const other = await startSupplier(valkey.url);
    await createHotelClient(other.fetch).cancel(BookingId);
    await refused(['getBookingDetail', { BookingId }]);
    proxy.set('pass');
    const { Booking } = await untilAnswered(() => client.detail(BookingId));
    expect(Booking?.Status).toMatch(/cancel/i);
    await other.closeStore();
  });

  it('answers nothing false in a split network, and a late write changes nothing', async () => {
    const before = await client.book();
    const conditions = await client.conditions();
    proxy.set('hold');
    const late = client.call('hotel.doBooking', bookingBody(conditions));
    const other = await startSupplier(valkey.url);
    const otherClient = createHotelClient(other.fetch);
    expect(await bookingsOf(otherClient)).toEqual([before.BookingId]);
    const after = await otherClient.book();
    expect((await late).status).toBe(503);
    await refused(['getBookingDetail', { BookingId: before.BookingId }]);
    proxy.set('pass'); // now the held write arrives, with an old version
    expect(await untilAnswered(() => bookingsOf(client))).toEqual([after.BookingId, before.BookingId]);
    expect((await untilAnswered(() => bookingsOf(otherClient))).length).toBe(2);
    await other.closeStore();
  });
});
