import { describe, expect, it, vi } from 'vitest';
import { createMockSupplier, type MockSupplier, type MockSupplierOptions, readStart } from '#mock-server';
import { hostMachine } from '#mock-server/clock/machine';
import {
  bookingBody,
  type Conditions,
  createHotelClient,
  type HotelClient,
  testStart,
} from '../hotel-client.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';

const start = async (store: MemoryStore, options: MockSupplierOptions = {}): Promise<MockSupplier> =>
  createMockSupplier({
    clock: { mode: 'manual', start: testStart },
    ...options,
    store: await readStart(store),
  });
const control = (supplier: MockSupplier, method: string, path: string, body?: object): Promise<Response> =>
  supplier.fetch(`http://supplier.test/_control/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

describe('a supplier with a durable store', () => {
  it('lists the sandboxes of another server as that server lists them', async () => {
    const store = createMemoryStore(true);
    const [first, second] = [await start(store), await start(store)];
    await control(first, 'PUT', 'sandboxes/team-a', {
      faults: ['hotel.search:cut'],
      clock: { mode: 'manual' },
    });
    await createHotelClient(first.fetch).book();
    const listed = async (supplier: MockSupplier) => (await control(supplier, 'GET', 'sandboxes')).json();
    expect(await listed(second)).toEqual(await listed(first));
    expect(await listed(second)).toMatchObject([
      { id: 'default', bookings: 1, calls: 3 },
      { id: 'team-a', faults: 1, closed: false },
    ]);
  });

  it('continues after a crash with every answered change', async () => {
    const store = createMemoryStore();
    const first = await start(store, { options: { idempotency: 'honoured' } });
    const client = createHotelClient(first.fetch);
    const conditions = await client.conditions();
    const headers = { 'idempotency-key': 'one' };
    const booked = await client.book(conditions, {}, { headers });
    await control(first, 'POST', 'sandboxes/default/clock/advance', { by: 'PT30M' });
    await control(first, 'POST', 'sandboxes/default/faults', {
      id: 'f',
      effect: { kind: 'delay', by: 'PT1S' },
      match: { operations: ['car.search'] },
    });
    await control(first, 'PUT', 'sandboxes/team-a', {});
    // The first server ends here without a last write.
    const second = await start(store);
    const again = createHotelClient(second.fetch);
    expect(JSON.stringify(await again.detail(booked.BookingId))).toContain(booked.BookingId);
    expect(await again.book(conditions, {}, { headers })).toEqual(booked);
    expect((await again.list()).Bookings).toHaveLength(1);
    const sandbox = second.sandboxes.require('default');
    expect(sandbox.clock.now()).toBe(testStart + 30 * 60_000);
    expect(sandbox.faults.list().map(({ id }) => id)).toEqual(['f']);
    expect((await control(second, 'GET', 'sandboxes/team-a')).status).toBe(200);
    expect((await control(second, 'PUT', 'sandboxes/team-a', {})).status).toBe(200);
  });

  it('continues after a crash with the decisions of operators and the real time of the creation', async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const { BookingId } = await createHotelClient(first.fetch).book();
    const path = `sandboxes/default/bookings/${BookingId}/decide`;
    expect((await control(first, 'POST', path, { status: 'cancelled' })).status).toBe(200);
    const { createdAt } = await (await control(first, 'GET', 'sandboxes/default')).json();
    const second = await start(store, {
      machine: { ...hostMachine, now: () => Date.parse(createdAt) + 60_000 },
    });
    const { Booking } = await createHotelClient(second.fetch).detail(BookingId);
    expect(Booking?.bookingStatus).toBe('Cancelled');
    expect(await (await control(second, 'GET', 'sandboxes/default')).json()).toMatchObject({ createdAt });
  });

  it('finds the same booking by a reference of several bookings after a restart', async () => {
    const store = createMemoryStore();
    const supplier = await start(store);
    const client = createHotelClient(supplier.fetch);
    const [first, second] = [
      await client.book(undefined, { ExternalReference: 'trip' }),
      await client.book(undefined, { ExternalReference: 'trip' }),
    ];
    await client.cancel(first.BookingId);
    const find = async ({ fetch }: MockSupplier) =>
      (await createHotelClient(fetch).call('getBooking', { ExternalReference: 'trip' })).body.Booking
        ?.BookingId;
    expect(await find(supplier)).toBe(second.BookingId);
    expect(await find(await start(store))).toBe(second.BookingId);
  });

  it('gives no exchange number and no token twice after a crash', async () => {
    const store = createMemoryStore();
    const first = await start(store);
    await createHotelClient(first.fetch).book();
    const lost = await createHotelClient(first.fetch).search();
    const last = first.sandboxes.require('default').journal.count();
    const second = await start(store);
    expect((await createHotelClient(second.fetch).search()).Token).not.toBe(lost.Token);
    expect(second.sandboxes.require('default').journal.count()).toBeGreaterThan(last);
  });

  it('keeps tokens and exchange numbers when it is closed normally', async () => {
    const store = createMemoryStore();
    const first = await start(store);
    const conditions = await createHotelClient(first.fetch).conditions();
    await first.closeStore();
    const second = await start(store);
    await createHotelClient(second.fetch).book(conditions);
    expect(second.sandboxes.require('default').journal.count()).toBe(3);
  });

  it('still refuses a call over the rate limit after a normal stop', async () => {
    const store = createMemoryStore();
    const options = { options: { rateLimit: 5 } };
    const first = await start(store, options);
    const list = (supplier: MockSupplier) =>
      createHotelClient(supplier.fetch).call('getBookingList', { SearchBookingCriteria: {} });
    const statuses: number[] = [];
    await control(first, 'PUT', 'sandboxes/default/clock', { mode: 'manual' }); // writes a batch
    for (let call = 0; call < 6; call += 1) statuses.push((await list(first)).status);
    await first.closeStore();
    statuses.push((await list(await start(store, options))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('lets a call that a fault holds go on after a failure of the store', async () => {
    const store = createMemoryStore();
    const supplier = await start(store);
    const client = createHotelClient(supplier.fetch);
    const { held } = await holdAfterOperation(supplier, client);
    await vi.waitFor(() => expect(supplier.sandboxes.require('default').clock.waits()).toHaveLength(1));
    store.isFailing = true;
    const advance = () =>
      control(supplier, 'POST', 'sandboxes/default/clock/advance', { by: 'PT6S' }).then(
        ({ status }) => status,
      );
    expect(await advance()).toBe(503);
    store.isFailing = false;
    expect(await advance()).toBe(200);
    expect((await held).status).toBe(200);
    expect((await client.list()).Bookings).toHaveLength(1);
  });

  it('shows no booking of a held call before the booking is durable', async () => {
    const store = createMemoryStore();
    const supplier = await start(store);
    const client = createHotelClient(supplier.fetch);
    const conditions = await client.conditions();
    await holdAfterOperation(supplier, client, conditions);
    const { Bookings } = await client.list();
    // The first server ends here without a last write.
    const second = await start(store);
    expect((await createHotelClient(second.fetch).list()).Bookings).toEqual(Bookings);
    expect(Bookings).toHaveLength(1);
  });

  it('lets a running clock pass the time in which no server ran, and never sets the clock back', async () => {
    let now = testStart;
    const machine = {
      now: () => now,
      monotonic: () => now,
      afterMacrotask: (fn: () => void) => void setImmediate(fn),
      timer: () => () => {},
    };
    const store = createMemoryStore();
    const options = { machine, clock: { mode: 'scaled', scale: 60 } } as const;
    const first = await start(store, options);
    await first.closeStore();
    now += 60_000;
    const second = await start(store, options);
    const after = testStart + 60 * 60_000;
    expect(second.sandboxes.require('default').clock.now()).toBe(after);
    await second.closeStore();
    now -= 7_200_000; // the date of the machine is set back
    const third = await start(store, options);
    expect(third.sandboxes.require('default').clock.now()).toBe(after);
  });
});

/** Sends a DoBooking whose answer a fault holds after the booking was made. */
async function holdAfterOperation(supplier: MockSupplier, client: HotelClient, given?: Conditions) {
  const conditions = given ?? (await client.conditions());
  await control(supplier, 'POST', 'sandboxes/default/faults', {
    match: { operations: ['hotel.doBooking'], times: 1 },
    effect: { kind: 'hang', for: 'PT6S', commit: 'before' },
  });
  const held = client.call('hotel.doBooking', bookingBody(conditions));
  return { held };
}
