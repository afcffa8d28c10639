import { describe, expect, it, vi } from 'vitest';
import { type MockSupplierOptions, readStart, StoreError } from '#mock-server';
import { hostMachine, nextMacrotask } from '#mock-server/clock/machine';
import { bookingBody, type Conditions, startSupplier, testStart } from '../hotel-client.ts';
import { createTestStore, type TestStore } from './test-store.ts';

const id = 'default';
const start = async (store: TestStore, options: MockSupplierOptions = {}) =>
  startSupplier({ ...options, store: await readStart(store) });
type Started = ReturnType<typeof startSupplier>;

describe('a supplier with a durable store', () => {
  it('lists the sandboxes of another server as that server lists them', async () => {
    const store = await createTestStore(true);
    const [first, second] = [await start(store), await start(store)];
    const team = { faults: ['hotel.search:cut'], clock: { mode: 'manual' } };
    await first.control.ask('putSandbox', { id: 'team-a', body: team });
    await first.client.book();
    const listed = async ({ control }: Started) => (await control.ask('listSandboxes')).body;
    expect(await listed(second)).toEqual(await listed(first));
    expect(await listed(second)).toMatchObject([
      { id: 'default', bookings: 1, calls: 3 },
      { id: 'team-a', faults: 1, closed: false },
    ]);
  });

  it('works with a store of a program whose methods are those of a class', async () => {
    const store: TestStore = Object.create(await createTestStore());
    const first = await start(store);
    await first.control.ask('putSandbox', { id: 'team-a', body: {} });
    const second = await start(store);
    expect((await second.control.ask('getSandbox', { id: 'team-a' })).status).toBe(200);
  });

  it('continues after a crash with every answered change', async () => {
    const store = await createTestStore();
    const first = await start(store, { options: { idempotency: 'honoured' } });
    const conditions = await first.client.conditions();
    const headers = { 'idempotency-key': 'one' };
    const booked = await first.client.book(conditions, {}, { headers });
    await first.control.ask('advanceClock', { id, body: { by: 'PT30M' } });
    const match = { operations: ['car.search'] };
    const fault = { id: 'f', effect: { kind: 'delay', by: 'PT1S' }, match };
    await first.control.ask('armFaults', { id, body: fault });
    await first.control.ask('putSandbox', { id: 'team-a', body: {} });
    // The first server ends here without a last write.
    const second = await start(store);
    const { client: again, clock, faults, control } = second;
    expect(JSON.stringify(await again.detail(booked.BookingId))).toContain(booked.BookingId);
    expect(await again.book(conditions, {}, { headers })).toEqual(booked);
    expect((await again.list()).Bookings).toHaveLength(1);
    expect(clock.now()).toBe(testStart + 30 * 60_000);
    expect(faults.list().map(one => one.id)).toEqual(['f']);
    expect((await control.ask('getSandbox', { id: 'team-a' })).status).toBe(200);
    expect((await control.ask('putSandbox', { id: 'team-a', body: {} })).status).toBe(200);
  });

  it('continues after a crash with the decisions of operators and the real time of the creation', async () => {
    const store = await createTestStore();
    const { client, control } = await start(store);
    const { BookingId } = await client.book();
    await control.ask('decideBooking', { id, bookingId: BookingId, body: { status: 'cancelled' } });
    const { createdAt } = (await control.ask('getSandbox', { id })).body;
    const machine = { ...hostMachine, now: () => Date.parse(createdAt) + 60_000 };
    const second = await start(store, { machine });
    expect((await second.client.detail(BookingId)).Booking?.bookingStatus).toBe('Cancelled');
    expect((await second.control.ask('getSandbox', { id })).body).toMatchObject({ createdAt });
  });

  it('finds the same booking by a reference of several bookings after a restart', async () => {
    const store = await createTestStore();
    const started = await start(store);
    const ExternalReference = 'trip';
    const first = await started.client.book(undefined, { ExternalReference });
    const second = await started.client.book(undefined, { ExternalReference });
    await started.client.cancel(first.BookingId);
    const find = async ({ client }: Started) =>
      (await client.call('getBooking', { ExternalReference })).body.Booking?.BookingId;
    expect(await find(started)).toBe(second.BookingId);
    expect(await find(await start(store))).toBe(second.BookingId);
  });

  it('gives no exchange number and no token twice after a crash', async () => {
    const store = await createTestStore();
    const first = await start(store);
    await first.client.book();
    const lost = await first.client.search();
    const last = first.journal.count();
    const second = await start(store);
    expect((await second.client.search()).Token).not.toBe(lost.Token);
    expect(second.journal.count()).toBeGreaterThan(last);
  });

  it('keeps tokens and exchange numbers when it is closed normally', async () => {
    const store = await createTestStore();
    const first = await start(store);
    const conditions = await first.client.conditions();
    await first.supplier.closeStore();
    const second = await start(store);
    await second.client.book(conditions);
    expect(second.journal.count()).toBe(3);
  });

  it('still refuses a call over the rate limit after a normal stop', async () => {
    const store = await createTestStore();
    const options = { options: { rateLimit: 5 } };
    const first = await start(store, options);
    const list = ({ client }: Started) => client.call('getBookingList', { SearchBookingCriteria: {} });
    const statuses: number[] = [];
    await first.control.ask('putClock', { id, body: { mode: 'manual' } }); // writes a batch
    for (let call = 0; call < 6; call += 1) statuses.push((await list(first)).status);
    await first.supplier.closeStore();
    statuses.push((await list(await start(store, options))).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it('writes rate windows with more than 1,000 calls only once a second', async () => {
    let monotonic = 0;
    const store = await createTestStore();
    const commit = vi.spyOn(store, 'commit');
    const machine = { ...hostMachine, monotonic: () => monotonic };
    const { client } = await start(store, { machine, options: { rateLimit: 5_000 } });
    const callAndCount = async (calls: number) => {
      commit.mockClear();
      for (let call = 0; call < calls; call += 1) await client.call('getBooking', { BookingId: '1' });
      return commit.mock.calls.filter(([, , { puts }]) => puts.some(({ key }) => key === 'head rate')).length;
    };
    expect(await callAndCount(1_000)).toBe(1_000);
    expect(await callAndCount(50)).toBe(1);
    monotonic = 1_000;
    expect(await callAndCount(50)).toBe(1);
  });

  it('lets a call that a fault holds go on after a failure of the store', async () => {
    const store = await createTestStore();
    const started = await start(store);
    const { client, clock, control } = started;
    const { held } = await holdAfterOperation(started);
    await vi.waitFor(() => expect(clock.waits()).toHaveLength(1));
    store.isFailing = true;
    const advance = async () => (await control.send('advanceClock', { id, body: { by: 'PT6S' } })).status;
    expect(await advance()).toBe(503);
    store.isFailing = false;
    expect(await advance()).toBe(200);
    expect((await held).status).toBe(200);
    expect((await client.list()).Bookings).toHaveLength(1);
  });

  it.each<[string, (store: SharedStore) => unknown]>([
    ['read', store => vi.spyOn(store, 'load').mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)],
    ['watched', store => vi.spyOn(store, 'watch').mockRejectedValueOnce(failure)],
  ])('lets a held call go on after another server moved the clock: store not %s', async (_, fail) => {
    const store = (await createTestStore(true)) as SharedStore;
    const { machine, ring } = createTimers();
    const storeOfFirst = { ...store };
    const first = await start(storeOfFirst, { machine });
    fail(storeOfFirst);
    const { held } = await holdAfterOperation(first);
    await vi.waitFor(() => expect(first.clock.waits()).toHaveLength(1));
    const second = await start(store);
    const { status } = await second.control.send('advanceClock', { id, body: { by: 'PT6S' } });
    expect(status).toBe(200);
    const answered = vi.fn();
    held.then(answered);
    await vi.waitFor(() => {
      ring();
      expect(answered).toHaveBeenCalledWith(expect.objectContaining({ status: 200 }));
    });
  });

  it('that was closed before its subscription failed does not use its store again', async () => {
    const store = (await createTestStore(true)) as SharedStore;
    const { machine, ring } = createTimers();
    const started = await start(store, { machine });
    const subscription = Promise.withResolvers<never>();
    vi.spyOn(store, 'watch').mockReturnValueOnce(subscription.promise).mockRejectedValue(failure);
    await holdAfterOperation(started);
    await vi.waitFor(() => expect(store.watch).toHaveBeenCalled());
    await started.supplier.closeStore();
    const { commits } = store;
    subscription.reject(failure);
    for (let turn = 0; turn < 10; turn += 1) {
      ring();
      await nextMacrotask();
    }
    expect(store.commits).toBe(commits);
  });

  it('shows no booking of a held call before the booking is durable', async () => {
    const store = await createTestStore();
    const started = await start(store);
    const { client } = started;
    const conditions = await client.conditions();
    await holdAfterOperation(started, conditions);
    const { Bookings } = await client.list();
    // The first server ends here without a last write.
    const second = await start(store);
    expect((await second.client.list()).Bookings).toEqual(Bookings);
    expect(Bookings).toHaveLength(1);
  });

  it('lets a running clock pass the time in which no server ran, and never sets the clock back', async () => {
    let now = testStart;
    const afterMacrotask = (fn: () => void) => void setImmediate(fn);
    const machine = { now: () => now, monotonic: () => now, afterMacrotask, timer: () => () => {} };
    const store = await createTestStore();
    const options = { machine, clock: { mode: 'scaled', scale: 60 } } as const;
    const first = await start(store, options);
    await first.supplier.closeStore();
    now += 60_000;
    const second = await start(store, options);
    const after = testStart + 60 * 60_000;
    expect(second.clock.now()).toBe(after);
    await second.supplier.closeStore();
    now -= 7_200_000; // the date of the machine is set back
    const third = await start(store, options);
    expect(third.clock.now()).toBe(after);
  });
});

/** The timers of a machine, which ring only together. */
function createTimers() {
  const rings = new Set<() => void>();
  const timer = (_ms: number, fn: () => void) => {
    rings.add(fn);
    return () => void rings.delete(fn);
  };
  const ring = () => {
    const all = [...rings];
    rings.clear();
    for (const fn of all) fn();
  };
  return { machine: { ...hostMachine, timer }, ring };
}

type SharedStore = TestStore & Required<Pick<TestStore, 'watch'>>;
const failure = new StoreError('unavailable', 'the store of this test does not answer');

/** Sends a DoBooking whose answer a fault holds after the booking was made. */
async function holdAfterOperation({ client, control }: Started, given?: Conditions) {
  const conditions = given ?? (await client.conditions());
  const match = { operations: ['hotel.doBooking'], times: 1 };
  const body = { match, effect: { kind: 'hang', for: 'PT6S', commit: 'before' } };
  await control.ask('armFaults', { id, body });
  const held = client.call('hotel.doBooking', bookingBody(conditions));
  return { held };
}
