import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkStore, createMockSupplier, type MockSupplier, readOnly, readStart } from '#mock-server';
import { openRedis } from '#mock-server/node/redis';
import { createControlClient } from '../../control/control-client.ts';
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

const id = 'alpha';

describe('a server that shares its store', () => {
  /** Starts two servers with an empty store. They stop with the test. */
  async function startTwo() {
    valkey.cli('flushall');
    const suppliers = [await startSupplier(valkey.url), await startSupplier(valkey.url)] as const;
    onTestFinished(async () => {
      for (const supplier of suppliers) await supplier.closeStore();
    });
    const [first, second] = suppliers.map(({ fetch }) => createControlClient(fetch));
    return { suppliers, first: first ?? expect.fail(), second: second ?? expect.fail() };
  }

  it('creates a sandbox again that another server has removed', async () => {
    const { first, second } = await startTwo();
    expect((await first.ask('putSandbox', { id })).status).toBe(201);
    await second.ask('deleteSandbox', { id });
    expect((await first.refused('getSandbox', { id })).status).toBe(404);
    expect((await first.ask('createSandbox', { body: { id } })).status).toBe(201);
  });

  it('refuses the id of a sandbox that another server has created, and finds this sandbox with PUT', async () => {
    const { first, second } = await startTwo();
    await second.ask('putSandbox', { id });
    expect(await first.brief('createSandbox', { body: { id } })).toBe('409 id');
    expect((await first.ask('putSandbox', { id })).status).toBe(200);
  });

  it('creates the default sandbox again after Valkey has lost its data, also if clients create another sandbox first', async () => {
    const { suppliers, first } = await startTwo();
    const clients = suppliers.map(({ fetch }) => createHotelClient(fetch));
    for (const client of clients) await untilAnswered(() => client.book());
    valkey.cli('flushall');
    await vi.waitFor(async () => expect((await first.ask('putSandbox', { id })).status).toBe(201));
    for (const client of clients)
      await untilAnswered(async () => expect(await bookingsOf(client)).toEqual([]));
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
