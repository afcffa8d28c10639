import { beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operationIds, operations } from '#contracts';
import { type ControlEndpoint, type ControlEndpointId, controlEndpoints } from '#contracts/control';
import type { SampleCall } from '#contracts/sample-calls';
import story from '#contracts/sample-calls.json' with { type: 'json' };
import type { MockSupplier } from '#mock-server';
import { playThrough } from '#mock-server/control/make-provider-states';
import { createHotelClient, createTestSupplier, testStart } from '../hotel-client.ts';
import { type ControlArguments, createControlClient, createScopedClient } from './control-client.ts';

const supplier = createTestSupplier();
const admin = createScopedClient(supplier, 'admin');
const metrics = createScopedClient(supplier, 'metrics');
const teamA = createScopedClient(supplier, { namespace: 'team-a' });
const teamB = createScopedClient(supplier, { namespace: 'team-b' });
let bookingId = '';
let file: unknown;
beforeAll(async () => {
  await teamB.ask('createSandbox', { body: { id: 'team-b.own' } });
  const { body: hidden } = await teamA.ask('createSandbox', {
    body: {
      id: 'team-a.hidden',
      credential: { Username: 'demo', Password: 'of team a' },
      clock: { mode: 'manual', start: '2026-11-20T10:00:00Z' },
      faults: ['hotel.search:status=503,times=1'],
    },
  });
  await admin.ask('createSandbox', { body: { id: 'hidden' } });
  await teamA.ask('takeSnapshot', { id: 'team-a.hidden' });
  await teamA.ask('disarmFaults', { id: 'team-a.hidden' });
  bookingId = (await createHotelClient(supplier.fetch, hidden).book()).BookingId;
  file = (await teamA.ask('exportSandbox', { id: 'team-a.hidden' })).body;
});

const endpoints = Object.entries(controlEndpoints) as [ControlEndpointId, ControlEndpoint][]; // Object.entries returns strings
const withId = endpoints.filter(([, { path }]) => path.includes('{id}')).map(([id]) => id);
const others = endpoints.filter(([, { path }]) => !path.includes('{id}'));
const forNamespaces = others.filter(([, { access }]) => access === 'namespaces').map(([id]) => id);
const forAdmin = others.filter(([, { access }]) => access === undefined).map(([id]) => id);

/** The endpoints that name no sandbox of another namespace, and return the same to all. */
const shared: readonly ControlEndpointId[] = ['listRules', 'listClauses', 'listScenarios'];

/** The calls that name a thing of another namespace outside the path, and the expected status. */
const named: Partial<Record<ControlEndpointId, readonly [number, () => ControlArguments][]>> = {
  listSandboxes: [[200, () => ({})]],
  createSandbox: [
    [403, () => ({ body: { id: 'team-a.hidden' } })],
    [403, () => ({ body: { id: 'team-a.new' } })],
    [403, () => ({ body: { id: 'plain' } })],
    [404, () => ({ body: { from: 'team-a.snapshot-1' } })],
    [404, () => ({ body: { id: 'team-b.fork', from: 'team-a.snapshot-1' } })],
  ],
  importSandbox: [
    [403, () => ({ body: file })],
    [403, () => ({ body: file, query: '?id=team-a.new' })],
    [403, () => ({ body: file, query: '?id=hidden' })],
  ],
  setProviderState: [
    [404, () => ({ body: { state: 'x' }, query: '?sandbox=team-a.hidden' })],
    [404, () => ({ body: { state: 'x' }, query: '?sandbox=team-a.hiddem' })],
    [404, () => ({ body: { state: 'x' } })],
  ],
};

/** Returns whether a text contains an id of another namespace that the request did not contain. */
function leaksIn(text: string, sent: ControlArguments): boolean {
  const rest = text.replaceAll(/team-a\.(?:new|hiddem|snapshot-1)/g, '');
  return /hidden|team-a/.test(
    JSON.stringify(sent).includes('hidden') ? rest.replaceAll(/(?:team-a\.)?hidden/g, '') : rest,
  );
}

