import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '#mock-server/store/memory';
import { createBookingTable } from '#mock-server/store/memory-bookings';
import type { ListQuery } from '#mock-server/store/store';
import { describeStore, record } from '../suites/store-suite.ts';

describeStore('memory', createMemoryStore);

/** Counts the bookings that the store in memory reads until the caller stops reading. */
function readsFor(query: Partial<ListQuery>, enough: number): number {
  const store = createMemoryStore();
  for (let id = 0; id < 100; id += 1)
    store.saveBooking(record(String(id), { reference: 'a', confirmation: 'HCN1', updatedAt: id }), true);
  for (let id = 100; id < 200; id += 1) store.saveBooking(record(String(id), { owner: 'other' }), true);
  const read = vi.spyOn(JSON, 'parse');
  let taken = 0;
  for (const _ of store.list({ owner: 'demo', ...query })) if (++taken >= enough) break;
  const reads = read.mock.calls.length;
  read.mockRestore();
  return reads;
}

it.each<Partial<ListQuery>>([
  {},
  { reference: 'a' },
  { confirmation: 'HCN1' },
  { startFrom: '2026-12-10' },
  { ids: ['7', '150', '9'] },
])('reads no more bookings for a list by %j than are requested, and none of other owners', query => {
  expect(readsFor(query, 1)).toBe(1);
});

it('reads at most one booking that changed before the listed ones', () => {
  expect(readsFor({ updatedFrom: 90 }, 1_000)).toBe(11);
});

it('finds the shared references of an export without a walk over all references, in the order of an import', () => {
  const { load, setShared, shared } = createBookingTable({});
  for (const id of ['1', '2', '3', '4', '5'])
    load(record(id, { reference: { 1: 'a', 2: 'b', 3: 'b', 4: 'a' }[id] ?? id }));
  setShared('["demo","a"]', ['4', '1']);
  setShared('["demo","b"]', ['2', '3']);
  const walk = vi.spyOn(Map.prototype, Symbol.iterator);
  const found = shared();
  const walks = walk.mock.calls.length;
  walk.mockRestore();
  expect(found.shared).toEqual([
    ['["demo","a"]', ['4', '1']],
    ['["demo","b"]', ['2', '3']],
  ]);
  expect(walks).toBe(0);
});
