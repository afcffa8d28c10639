import { describe, expect, it } from 'vitest';
import { type MockSupplier, type MockSupplierOptions, readStart } from '#mock-server';
import { createFakeMachine } from '../clock/fakes.ts';
import { bookingBody, createHotelClient, startSupplier, testStart } from '../hotel-client.ts';
import { createTestStore } from '../store/test-store.ts';
import { createScopedClient } from './control-client.ts';

type AllQuotas = Parameters<MockSupplier['sandboxes']['namespaces']['setQuotas']>[0];

function start(quotas: AllQuotas, options: MockSupplierOptions = {}) {
  const { supplier, control: admin } = startSupplier(options);
  supplier.sandboxes.namespaces.setQuotas(quotas);
  const control = createScopedClient(supplier, { namespace: 'team-a' });
  /** Creates a sandbox, and returns a client of it. */
  const clientOf = async (id: string) =>
    createHotelClient(supplier.fetch, (await control.ask('putSandbox', { id })).body);
  return { supplier, control, admin, clientOf };
}

const waitOf = (one: Pick<Response, 'status' | 'headers'>) => [one.status, one.headers.get('retry-after')];

async function book(client: ReturnType<typeof createHotelClient>) {
  const { status, body } = await client.call('hotel.doBooking', bookingBody(await client.conditions()));
  return [status, Object(body).Errors?.[0]?.Code];
}