describe('the token of a namespace', () => {
  it.each(withId)('gets 404 from %s for a sandbox of another namespace, as if unknown', async name => {
    const { example = {} } = controlEndpoints[name] as ControlEndpoint; // the exact types have no common fields
    const given = { bookingId, faultId: 'fault-1', body: example };
    const before = supplier.sandboxes.require('team-a.hidden').dump();
    for (const id of ['team-a.hidden', 'hidden', 'default']) {
      const refused = await teamB.refused(name, sendable(name, { ...given, id }));
      expect(refused.status).toBe(404);
      const unknown = await teamB.refused(name, sendable(name, { ...given, id: 'team-a.unknown' }));
      const expected = JSON.stringify(unknown.body).replaceAll('team-a.unknown', id);
      expect(JSON.stringify(refused.body)).toBe(expected);
    }
    const near = await teamB.refused(name, sendable(name, { ...given, id: 'team-a.hiddem' }));
    expect(JSON.stringify(near.body)).not.toContain('hidden');
    expect(supplier.sandboxes.require('team-a.hidden').dump()).toEqual(before);
  });

  const naming = forNamespaces.filter(name => !shared.includes(name));
  it.each(naming)('gets nothing of another namespace from %s', async name => {
    const calls = named[name];
    if (calls === undefined) throw new Error(`${name} has no entry in the table of this test`);
    const ids = () => supplier.sandboxes.list().map(({ identity }) => identity.id);
    const before = ids();
    for (const [status, args] of calls) {
      const answer = await teamB.send(name, args());
      const text = await answer.text();
      expect([answer.status, leaksIn(text, args())], text).toEqual([status, false]);
    }
    expect(ids()).toEqual(before);
  });

  it.each(forAdmin)('gets 403 from %s', async name => {
    expect((await teamB.refused(name)).status).toBe(403);
  });

  it.each(shared)('may call %s', async name => {
    const answer = await teamB.send(name);
    expect(await answer.text()).not.toContain('team-a');
  });

  it('creates, forks, finds and deletes sandboxes of its namespace', async () => {
    const { body: made } = await teamB.ask('createSandbox');
    expect(made.id).toMatch(/^team-b\.s\d+$/);
    expect(made.baseUrl).toMatch(/\/sandbox\/team-b\.s\d+$/);
    expect((await createHotelClient(supplier.fetch, made).book()).bookingStatus).toBe('CONFIRMED');
    const { body: snapshot } = await teamB.ask('takeSnapshot', { id: made.id });
    expect(snapshot.id).toBe('team-b.snapshot-1');
    const { body: fork } = await teamB.ask('createSandbox', { body: { from: snapshot.id } });
    expect(fork.bookings).toBe(1);
    const { body: list } = await teamB.ask('listSandboxes');
    expect(list.map(({ id }) => id)).toEqual(['team-b.own', made.id, fork.id]);
    for (const { id } of [made, fork]) await teamB.ask('deleteSandbox', { id });
    const refused = await teamB.refused('getSandbox', { id: 'team-b.owm' });
    expect(refused.body.error.details[0]?.nearest).toBe('team-b.own');
  });
});

function sendable(name: ControlEndpointId, { body, ...args }: ControlArguments): ControlArguments {
  const { request } = controlEndpoints[name] as ControlEndpoint; // the exact types have no common fields
  return request === undefined ? args : { ...args, body };
}

it('a client gets no id of another namespace from a call over the port of its sandbox', async () => {
  const onPort = createScopedClient(supplier, { namespace: 'team-b' }, { sandboxId: 'team-a.hidden' });
  const { status, body, message } = await onPort.refused('setProviderState', { body: { state: 'x' } });
  expect([status, message]).toEqual([404, expect.stringContaining('namespace "team-b"')]);
  expect(JSON.stringify(body)).not.toMatch(/hidden|team-a/);
  const own = { body: { state: '' }, query: '?sandbox=team-b.own' };
  expect((await onPort.ask('setProviderState', own)).status).toBe(200);
});

it('the server counts in its health only the sandboxes that the caller may see', async () => {
  const count = async ({ ask }: typeof admin) => (await ask('health')).body.sandboxes;
  const access = { hosts: [], scopeOf: () => undefined };
  const anonymous = createControlClient(async (url, init) =>
    supplier.handle(new Request(url, init), { access }),
  );
  expect(await Promise.all([admin, metrics].map(count))).toEqual([4, 4]);
  expect([await count(teamB), await count(anonymous)]).toEqual([1, undefined]);
  expect((await anonymous.ask('readiness')).body.ready).toBe(true);
});

