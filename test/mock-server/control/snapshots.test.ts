import { expect, it } from 'vitest';
import { createMockSupplier, readStart, type SandboxState } from '#mock-server';
import { Snapshots } from '#mock-server/control/snapshots';
import { startSupplier } from '../hotel-client.ts';
import { createMemoryStore, type MemoryStore } from '../store/memory-store.ts';

function stateWith(characters: number, id = 'default'): SandboxState {
  const { identity, ...state } = createMockSupplier().sandboxes.require('default').dump();
  return {
    ...state,
    identity: { ...identity, id },
    journal: {
      next: 2,
      calls: [{ number: 1, operation: null, text: 'x'.repeat(characters), hasBodies: false }],
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
async function startWith(keeper: MemoryStore, sandbox: string) {
  const { control } = startSupplier({ store: await readStart(keeper) });
  await control.ask('putSandbox', { id: sandbox });
  return { control, id: (await control.ask('takeSnapshot', { id: sandbox })).body.id };
}

it('the server gives a snapshot an id that no other process with the same durable store uses', async () => {
  const keeper = createMemoryStore();
  const [before, after] = [await startWith(keeper, 'one'), await startWith(keeper, 'two')];
  for (const { id } of [before, after]) expect(id).toMatch(/^snapshot-[0-9a-f]{8}-1$/);
  expect(after.id).not.toBe(before.id);
  const { status, message } = await after.control.refused('createSandbox', { body: { from: before.id } });
  expect([status, message]).toEqual([404, expect.not.stringContaining('other servers')]);
});

it('the server says in a shared store that the snapshot is on the server that took it', async () => {
  const keeper = createMemoryStore(true);
  const [one, other] = [await startWith(keeper, 'one'), await startWith(keeper, 'two')];
  const { message } = await other.control.refused('createSandbox', { body: { from: one.id } });
  expect(message).toContain('so send this request to the server that took it');
  expect((await one.control.ask('createSandbox', { body: { from: one.id } })).status).toBe(201);
});