describe('the quotas of a namespace', () => {
  it('bound its sandboxes, also those of the administrator, and give room after a deletion', async () => {
    const { control, admin } = start({ 'team-a': { sandboxes: 2 } });
    for (const id of ['team-a.1', 'team-a.2']) await control.ask('putSandbox', { id });
    const message =
      'the quota of the namespace "team-a" is 2 sandboxes; delete a sandbox of this namespace first';
    for (const client of [control, admin]) {
      const refused = await client.refused('putSandbox', { id: 'team-a.3' });
      expect(refused).toMatchObject({ status: 507, code: 'QuotaExceeded', message });
    }
    expect((await control.ask('putSandbox', { id: 'team-a.2' })).status).toBe(200);
    await control.ask('resetSandbox', { id: 'team-a.2' });
    const { body: file } = await control.ask('exportSandbox', { id: 'team-a.1' });
    const query = '?id=team-a.3';
    expect((await control.refused('importSandbox', { body: file, query })).status).toBe(507);
    for (const id of ['team-b.1', 'none']) expect((await admin.ask('putSandbox', { id })).status).toBe(201);
    await control.ask('deleteSandbox', { id: 'team-a.1' });
    expect((await control.ask('importSandbox', { body: file, query })).status).toBe(201);
    expect((await control.refused('createSandbox')).status).toBe(507);
  });

  it('hold for imports and forks that run at the same time', async () => {
    const { supplier, control, clientOf } = start({ 'team-a': { sandboxes: 4, bookings: 3 } });
    await book(await clientOf('team-a.1'));
    const { body: snapshot } = await control.ask('takeSnapshot', { id: 'team-a.1' });
    const { body: file } = await control.ask('exportSandbox', { id: 'team-a.1' });
    const requests = [
      ...['b', 'c'].map(id => control.send('importSandbox', { body: file, query: `?id=team-a.${id}` })),
      ...[1, 2].map(() => control.send('createSandbox', { body: { from: snapshot.id } })),
    ];
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 507, 507]);
    expect(supplier.sandboxes.namespaces.find('team-a.1')?.bookings).toBe(3);
  });

  it('count the sandboxes of a durable store that are not loaded yet', async () => {
    const keeper = await createTestStore();
    const first = start({}, { store: await readStart(keeper) });
    for (const id of ['team-a.1', 'team-a.2']) await first.control.ask('putSandbox', { id });
    const second = start({ 'team-a': { sandboxes: 2 } }, { store: await readStart(keeper) });
    expect((await second.control.refused('createSandbox')).status).toBe(507);
    await second.control.ask('getSandbox', { id: 'team-a.1' });
    await second.control.ask('deleteSandbox', { id: 'team-a.2' });
    expect((await second.control.ask('createSandbox')).status).toBe(201);
  });

  it('bound its bookings in all sandboxes together, and count again after a reset or a deletion', async () => {
    const { control, clientOf } = start({ 'team-a': { bookings: 2 } });
    const [one, two] = [await clientOf('team-a.1'), await clientOf('team-a.2')];
    expect(await book(one)).toEqual([200, undefined]);
    const { body: snapshot } = await control.ask('takeSnapshot', { id: 'team-a.1' });
    const { body: file } = await control.ask('exportSandbox', { id: 'team-a.1' });
    expect(await book(two)).toEqual([200, undefined]);
    expect(await book(one)).toEqual([507, 'QuotaExceeded']);
    expect((await one.search()).Hotels).toHaveLength(20);
    const { message } = await control.refused('createSandbox', { body: { from: snapshot.id } });
    expect(message).toContain('is 2 bookings; it has 2, and the new sandbox has 1; delete or reset');
    expect((await control.refused('importSandbox', { body: file, query: '?id=team-a.3' })).status).toBe(507);
    await control.ask('resetSandbox', { id: 'team-a.2' });
    expect((await control.ask('createSandbox', { body: { from: snapshot.id } })).status).toBe(201);
    expect(await book(two)).toEqual([507, 'QuotaExceeded']);
    await control.ask('deleteSandbox', { id: 'team-a.1' });
    expect(await book(two)).toEqual([200, undefined]);
  });

  it('bound the journal of each sandbox', async () => {
    const { control } = start({ 'team-a': { journalBytesPerSandbox: 1_000_000 } });
    const { body } = await control.ask('createSandbox', { body: { id: 'team-a.1' } });
    expect(body.options.journalBytes).toBe(1_000_000);
    const options = { journalBytes: 500_000 };
    expect((await control.ask('createSandbox', { body: { options } })).body.options).toMatchObject(options);
    const large = { body: { options: { journalBytes: 2_000_000 } } };
    const { status, message } = await control.refused('createSandbox', large);
    expect([status, message]).toEqual([
      507,
      'options.journalBytes is 2000000, but the quota of the namespace "team-a" is 1000000 bytes for each sandbox; send a smaller number',
    ]);
  });

  it('lower the journal of a fork and of an import, and keep its newest calls', async () => {
    const { supplier, control, clientOf } = start({});
    const client = await clientOf('team-a.1');
    for (let count = 0; count < 3; count += 1) await client.search();
    const { body: snapshot } = await control.ask('takeSnapshot', { id: 'team-a.1' });
    const { body: file } = await control.ask('exportSandbox', { id: 'team-a.1' });
    const journalBytes = 65_536;
    supplier.sandboxes.namespaces.setQuotas({ 'team-a': { journalBytesPerSandbox: journalBytes } });
    const { body: fork } = await control.ask('createSandbox', { body: { from: snapshot.id } });
    const { body: imported } = await control.ask('importSandbox', { body: file, query: '?id=team-a.2' });
    for (const { id, options, calls } of [fork, imported]) {
      expect([options.journalBytes, calls]).toEqual([journalBytes, 3]);
      const { body } = await control.ask('listExchanges', { id });
      expect(body.at(-1)?.number).toBe(3);
    }
    expect((await control.ask('getSandbox', { id: 'team-a.1' })).body.options.journalBytes).toBe(67_108_864);
  });

  it('bound its requests in a second, those to the supplier and to the control API together', async () => {
    const machine = createFakeMachine(testStart);
    const options = { machine: machine.clock };
    const { supplier, control, admin, clientOf } = start({ 'team-a': { requestsPerSecond: 4 } }, options);
    const client = await clientOf('team-a.1');
    for (const status of [200, 200, 200, 429]) {
      const answer = await client.call('getBookingList', { Criteria: {} });
      expect(waitOf(answer)).toEqual([status, status === 429 ? '1' : null]);
    }
    expect(supplier.sandboxes.require('team-a.1').journal.count()).toBe(3);
    const refused = await control.refused('getSandbox', { id: 'team-a.1' });
    expect([...waitOf(refused), refused.code]).toEqual([429, '1', 'RateLimited']);
    expect(refused.message).toContain(
      'the quota of the namespace "team-a" is 4 requests in a second; try again in 1 s',
    );
    expect((await admin.ask('getSandbox', { id: 'default' })).status).toBe(200);
    machine.pass(250);
    expect((await control.ask('getSandbox', { id: 'team-a.1' })).status).toBe(200);
    expect((await control.refused('getSandbox', { id: 'team-a.1' })).status).toBe(429);
    supplier.sandboxes.namespaces.setQuotas({});
    expect((await control.ask('getSandbox', { id: 'team-a.1' })).status).toBe(200);
  });
});
