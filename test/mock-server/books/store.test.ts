import { describe, expect, it, vi } from 'vitest';
import { type ListQuery, MemoryStore } from '#mock-server/books/records/memory';
import type { BookingRecord } from '#mock-server/books/records/records';

const record = (
  id: string,
  { reference, ...rest }: Partial<BookingRecord> & { reference?: string } = {},
): BookingRecord => {
  const service = { truth: 'confirmed', units: ['1-a-0'], ...(reference !== undefined && { reference }) };
  return { id, owner: 'demo', updatedAt: 0, services: [service], ...rest } as unknown as BookingRecord; // the rest is not read
};

const ids = (store: MemoryStore, query: Partial<ListQuery> = {}) =>
  [...store.list({ owner: 'demo', ...query })].map(booking => booking.id);

describe('the memory store', () => {
  it('gives a booking back as it was saved, whatever the caller does with it later, and nothing for an unknown id', () => {
    const store = new MemoryStore();
    const booking = record('1');
    store.saveBooking(booking, true);
    booking.owner = 'other';
    expect(store.booking('1')).toEqual(record('1'));
    expect([store.booking('2'), store.bookingCount]).toEqual([undefined, 1]);
  });

  it('lists the last changed first; a save that is no change keeps the place', () => {
    const store = new MemoryStore();
    for (const id of ['1', '2', '3']) store.saveBooking(record(id), true);
    store.saveBooking(record('1'), true);
    store.saveBooking(record('2'), false);
    expect(ids(store)).toEqual(['1', '3', '2']);
  });

  it('keeps the order over thousands of changes', () => {
    const store = new MemoryStore();
    for (const id of ['1', '2', '3']) store.saveBooking(record(id), true);
    for (let count = 0; count < 3_000; count += 1) store.saveBooking(record(String((count % 3) + 1)), true);
    expect(ids(store)).toEqual(['3', '2', '1']);
  });

  it('lists by owner, ids and reference', () => {
    const store = new MemoryStore();
    store.saveBooking(record('1', { reference: 'a' }), true);
    store.saveBooking(record('2', { reference: 'a' }), true);
    store.saveBooking(record('3'), true);
    store.saveBooking(record('4', { owner: 'other', reference: 'a' }), true);
    expect(ids(store)).toEqual(['3', '2', '1']);
    expect(ids(store, { ids: ['1', '4', '9', '3', '3'] })).toEqual(['3', '1']);
    expect(ids(store, { reference: 'a' })).toEqual(['2', '1']);
    expect(store.idByReference('demo', 'a')).toBe('2');
    expect(store.idByReference('demo', 'b')).toBeUndefined();
  });

  it('keeps credentials and references apart whatever characters they have', () => {
    const store = new MemoryStore();
    store.saveBooking(record('1', { owner: 'a', reference: 'b c' }), true);
    store.saveBooking(record('2', { owner: 'a b', reference: 'c' }), true);
    expect([store.idByReference('a', 'b c'), store.idByReference('a b', 'c')]).toEqual(['1', '2']);
  });

  it('lists from the last change back to an instant', () => {
    const store = new MemoryStore();
    for (const updatedAt of [10, 20, 30, 40])
      store.saveBooking(record(String(updatedAt), { updatedAt, reference: 'a' }), true);
    expect(ids(store, { updatedFrom: 30 })).toEqual(['40', '30']);
    expect(ids(store, { updatedFrom: 30, reference: 'a' })).toEqual(['40', '30']);
  });

  it('keeps tokens, and forgets the oldest a generation at a time', () => {
    const store = new MemoryStore();
    const token = { step: 'search', product: 'hotel', owner: 'demo', issuedAt: 1, criteria: '{}' } as const;
    store.saveToken('S1', token);
    store.saveToken('S1', { ...token, consumedAt: 2 });
    expect(store.token('S1')).toEqual({ ...token, consumedAt: 2 });
    expect(store.token('S2')).toBeUndefined();
    for (let count = 0; count < 200_000; count += 1) store.saveToken(`C${count}`, token);
    expect(store.token('S1')).toBeUndefined();
    expect(store.token('C199999')).toEqual(token);
  });

  it('gives rows in the order they are due, and in the order they were added where that is the same', () => {
    const store = new MemoryStore();
    const row = (at: number, serviceId: string) =>
      store.addDue({ at, bookingId: '1', serviceId, plan: 0, status: 'confirmed' });
    row(30, 'c');
    row(10, 'a');
    row(10, 'b');
    expect(store.nextDue()).toBe(10);
    expect(store.takeDue(9)).toBeUndefined();
    const taken = [store.takeDue(20), store.takeDue(20), store.takeDue(20)];
    expect(taken.map(entry => entry?.serviceId)).toEqual(['a', 'b', undefined]);
    expect(store.nextDue()).toBe(30);
  });
});

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
