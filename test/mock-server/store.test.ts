import { expect, it, vi } from 'vitest';
import { runAtOnce } from '#mock-server/clock/index';
import { collectRest } from '#mock-server/store/collect-rest';
import { createMemoryStore } from '#mock-server/store/memory';
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
