import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplier, type MockSupplierOptions, readStart } from '#mock-server';
import { hostMachine } from '#mock-server/clock/machine';
import {
  bookingBody,
  type Conditions,
  createHotelClient,
  type HotelClient,
  testStart,
} from '../hotel-client.ts';
import { createMemoryKeeper, type MemoryKeeper } from './memory-keeper.ts';

const start = async (keeper: MemoryKeeper, options: MockSupplierOptions = {}): Promise<MockSupplier> =>
  createMockSupplier({
    clock: { mode: 'manual', start: testStart },
    ...options,
    store: await readStart(keeper),
  });
const control = (supplier: MockSupplier, method: string, path: string, body?: object): Promise<Response> =>
  supplier.fetch(`http://supplier.test/_control/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

describe('a supplier with a durable store', () => {
  it('continues after a crash with every answered change', async () => {
    const keeper = createMemoryKeeper();
    const first = await start(keeper, { options: { idempotency: 'honoured' } });
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
    const second = await start(keeper);
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
    const keeper = createMemoryKeeper();
    const first = await start(keeper);
    const { BookingId } = await createHotelClient(first.fetch).book();
    const path = `sandboxes/default/bookings/${BookingId}/decide`;
    expect((await control(first, 'POST', path, { status: 'cancelled' })).status).toBe(200);
    const { createdAt } = await (await control(first, 'GET', 'sandboxes/default')).json();
    const second = await start(keeper, {
      machine: { ...hostMachine, now: () => Date.parse(createdAt) + 60_000 },
    });
    const { Booking } = await createHotelClient(second.fetch).detail(BookingId);
    expect(Booking?.bookingStatus).toBe('Cancelled');
    expect(await (await control(second, 'GET', 'sandboxes/default')).json()).toMatchObject({ createdAt });
  });

  it('finds the same booking by a reference of several bookings after a restart', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
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
    expect(await find(await start(keeper))).toBe(second.BookingId);
  });

  it('delays a refusal of the control API that shows a change until this change is durable', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    const client = createHotelClient(supplier.fetch);
    const { BookingId } = await client.book();
    keeper.isFailing = true;
    const cancelled = client.call('cancelBooking', { BookingId });
    const path = `sandboxes/default/bookings/${BookingId}/decide`;
    const refused = await control(supplier, 'POST', path, { status: 'cancelled' });
    expect([(await cancelled).status, refused.status]).toEqual([503, 503]);
  });

  it('gives no exchange number and no token twice after a crash', async () => {
    const keeper = createMemoryKeeper();
    const first = await start(keeper);
    await createHotelClient(first.fetch).book(); // everything up to here is durable
    const lost = await createHotelClient(first.fetch).search();
    const last = first.sandboxes.require('default').journal.count();
    const second = await start(keeper);
    expect((await createHotelClient(second.fetch).search()).Token).not.toBe(lost.Token);
    expect(second.sandboxes.require('default').journal.count()).toBeGreaterThan(last);
  });

  it('keeps tokens and exchange numbers when it is closed normally', async () => {
    const keeper = createMemoryKeeper();
    const first = await start(keeper);
    const conditions = await createHotelClient(first.fetch).conditions();
    await first.closeStore();
    const second = await start(keeper);
    await createHotelClient(second.fetch).book(conditions);
    expect(second.sandboxes.require('default').journal.count()).toBe(3);
  });

  it('still refuses a call over the rate limit after a normal stop', async () => {
    const keeper = createMemoryKeeper();
    const options = { options: { rateLimit: 5 } };
    const first = await start(keeper, options);
    const list = (supplier: MockSupplier) =>
      createHotelClient(supplier.fetch).call('getBookingList', { SearchBookingCriteria: {} });
    const statuses: number[] = [];
    await control(first, 'PUT', 'sandboxes/default/clock', { mode: 'manual' }); // writes a batch
    for (let call = 0; call < 6; call += 1) statuses.push((await list(first)).status);
    await first.closeStore();
    statuses.push((await list(await start(keeper, options))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('answers 503 while a change cannot be written, keeps what it has answered, and recovers', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    const client = createHotelClient(supplier.fetch);
    const earlier = await client.book();
    const conditions = await client.conditions();
    keeper.isFailing = true;
    const refused = await client.call('hotel.doBooking', bookingBody(conditions));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.text).toContain(
      'the disk of this test is full; this call changed nothing, send it again later',
    );
    expect((await client.list()).Bookings.map(({ BookingId }) => BookingId)).toEqual([earlier.BookingId]);
    const created = await control(supplier, 'PUT', 'sandboxes/team-a', {});
    expect(created.status).toBe(503);
    expect(await created.json()).toMatchObject({ error: { code: 'StoreUnavailable' } });
    keeper.isFailing = false;
    expect((await control(supplier, 'GET', 'sandboxes/team-a')).status).toBe(404);
    await client.book(conditions); // the token of the refused call is still good
    expect((await client.list()).Bookings).toHaveLength(2);
    const numbers = supplier.sandboxes
      .require('default')
      .journal.read()
      .map(({ facts }) => facts.number);
    expect(numbers.length).toBe(numbers.at(-1)); // the journal has every exchange, before and after the failure
  });

  it('says that a call which a fault held after its operation may have taken effect', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    const client = createHotelClient(supplier.fetch);
    const { held } = await holdAfterOperation(supplier, client);
    await client.book(); // the write for this answer contains the booking of the held call
    const conditions = await client.conditions();
    keeper.isFailing = true;
    expect((await client.call('hotel.doBooking', bookingBody(conditions))).status).toBe(503);
    const { status, text } = await held;
    expect([status, text]).toEqual([
      503,
      expect.stringContaining(
        'the disk of this test is full; this call may have taken effect, look up the result before you send it again',
      ),
    ]);
    keeper.isFailing = false;
    expect((await client.list()).Bookings).toHaveLength(2);
  });

  it('shows no booking of a held call before the booking is durable', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    const client = createHotelClient(supplier.fetch);
    const conditions = await client.conditions();
    await holdAfterOperation(supplier, client, conditions);
    const { Bookings } = await client.list();
    // The first server ends here without a last write.
    const second = await start(keeper);
    expect((await createHotelClient(second.fetch).list()).Bookings).toEqual(Bookings);
    expect(Bookings).toHaveLength(1);
  });

  it('keeps a sandbox whose removal could not be written', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    await control(supplier, 'PUT', 'sandboxes/team-a', {});
    keeper.isFailing = true;
    expect((await control(supplier, 'DELETE', 'sandboxes/team-a')).status).toBe(503);
    keeper.isFailing = false;
    expect((await control(supplier, 'GET', 'sandboxes/team-a')).status).toBe(200);
    expect((await control(supplier, 'DELETE', 'sandboxes/team-a')).status).toBe(204);
    expect((await control(supplier, 'GET', 'sandboxes/team-a')).status).toBe(404);
    expect(await keeper.list('', 10)).toEqual(['default']);
  });

  it('writes the changes of concurrent calls in one batch', async () => {
    const keeper = createMemoryKeeper();
    const supplier = await start(keeper);
    const client = createHotelClient(supplier.fetch);
    const conditions = await Promise.all([1, 2, 3, 4].map(() => client.conditions()));
    await client.book();
    const before = keeper.batches;
    await Promise.all(conditions.map(one => client.book(one)));
    expect(keeper.batches - before).toBeLessThanOrEqual(2);
  });

  it('lets a running clock pass the time in which no server ran, and never sets the clock back', async () => {
    let now = testStart;
    const machine = {
      now: () => now,
      monotonic: () => now,
      afterMacrotask: (fn: () => void) => void setImmediate(fn),
      timer: () => () => {},
    };
    const keeper = createMemoryKeeper();
    const options = { machine, clock: { mode: 'scaled', scale: 60 } } as const;
    const first = await start(keeper, options);
    await first.closeStore();
    now += 60_000;
    const second = await start(keeper, options);
    const after = testStart + 60 * 60_000;
    expect(second.sandboxes.require('default').clock.now()).toBe(after);
    await second.closeStore();
    now -= 7_200_000; // the date of the machine is set back
    const third = await start(keeper, options);
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
