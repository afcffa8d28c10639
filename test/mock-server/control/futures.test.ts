import { describe, expect, it } from 'vitest';
import type { SandboxView } from '#contracts/control';
import { createMockSupplier, readStart, type SandboxState } from '#mock-server';
import { Snapshots } from '#mock-server/control/snapshots';
import { bookOnRequest, createHotelClient, startSupplier, testCriteria } from '../hotel-client.ts';
import { createTestStore, type TestStore } from '../store/test-store.ts';
import type { Fetch } from './control-client.ts';

const clock = { mode: 'manual', start: '2026-11-20T10:00:00Z' };
const criteria = { Criteria: { ...testCriteria, ReturnOnRequestRooms: true } };

/** Creates a sandbox with one OnRequest booking and one Search whose Token is still valid. */
async function startMidway() {
  const { fetch, control } = startSupplier();
  const { body: origin } = await control.ask('createSandbox', { body: { id: 'origin', seed: 9, clock } });
  const client = createHotelClient(fetch, origin);
  const { BookingId: bookingId } = await bookOnRequest(client);
  const search = await client.search();
  const { body: snapshot } = await control.ask('takeSnapshot', origin);
  const file = await (await control.send('exportSandbox', origin)).text();
  return { fetch, control, origin, bookingId, search, snapshot, file };
}

/** Continues from that state, and returns every answer byte for byte. */
async function playOn(fetch: Fetch, sandbox: SandboxView, from: Awaited<ReturnType<typeof startMidway>>) {
  const { control, bookingId, search } = from;
  const client = createHotelClient(fetch, sandbox);
  const texts: string[] = [];
  const note = async (answer: Promise<{ text: string }>) => texts.push((await answer).text);
  const conditions = await client.conditions(search);
  texts.push(JSON.stringify([conditions, await client.book(conditions)]));
  await note(client.call('hotel.search', criteria));
  await control.ask('advanceClock', { id: sandbox.id, body: { by: 'PT25M' } });
  await note(client.call('getBookingDetail', { BookingId: bookingId }));
  await note(client.call('getBookingList', {}));
  await note(client.call('hotel.getBookingConditions', { Token: search.Token, HotelId: 1, RoomIds: ['1'] }));
  return texts;
}

describe('a fork', () => {
  it('continues with the tokens, bookings, credential and clock of its snapshot, byte for byte', async () => {
    const midway = await startMidway();
    const { fetch, control, origin, snapshot } = midway;
    const { body: fork } = await control.ask('createSandbox', { body: { from: snapshot.id } });
    const { id, baseUrl, commonsUrl, mcpUrl, createdAt: _, ...rest } = fork;
    expect([id === origin.id, baseUrl]).toEqual([false, `http://supplier.test/sandbox/${id}`]);
    expect((await control.ask('getSandbox', origin)).body).toMatchObject(rest);
    const texts = await playOn(fetch, origin, midway);
    expect(await playOn(fetch, fork, midway)).toEqual(texts);
    expect(texts.join()).toContain('CONFIRMED');
  });

  it('has a future of its own, and the snapshot stays as it was', async () => {
    const { fetch, control, origin, bookingId, snapshot } = await startMidway();
    const { body: one } = await control.ask('createSandbox', { body: { from: snapshot.id } });
    await createHotelClient(fetch, one).cancel(bookingId);
    const { body: other } = await control.ask('putSandbox', { id: 'other', body: { from: snapshot.id } });
    await control.ask('advanceClock', { id: other.id, body: { by: 'PT20M' } });
    const seen = [];
    for (const sandbox of [one, other, origin])
      seen.push((await createHotelClient(fetch, sandbox).detail(bookingId)).Booking?.bookingStatus);
    expect(seen).toEqual(['Cancelled', 'CONFIRMED', 'PENDING']);
  });

  it('under an id is found there again, but not as the fork of another snapshot', async () => {
    const { control, origin, snapshot: first } = await startMidway();
    const { body: second } = await control.ask('takeSnapshot', origin);
    const put = { id: 'fork', body: { from: first.id } };
    expect((await control.ask('putSandbox', put)).status).toBe(201);
    expect((await control.ask('putSandbox', put)).status).toBe(200);
    expect(await control.brief('putSandbox', { ...put, body: { from: second.id } })).toBe('409 from');
  });

  it('takes nothing that its snapshot decides', async () => {
    const { control, snapshot } = await startMidway();
    const body = { from: snapshot.id, seed: 1, clock };
    expect(await control.brief('createSandbox', { body })).toBe('400 seed clock');
  });

  it('needs an existing snapshot: the server keeps the last 100', async () => {
    const { control } = startSupplier();
    const ids: string[] = [];
    for (let count = 0; count < 101; count += 1) ids.push((await control.ask('takeSnapshot')).body.id);
    const [oldest = '', next = ''] = ids;
    const { status, message } = await control.refused('createSandbox', { body: { from: oldest } });
    expect([status, message]).toEqual([404, expect.stringContaining(`"${oldest}"`)]);
    expect((await control.ask('createSandbox', { body: { from: next } })).status).toBe(201);
  });
});

