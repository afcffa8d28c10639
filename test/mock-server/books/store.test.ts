import { expect, it, vi } from 'vitest';
import { type ListQuery, MemoryStore } from '#mock-server/books/records/memory';
import { describeStore, record } from './store-suite.ts';

describeStore('memory', state => new MemoryStore(state));

/** Counts the bookings that the store in memory reads until the caller stops reading. */
function readsFor(query: Partial<ListQuery>, enough: number): number {
  const store = new MemoryStore();
  for (let id = 0; id < 100; id += 1)
    store.saveBooking(record(String(id), { reference: 'a', updatedAt: id }), true);
  for (let id = 100; id < 200; id += 1) store.saveBooking(record(String(id), { owner: 'other' }), true);
  const read = vi.spyOn(JSON, 'parse');
  let taken = 0;
  for (const _ of store.list({ owner: 'demo', ...query })) if (++taken >= enough) break;
  const reads = read.mock.calls.length;
  read.mockRestore();
  return reads;
}

it.each<Partial<ListQuery>>([{}, { reference: 'a' }, { ids: ['7', '150', '9'] }])(
  'the store in memory reads no more bookings for a list by %j than are requested, and none of other owners',
  query => {
    expect(readsFor(query, 1)).toBe(1);
  },
);

it('the store in memory reads at most one booking that changed before the listed ones', () => {
  expect(readsFor({ updatedFrom: 90 }, 1_000)).toBe(11);
});
