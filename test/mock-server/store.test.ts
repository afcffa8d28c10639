import { expect, it, vi } from 'vitest';
import { runAtOnce } from '#mock-server/clock/index';
import { collectRest } from '#mock-server/store/collect-rest';
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
  runAtOnce(setShared('["demo","a"]', ['4', '1']));
  runAtOnce(setShared('["demo","b"]', ['2', '3']));
  const walk = vi.spyOn(Map.prototype, Symbol.iterator);
  const found = [...(shared().shared ?? [])];
  const walks = walk.mock.calls.length;
  walk.mockRestore();
  expect(found).toEqual([
    ['["demo","a"]', ['4', '1']],
    ['["demo","b"]', ['2', '3']],
  ]);
  expect(walks).toBe(0);
});

it('reads its parts beside the bookings step by step, as they are when the reading begins', () => {
  const store = createMemoryStore();
  const fill = (id: string, at: number) => {
    store.saveBooking(record(id, { reference: 'same' }), true);
    store.addDue({ at, bookingId: id, serviceId: `${id}-1`, plan: 0, status: 'confirmed' });
    store.addBooked(`room ${id}`, 1);
    store.addBooked('room', 1);
    store.countUp(at);
  };
  for (const [index, id] of ['1', '2', '3'].entries()) fill(id, 30 - index);
  const { bookings, ...before } = store.dump();
  const reading = store.readRest();
  fill('4', 1);
  store.takeDue(28);
  store.addBooked('room 1', -1);
  expect(runAtOnce(collectRest(reading))).toEqual(before);
  expect(before.due.map(({ at }) => at)).toEqual([28, 29, 30]);
  expect(before.booked).toEqual([
    ['room 1', 1],
    ['room', 3],
    ['room 2', 1],
    ['room 3', 1],
  ]);
  expect(before.shared).toEqual([['["demo","same"]', ['1', '2', '3']]]);
  expect(bookings).toHaveLength(3);
});

it('loads a reference of many bookings in one step for each booking', () => {
  const store = createMemoryStore();
  const ids = Array.from({ length: 50 }, (_, index) => String(index));
  const shared: [string, string[]][] = [['["demo","same"]', ids.toReversed()]];
  const bookings = ids.map(id => record(id, { reference: 'same' }));
  const steps = [...store.load({ bookings, shared, tokens: [], counts: [], due: [], booked: [] })];
  expect(steps.length).toBeGreaterThanOrEqual(2 * ids.length);
  expect(store.dump().shared).toEqual(shared);
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