describe('an export', () => {
  it('is imported by another server, which continues the same, byte for byte', async () => {
    const midway = await startMidway();
    const { fetch, file, origin } = midway;
    const { fetch: otherFetch, control } = startSupplier();
    const { status, body: imported } = await control.ask('importSandbox', { body: file });
    expect([status, imported.id]).toEqual([201, 'origin']);
    expect(await (await control.send('exportSandbox', imported)).text()).toBe(file);
    const texts = await playOn(fetch, origin, midway);
    expect(await playOn(otherFetch, imported, { ...midway, control })).toEqual(texts);
    const exchangesOf = async ({ ask }: typeof control) =>
      JSON.stringify((await ask('listExchanges', origin)).body).replaceAll(/"real":[\d.]+/g, '');
    expect(await exchangesOf(control)).toBe(await exchangesOf(midway.control));
  });

  it('is imported under another id where its own is taken', async () => {
    const { control, file } = await startMidway();
    expect((await control.refused('importSandbox', { body: file })).status).toBe(409);
    const { body } = await control.ask('importSandbox', { body: file, query: '?id=copy' });
    expect([body.id, body.bookings]).toEqual(['copy', 1]);
    expect(await control.brief('importSandbox', { body: file, query: '?id=A' })).toBe('400 id');
  });

  it('may be larger than other bodies', async () => {
    const { control } = startSupplier();
    const state = await (await control.send('exportSandbox')).json();
    const body = { ...state, note: 'x'.repeat(2_000_000) };
    expect((await control.ask('importSandbox', { body, query: '?id=large' })).status).toBe(201);
  });

  it('is refused with a hint if another version wrote it, and if a text follows it', async () => {
    const { control } = startSupplier();
    const text = await (await control.send('exportSandbox')).text();
    const messageFor = async (body: string) =>
      (await control.refused('importSandbox', { body, query: '?id=x' })).message;
    for (const other of ['"version":1', '"version":3'])
      expect(await messageFor(text.replace('"version":2', other))).toMatch(
        /^version: expected 2; import the file with the version of this package that exported it/,
      );
    expect(await messageFor(`${text} x`)).toMatch(/^the body is not JSON: /);
  });

  it.each([
    ['format', { format: 'har' }],
    ['checksum', { checksum: '0' }],
    ['checksum', { state: {} }],
    ['start.clock.scale', { start: { clock: { mode: 'scaled' } } }],
  ])('is refused with the field %s named where that is wrong', async (field, change) => {
    const { control } = startSupplier();
    const state = await (await control.send('exportSandbox')).json();
    const brief = await control.brief('importSandbox', { body: { ...state, ...change }, query: '?id=x' });
    expect(brief.split(' ')).toEqual(expect.arrayContaining(['400', field]));
  });
});

