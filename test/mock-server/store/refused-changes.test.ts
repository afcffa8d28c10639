import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplier, readStart, StoreError } from '#mock-server';
import { hostMachine } from '#mock-server/clock/machine';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient, testStart } from '../hotel-client.ts';
import { createTestStore, type TestStore } from './test-store.ts';

type Control = ReturnType<typeof createControlClient>;

async function start(store: TestStore, keepJournal = false): Promise<MockSupplier> {
  let now = testStart;
  return createMockSupplier({
    clock: { mode: 'manual', start: testStart },
    machine: { ...hostMachine, now: () => (now += 1) }, // each sandbox is created at its own instant
    store: await readStart(store, { keepJournal }),
  });
}

/** Starts a server whose sandbox `team-a.one` has a booking. `fail` makes the store refuse the changes of one call. */
async function begin(keepJournal = false) {
  const store = await createTestStore();
  const supplier = await start(store, keepJournal);
  const control = createControlClient(supplier.fetch);
  const { body: created } = await control.ask('createSandbox', { body: { id: 'team-a.one' } });
  const client = createHotelClient(supplier.fetch, created);
  await client.book();
  async function fail(...call: Parameters<Control['refused']>): Promise<void> {
    store.isFailing = true;
    const { status, body } = await control.refused(...call);
    store.isFailing = false;
    const message = expect.stringContaining('this call changed nothing');
    expect([status, body.error]).toMatchObject([503, { code: 'StoreUnavailable', message }]);
  }
  return { store, supplier, control, client, fail };
}

const id = 'team-a.one';
const callsOf = async (control: Control) =>
  (await control.ask('listExchanges', { id })).body.map(({ number, operation }) => [number, operation]);
const bookingsOf = async (control: Control) => (await control.ask('listBookings', { id })).body;

/** Gives a server ports that are only counted. Returns the numbers of the ports that are open. */
function providePorts({ ports }: MockSupplier): Set<number> {
  const open = new Set<number>();
  ports.provide(async (_, port) => {
    open.add(port);
    return { url: `http://127.0.0.1:${port}`, close: async () => void open.delete(port) };
  });
  return open;
}

describe('a change that the durable store refuses', () => {
  it.each([false, true])('leaves all as it was before a reset; stored journals: %s', async keepJournal => {
    const { store, supplier, control, client, fail } = await begin(keepJournal);
    const conditions = await client.conditions();
    const before = [await callsOf(control), await bookingsOf(control)];
    await fail('resetSandbox', { id });
    await fail('resetSandbox', { id });
    expect([await callsOf(control), await bookingsOf(control)]).toEqual(before);
    await client.book(conditions);
    const after = await callsOf(control);
    expect(after.map(([number]) => number)).toEqual(after.map((_, index) => index + 1));
    expect(after).toHaveLength((before[0]?.length ?? 0) + 1);
    await supplier.closeStore();
    const again = createControlClient((await start(store, keepJournal)).fetch);
    expect(await callsOf(again)).toEqual(keepJournal ? after : []);
  });

  it('leaves the recorded calls of a sandbox that could not be deleted, its port and the snapshots of its namespace', async () => {
    const { supplier, control, fail } = await begin();
    const open = providePorts(supplier);
    await control.ask('createSandbox', { body: { id: 'team-b.own', port: 4_001 } });
    const { body: snapshot } = await control.ask('takeSnapshot', { id: 'team-b.own' });
    const calls = await callsOf(control);
    await fail('deleteSandbox', { id });
    await fail('deleteSandbox', { id: 'team-b.own' });
    expect(await callsOf(control)).toEqual(calls);
    expect([...open]).toEqual([4_001]);
    const { body } = await control.ask('getSandbox', { id: 'team-b.own' });
    expect(body.baseUrl).toBe('http://supplier.test:4001');
    const again = { id: 'team-b.own', body: { port: 4_001 } };
    expect((await control.ask('putSandbox', again)).status).toBe(200);
    await control.ask('createSandbox', { body: { id: 'team-b.fork', from: snapshot.id } });
    for (const one of ['team-b.own', 'team-b.fork']) await control.ask('deleteSandbox', { id: one });
    expect([...open]).toEqual([]);
    const forked = { body: { id: 'team-b.late', from: snapshot.id } };
    expect((await control.refused('createSandbox', forked)).status).toBe(404);
  });

  it('opens no port for a sandbox that could not be created, so that the same call succeeds later', async () => {
    const { supplier, control, fail } = await begin();
    const open = providePorts(supplier);
    const body = { id: 'own', port: 4_002 };
    await fail('createSandbox', { body });
    expect([...open]).toEqual([]);
    expect((await control.ask('createSandbox', { body })).status).toBe(201);
    expect([...open]).toEqual([4_002]);
  });

  it('does not free room in the quota of sandboxes', async () => {
    const { supplier, control, fail } = await begin();
    supplier.sandboxes.namespaces.setQuotas({ 'team-a': { sandboxes: 2 } });
    await fail('createSandbox', { body: { id: 'team-a.two' } });
    await control.ask('createSandbox', { body: { id: 'team-a.two' } });
    await fail('armFaults', { id, body: JSON.stringify('delay=PT2S') });
    await fail('deleteSandbox', { id: 'team-a.two' });
    const third = { body: { id: 'team-a.three' } };
    expect((await control.refused('createSandbox', third)).status).toBe(507);
    await control.ask('deleteSandbox', { id: 'team-a.two' });
    await control.ask('createSandbox', third);
  });
});

describe('a provider state that the durable store refuses', () => {
  it('changes nothing if the sandbox would be reset', async () => {
    const { control, fail } = await begin();
    const before = [await callsOf(control), await bookingsOf(control)];
    await fail('setProviderState', { query: `?sandbox=${id}`, body: { state: 'the rate is used up' } });
    expect([await callsOf(control), await bookingsOf(control)]).toEqual(before);
  });

  const states = ['a booking that is CONFIRMED', 'all that hotel.doBooking needs, of an offer with Wings'];
  it.each(states)('gets 503, also if an earlier state of the call was set up: %s', async last => {
    const { store, control } = await begin();
    await control.ask('resetSandbox', { id });
    store.isFailing = true;
    const body = { states: ['the fault car.search:status=503', last] };
    const { status, message } = await control.refused('setProviderState', { query: `?sandbox=${id}`, body });
    expect([status, message]).toEqual([503, expect.stringContaining('disk of this test is full')]);
  });
});

it('a reset that the durable store made without confirming starts with no recorded call', async () => {
  const { store, control } = await begin();
  const { commit } = store;
  store.commit = async (...args) => {
    await commit.call(store, ...args);
    throw new StoreError('uncertain', 'the store did not answer in time');
  };
  expect((await control.refused('resetSandbox', { id })).status).toBe(503);
  store.commit = commit;
  expect([await callsOf(control), await bookingsOf(control)]).toEqual([[], []]);
});

const ends = ['resetSandbox', 'deleteSandbox'] as const;
it.each(ends)('the memory of recorded calls is released when a call of %s is durable', async endpoint => {
  const { supplier, control, fail } = await begin();
  expect(supplier.sandboxes.counts.journalBytes).toBeGreaterThan(0);
  await fail(endpoint, { id });
  expect(supplier.sandboxes.counts.journalBytes).toBeGreaterThan(0);
  await control.ask(endpoint, { id });
  expect(supplier.sandboxes.counts.journalBytes).toBe(0);
});