it('the server lets the administrator use every sandbox', async () => {
  const { body } = await admin.ask('listSandboxes');
  expect(body.map(({ id }) => id)).toEqual(['default', 'hidden', 'team-a.hidden', 'team-b.own']);
  const forked = await admin.ask('createSandbox', { body: { id: 'x.y', from: 'team-a.snapshot-1' } });
  expect(forked.status).toBe(201);
  expect((await admin.ask('deleteSandbox', { id: 'x.y' })).status).toBe(204);
});

it('the server lets a token for metrics use no other endpoint', async () => {
  const given = { faultId: 'f', bookingId: '1', body: {} };
  for (const [name, { path, access }] of endpoints)
    if (access !== 'open' && path !== '/metrics')
      expect((await metrics.refused(name, sendable(name, given))).status, name).toBe(403);
});

it('the server names the sandbox of a credential, token or managerId only to clients of the same namespace', async () => {
  const { identity } = supplier.sandboxes.require('team-a.hidden');
  const call = async (id: string) => {
    const client = clientOf(supplier, { of: 'team-a.hidden', at: id });
    const { text } = await client.call('hotel.search', {});
    const mcp = await supplier.fetch(`http://supplier.test/sandbox/${id}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${identity.mcpToken}` },
    });
    return text + (await mcp.text());
  };
  await teamA.ask('createSandbox', { body: { id: 'team-a.second' } });
  expect((await call('team-a.second')).match(/belongs to sandbox .{0,2}team-a\.hidden/g)).toHaveLength(2);
  expect(await call('team-b.own')).not.toContain('team-a');
  await teamA.ask('deleteSandbox', { id: 'team-a.second' });
});

const calls = story as unknown as SampleCall[]; // the generator has written this type

/** Returns a client that calls a sandbox with the credential and the static token of another sandbox. */
function clientOf(supplier: MockSupplier, { of, at }: { of: string; at: string }) {
  const { credentials, staticToken, managerId } = supplier.sandboxes.require(of).identity;
  return createHotelClient(supplier.fetch, {
    baseUrl: `http://supplier.test/sandbox/${at}`,
    credential: credentials[0] ?? { Username: '', Password: '' },
    staticAccess: { token: staticToken, managerId },
  });
}

/** Returns the state of a sandbox that calls of other sandboxes must not change. The journal records refused calls. */
function stateOf(supplier: MockSupplier, id: string): unknown {
  const { store, faults, plays, closed } = supplier.sandboxes.require(id).dump();
  return { store, faults, plays, closed };
}

it.each(operationIds)('a client of another namespace gets and changes nothing with %s', async operation => {
  const supplier = createTestSupplier();
  for (const id of ['team-a.hidden', 'team-b.own']) supplier.sandboxes.create({ id });
  const owner = clientOf(supplier, { of: 'team-a.hidden', at: 'team-a.hidden' });
  const isStatic = operations[operation].base === 'commons';
  let tried = 0;
  const answer = await playThrough(operation, {
    story: calls,
    now: testStart,
    async call(id: OperationId, request: object) {
      if (id === operation) {
        tried += 1;
        const before = stateOf(supplier, 'team-a.hidden');
        // The address of the other sandbox with the own credential.
        const refused = await clientOf(supplier, { of: 'team-b.own', at: 'team-a.hidden' }).call(id, request);
        expect(refused.status, refused.text).toBe(401);
        expect(refused.text.replaceAll('team-a.hidden', 'the id that was sent')).not.toContain('team-a');
        // The ids and tokens of the other sandbox in the own sandbox. Searches and static data need no such value.
        const own = await clientOf(supplier, { of: 'team-b.own', at: 'team-b.own' }).call(id, request);
        const isOpen = isStatic || id.endsWith('.search') || /^getBooking(?:List)?$/.test(id);
        expect([own.status === 200, own.text.includes('team-a')], own.text).toEqual([isOpen, false]);
        if (id.startsWith('getBooking')) expect(Object(own.body).Bookings ?? []).toEqual([]);
        expect(stateOf(supplier, 'team-a.hidden')).toEqual(before);
      }
      const { status, text, body } = await owner.call(id, request);
      expect(status, text).toBe(200);
      return body;
    },
  });
  expect([tried, answer]).toEqual([1, expect.any(Object)]);
});