function stateWith(characters: number, id = 'default'): SandboxState {
  const { identity, ...state } = createMockSupplier().sandboxes.require('default').dump();
  return {
    ...state,
    identity: { ...identity, id },
    journal: {
      next: 2,
      calls: [{ number: 1, operation: null, head: 'x'.repeat(characters), bodies: undefined }],
    },
  };
}

it('the server drops old snapshots for the size of new ones, and keeps the newest at any size', () => {
  const snapshots = new Snapshots(undefined, { count: 100, bytes: 100_000 });
  for (const characters of [40_000, 40_000, 40_000]) snapshots.add(stateWith(characters), characters);
  expect(() => snapshots.require('snapshot-1', 'admin')).toThrow('no snapshot');
  expect(snapshots.require('snapshot-2', 'admin').journal.calls).toHaveLength(1);
  snapshots.add(stateWith(200_000), 200_000);
  expect(() => snapshots.require('snapshot-3', 'admin')).toThrow('no snapshot');
  expect(snapshots.require('snapshot-4', 'admin').journal.calls).toHaveLength(1);
});

it('the server has one limit for the size of all namespaces, and drops from the namespace with the largest snapshots', () => {
  const snapshots = new Snapshots(undefined, { count: 100, bytes: 100_000 });
  for (const [id, bytes] of [
    ['a.one', 20_000],
    ['b.one', 40_000],
    ['b.two', 30_000],
    ['c.one', 30_000],
  ] as const)
    snapshots.add(stateWith(10, id), bytes);
  expect(() => snapshots.require('b.snapshot-1', 'admin')).toThrow('no snapshot');
  for (const id of ['a.snapshot-1', 'b.snapshot-2', 'c.snapshot-1'])
    expect(snapshots.require(id, 'admin').format).toBe('understudy-sandbox');
});

it('the server drops the snapshots of a namespace with its last sandbox, and uses no id twice', async () => {
  const { control } = startSupplier();
  await control.ask('createSandbox', { body: { id: 'a.one' } });
  expect((await control.ask('takeSnapshot', { id: 'a.one' })).body.id).toBe('a.snapshot-1');
  await control.ask('deleteSandbox', { id: 'a.one' });
  const late = { body: { id: 'a.two', from: 'a.snapshot-1' } };
  const { status, message } = await control.refused('createSandbox', late);
  expect([status, message]).toEqual([404, expect.stringContaining('no snapshot')]);
  expect(message).toContain('the snapshots of a namespace end with its last sandbox; all snapshots end with');
  await control.ask('createSandbox', { body: { id: 'a.two' } });
  expect((await control.ask('takeSnapshot', { id: 'a.two' })).body.id).toBe('a.snapshot-2');
});

/** Starts a server with a store. Returns a client of its control API, and the id of a snapshot of a new sandbox. */
async function startWith(keeper: TestStore, sandbox: string) {
  const { control } = startSupplier({ store: await readStart(keeper) });
  await control.ask('putSandbox', { id: sandbox });
  return { control, id: (await control.ask('takeSnapshot', { id: sandbox })).body.id };
}

it('the server gives a snapshot an id that no other process with the same durable store uses', async () => {
  const keeper = await createTestStore();
  const [before, after] = [await startWith(keeper, 'one'), await startWith(keeper, 'two')];
  for (const { id } of [before, after]) expect(id).toMatch(/^snapshot-[0-9a-f]{8}-1$/);
  expect(after.id).not.toBe(before.id);
  const { status, message } = await after.control.refused('createSandbox', { body: { from: before.id } });
  expect([status, message]).toEqual([404, expect.not.stringContaining('other servers')]);
});

it('the server says in a shared store that the snapshot is on the server that took it', async () => {
  const keeper = await createTestStore(true);
  const [one, other] = [await startWith(keeper, 'one'), await startWith(keeper, 'two')];
  const { message } = await other.control.refused('createSandbox', { body: { from: one.id } });
  expect(message).toContain('so send this request to the server that took it');
  expect((await one.control.ask('createSandbox', { body: { from: one.id } })).status).toBe(201);
});
