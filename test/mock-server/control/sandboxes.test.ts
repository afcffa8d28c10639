import { describe, expect, it, vi } from 'vitest';
import { readPages, type SandboxView } from '#contracts/control';
import { readStart } from '#mock-server';
import { bookOnRequest, createHotelClient, createTestSupplier, startSupplier } from '../hotel-client.ts';
import { createTestStore } from '../store/test-store.ts';
import { createControlClient, waysToSandbox } from './control-client.ts';

const clock = { mode: 'manual', start: '2026-11-20T10:00:00Z' };

function start() {
  const { supplier, control } = startSupplier();
  return { supplier, control, clientOf: (made: SandboxView) => createHotelClient(supplier.fetch, made) };
}

describe('a sandbox made through the control API', () => {
  it('can be booked in with the addresses and the credential of the answer', async () => {
    const { control, clientOf } = start();
    const { status, body } = await control.ask('createSandbox', { body: { clock } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      baseUrl: `http://supplier.test/sandbox/${body.id}`,
      commonsUrl: `http://supplier.test/sandbox/${body.id}`,
      mcpUrl: `http://supplier.test/sandbox/${body.id}/mcp`,
      scenario: null,
      clock: { now: '2026-11-20T10:00:00.000Z', mode: 'manual', scale: 1 },
    });
    expect((await clientOf(body).book()).bookingStatus).toBe('CONFIRMED');
    expect((await control.ask('getSandbox', { id: body.id })).body.bookings).toBe(1);
    expect((await control.ask('getSandbox')).body.bookings).toBe(0);
  });

  it('accepts the given options', async () => {
    const { control } = start();
    const given = {
      id: 'mine',
      credential: { Username: 'ana', Password: 'secret' },
      staticToken: 'st',
      managerId: 4_000_000_000,
      mcpToken: 'mt',
      options: { rateLimit: false, idempotency: 'honoured' },
    };
    const { body } = await control.ask('createSandbox', { body: { ...given, seed: 5 } });
    expect(body).toMatchObject({ ...given, seed: '5' });
  });

  it('is refused under an id that exists', async () => {
    const { control } = start();
    expect(await control.brief('createSandbox', { body: { id: 'default' } })).toBe('409 id');
  });

  it('shows the addresses that a proxy says it is reached at', async () => {
    const { control } = start();
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'stand-in.example:8443' };
    const { body } = await control.ask('getSandbox', { headers });
    expect(body.mcpUrl).toBe('https://stand-in.example:8443/mcp');
  });
});

