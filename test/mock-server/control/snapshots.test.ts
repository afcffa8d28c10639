import { expect, it } from 'vitest';
import { createMockSupplier, type SandboxState } from '#mock-server';
import { Snapshots } from '#mock-server/control/snapshots';

/** Returns a state whose journal holds a text of the given length. */
function stateWith(characters: number): SandboxState {
  const state = createMockSupplier().sandboxes.require('default').dump();
  return { ...state, journal: { next: 2, facts: [[1, 'x'.repeat(characters)]], bodies: [] } };
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
