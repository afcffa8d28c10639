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

it('does not collect the ids of more bookings than an index is used for', () => {
  const store = createMemoryStore();
  for (let id = 0; id < 3_000; id += 1)
    store.saveBooking(record(String(id), { start: `2026-12-${10 + (id % 10)}` }), true);
  const flat = vi.spyOn(Array.prototype, 'flat');
  const count = (query: Partial<ListQuery>) => [...store.list({ owner: 'demo', ...query })].length;
  const counts = [
    count({ startFrom: '2026-12-11', startTo: '2026-12-19' }),
    flat.mock.calls.length,
    count({ startFrom: '2026-12-14' }),
    flat.mock.calls.length,
  ];
  flat.mockRestore();
  expect(counts).toEqual([3_000, 0, 1_800, 1]);
});