describe('PUT of a sandbox', () => {
  it('creates it once, although it is requested often', async () => {
    const { control } = start();
    const call = { id: 'worker-1', body: { seed: 3, clock } };
    const first = await control.ask('putSandbox', call);
    const second = await control.ask('putSandbox', call);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('makes requests wait while its port is being opened', async () => {
    const { control, supplier } = start();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    supplier.ports.provide(async () => {
      await gate;
      return { url: 'http://127.0.0.1:4999', close: async () => {} };
    });
    const calls = [1, 2].map(() => control.ask('putSandbox', { id: 'w', body: { port: 0 } }));
    openGate();
    const answers = await Promise.all(calls);
    expect(answers.map(({ status, body }) => [status, body.baseUrl])).toEqual([
      [201, 'http://supplier.test:4999'],
      [200, 'http://supplier.test:4999'],
    ]);
  });

  it.each([
    ['clock', { clock: { mode: 'real' } }],
    ['credential', { credential: { Username: 'a', Password: 'b' } }],
    ['options.rateLimit', { options: { rateLimit: 5 } }],
    ['port', { port: 0 }],
  ])('is refused when it contradicts the existing one in %s', async (field, body) => {
    const { control } = start();
    await control.ask('putSandbox', { id: 'w', body: { seed: 3, clock } });
    expect(await control.brief('putSandbox', { id: 'w', body })).toBe(`409 ${field}`);
  });

  const secrets = ['staticToken', 'mcpToken'] as const;
  it.each(secrets)('is refused with another %s, and the error does not show the value', async name => {
    const { control } = start();
    await control.ask('putSandbox', { id: 'w', body: { [name]: 'first-secret-1' } });
    const other = { id: 'w', body: { [name]: 'other-secret-2' } };
    const { details } = await control.refused('putSandbox', other);
    expect(details[0]?.message).toBe(`differs from the ${name} of the existing sandbox`);
  });

  it('finds a stored fork and opens its port after a restart', async () => {
    const keeper = await createTestStore();
    const restart = async () => {
      const supplier = createTestSupplier({ store: await readStart(keeper) });
      supplier.ports.provide(async (_, port) => ({ url: `http://127.0.0.1:${port}`, close: async () => {} }));
      return createControlClient(supplier.fetch);
    };
    const first = await restart();
    const { body: snapshot } = await first.ask('takeSnapshot');
    const call = { id: 'w', body: { from: snapshot.id, port: 4998 } };
    expect((await first.ask('putSandbox', call)).status).toBe(201);
    const second = await restart();
    expect((await second.ask('putSandbox', call)).body.baseUrl).toContain(':4998');
    expect((await second.ask('putSandbox', call)).status).toBe(200);
    expect(await second.brief('putSandbox', { id: 'w', body: { port: 4997 } })).toBe('409 port');
  });

  it('is refused under another id than the path has', async () => {
    const { control } = start();
    expect(await control.brief('putSandbox', { id: 'w', body: { id: 'v' } })).toBe('400 id');
    expect((await control.refused('putSandbox', { id: 'W' })).status).toBe(400);
  });
});

describe('the end of a sandbox', () => {
  it('follows a DELETE, and its address then reports it', async () => {
    const { control, supplier } = start();
    const { body } = await control.ask('createSandbox', { body: { id: 'gone' } });
    expect((await control.ask('deleteSandbox', { id: 'gone' })).status).toBe(204);
    expect((await supplier.fetch(`${body.baseUrl}/API/REST/Hotel.svc/Search`)).status).toBe(404);
    expect((await control.refused('deleteSandbox', { id: 'gone' })).status).toBe(404);
  });

  it('never happens to the default one', async () => {
    const { control } = start();
    expect((await control.refused('deleteSandbox')).status).toBe(409);
  });

  it('names the nearest id when the requested one does not exist', async () => {
    const { control } = start();
    await control.ask('createSandbox', { body: { id: 'checkout-tests' } });
    const { status, details } = await control.refused('getSandbox', { id: 'checkout-test' });
    expect([status, details[0]?.nearest]).toEqual([404, 'checkout-tests']);
  });
});

it('a reset empties a sandbox and puts its clock back, under the same id and credential', async () => {
  const { control, clientOf } = start();
  const { body: made } = await control.ask('createSandbox', { body: { id: 's', clock } });
  await clientOf(made).book();
  await control.ask('advanceClock', { id: 's', body: { by: 'PT1H' } });
  const { body: fresh } = await control.ask('resetSandbox', { id: 's' });
  expect(fresh).toEqual({ ...made, createdAt: fresh.createdAt });
  expect((await control.ask('listExchanges', { id: 's' })).body).toEqual([]);
});

describe('a close', () => {
  it('passes every open window and then refuses clients with 410', async () => {
    const { control, clientOf } = start();
    const { body: made } = await control.ask('createSandbox', { body: { clock } });
    const client = clientOf(made);
    const { BookingId } = await bookOnRequest(client);
    const { body } = await control.ask('closeSandbox', made);
    expect(body.fired).toMatchObject([
      { at: '2026-11-20T10:20:00.000Z', bookingId: BookingId, from: 'on-request', to: 'confirmed' },
    ]);
    expect(body.now).toBe('2026-11-21T11:00:00.000Z');
    expect((await client.call('getBookingDetail', { BookingId })).status).toBe(410);
  });

  it('is the same when it comes again, and nothing moves the clock any more', async () => {
    const { control } = start();
    const { body: first } = await control.ask('closeSandbox');
    expect((await control.ask('closeSandbox')).body).toEqual({ ...first, fired: [] });
    expect((await control.refused('advanceClock', { body: { by: 'PT1H' } })).status).toBe(409);
    expect((await control.refused('putClock', { body: { mode: 'real' } })).status).toBe(409);
  });
});

it('a server with its maximum of sandboxes refuses new, forked and imported sandboxes with 507 and what to do, and takes one more after a deletion', async () => {
  const { control } = startSupplier({ maxSandboxes: 2 });
  const refused = await waysToSandbox(control);
  const message =
    'this server has 2 sandboxes in memory, its maximum; delete sandboxes that are no longer used, or start the server with a larger --max-sandboxes';
  expect(await refused()).toEqual(new Array(4).fill([507, 'QuotaExceeded', message]));
  expect((await control.ask('putSandbox', { id: 'a' })).status).toBe(200);
  await control.ask('resetSandbox', { id: 'a' });
  await control.ask('deleteSandbox', { id: 'a' });
  expect((await control.ask('putSandbox', { id: 'b' })).status).toBe(201);
});

it('the control API lists sandboxes page by page, and the header Link leads to the next page', async () => {
  const { fetch, control } = startSupplier();
  for (const id of ['b', 'd', 'a', 'c']) await control.ask('createSandbox', { body: { id } });
  const pages: string[][] = [];
  const first = 'http://supplier.test/_control/sandboxes?limit=2';
  for await (const answer of readPages(first, fetch)) {
    const page: { id: string }[] = await answer.json();
    pages.push(page.map(({ id }) => id));
    await fetch('http://supplier.test/_control/sandboxes/b', { method: 'DELETE' });
  }
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['default']]);
});

it('the server leaves no port open for a sandbox that was dropped while its port was being opened', async () => {
  const { supplier, control } = startSupplier();
  const asked = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<{ url: string; close(): Promise<void> }>();
  const close = vi.fn(async () => {});
  supplier.ports.provide(() => {
    asked.resolve();
    return opened.promise;
  });
  const made = control.refused('createSandbox', { body: { id: 'own', port: 0 } });
  await asked.promise;
  const dropped = control.ask('deleteSandbox', { id: 'own' });
  opened.resolve({ url: 'http://127.0.0.1:1', close });
  expect((await dropped).status).toBe(204);
  const { status, message } = await made;
  expect([status, message]).toEqual([409, expect.stringContaining('removed')]);
  expect(close).toHaveBeenCalledOnce();
  expect(supplier.ports.urlOf('own')).toBeUndefined();
});
