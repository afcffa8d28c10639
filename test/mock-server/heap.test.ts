import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeap } from '#mock-server/heap';

interface Item {
  rank: number;
  order: number;
  place: number;
}

const inOrder = (a: Item, b: Item) => a.rank - b.rank || a.order - b.order;
const ranks = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 });
const itemsOf = (given: readonly number[]): Item[] => given.map((rank, order) => ({ rank, order, place: 0 }));

describe('a heap', () => {
  it('returns its items in order, also after some were removed from the middle', () => {
    fc.assert(
      fc.property(ranks, fc.array(fc.nat(100)), (given, out) => {
        const heap = createHeap(inOrder);
        const items = itemsOf(given);
        for (const item of items) heap.push(item);
        const gone = new Set(out.flatMap(index => items[index] ?? []));
        for (const item of gone) expect(heap.remove(item)).toBe(true);
        const left = items.filter(item => !gone.has(item)).sort(inOrder);
        expect([...heap.inOrder()]).toEqual(left);
        expect(heap.peek()).toBe(left[0]);
        for (const item of left) expect(heap.pop()).toBe(item);
        expect(heap.size).toBe(0);
      }),
      { seed: 1 },
    );
  });

  it('returns an iterator of its items at the call, which does not see later changes', () => {
    fc.assert(
      fc.property(ranks, fc.array(fc.nat(100)), (given, out) => {
        const heap = createHeap(inOrder);
        const items = itemsOf(given);
        for (const item of items) heap.push(item);
        const expected = items.toSorted(inOrder);
        const iterator = heap.inOrder();
        const seen = [iterator.next().value];
        for (const index of out) {
          const item = items[index];
          if (item && !heap.remove(item)) heap.push(item);
          else if (!item) heap.pop();
          seen.push(iterator.next().value);
        }
        heap.push({ rank: -1, order: 0, place: 0 });
        seen.push(...iterator);
        expect(seen.filter(item => item !== undefined)).toEqual(expected);
      }),
      { seed: 1 },
    );
  });

  it('says that an item is not in it, also when it was taken out before', () => {
    const heap = createHeap(inOrder);
    const item = { rank: 1, order: 1, place: 0 };
    expect(heap.remove(item)).toBe(false);
    heap.push(item);
    heap.pop();
    expect(heap.remove(item)).toBe(false);
    heap.push({ rank: 1, order: 2, place: 0 });
    expect([heap.remove(item), heap.size]).toEqual([false, 1]);
  });

  it('refuses the same object twice, and takes it again after it was removed', () => {
    fc.assert(
      fc.property(ranks, fc.nat(60), (given, index) => {
        const heap = createHeap(inOrder);
        const items = itemsOf(given);
        for (const item of items) heap.push(item);
        const item = items[index];
        if (!item) return;
        expect(() => heap.push(item)).toThrow('already in the heap');
        heap.remove(item);
        heap.push(item);
        expect([...heap.inOrder()]).toEqual(items.toSorted(inOrder));
      }),
      { seed: 1 },
    );
  });
});
