import { expect, it } from 'vitest';
import { createMockSupplier, type SandboxState } from '#mock-server';
import { Snapshots } from '#mock-server/control/snapshots';

/** Returns a state whose journal holds a text of the given length. */
function stateWith(characters: number, id = 'default'): SandboxState {
  const { identity, ...state } = createMockSupplier().sandboxes.require('default').dump();
  return {
    ...state,
    identity: { ...identity, id },
    journal: { next: 2, facts: [[1, 'x'.repeat(characters)]], bodies: [] },
  };
}

it('keeps as many snapshots as are allowed, the oldest given up first', () => {
  const snapshots = new Snapshots({ count: 2, bytes: 1_000_000 });
  const ids = [1, 2, 3].map(() => snapshots.add(stateWith(10), 10));
  expect(ids).toEqual(['snapshot-1', 'snapshot-2', 'snapshot-3']);
  expect(() => snapshots.require('snapshot-1', 'admin')).toThrow('no snapshot "snapshot-1"');
  expect(snapshots.require('snapshot-2', 'admin').format).toBe('understudy-sandbox');
});

it('drops old snapshots for the size of new ones, and keeps the newest at any size', () => {
  const snapshots = new Snapshots({ count: 100, bytes: 100_000 });
  for (const characters of [40_000, 40_000, 40_000]) snapshots.add(stateWith(characters), characters);
  expect(() => snapshots.require('snapshot-1', 'admin')).toThrow('no snapshot');
  expect(snapshots.require('snapshot-2', 'admin').journal.facts).toHaveLength(1);
  snapshots.add(stateWith(200_000), 200_000);
  expect(() => snapshots.require('snapshot-3', 'admin')).toThrow('no snapshot');
  expect(snapshots.require('snapshot-4', 'admin').journal.facts).toHaveLength(1);
});

it('has one limit for the size of all namespaces, and drops from the namespace with the largest snapshots', () => {
  const snapshots = new Snapshots({ count: 100, bytes: 100_000 });
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

it('drops the snapshots of a namespace with its last sandbox, and uses no id twice', async () => {
  const supplier = createMockSupplier();
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method };
    const answer = await supplier.fetch(`http://supplier.test/_control/sandboxes${path}`, init);
    return { status: answer.status, text: await answer.text() };
  };
  await call('POST', '', { id: 'a.one' });
  expect((await call('POST', '/a.one/snapshots')).text).toContain('"a.snapshot-1"');
  await call('DELETE', '/a.one');
  const { status, text } = await call('POST', '', { id: 'a.two', from: 'a.snapshot-1' });
  expect([status, text]).toEqual([404, expect.stringContaining('no snapshot')]);
  await call('POST', '', { id: 'a.two' });
  expect((await call('POST', '/a.two/snapshots')).text).toContain('"a.snapshot-2"');
});
