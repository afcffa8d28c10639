import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeap } from '#mock-server/heap';

interface Item {
  rank: number;
  order: number;
}

const inOrder = (a: Item, b: Item) => a.rank - b.rank || a.order - b.order;
const ranks = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 });

describe('a heap', () => {
  it('is empty at first', () => {
    const heap = createHeap(inOrder);
    expect([heap.size, heap.peek(), heap.pop(), heap.inOrder()]).toEqual([0, undefined, undefined, []]);
  });

  it('returns its items in order, also after some were removed from the middle', () => {
    fc.assert(
      fc.property(ranks, fc.array(fc.nat(100)), (given, out) => {
        const heap = createHeap(inOrder);
        const items = given.map((rank, order) => ({ rank, order }));
        for (const item of items) heap.push(item);
        const gone = new Set(out.flatMap(index => items[index] ?? []));
        for (const item of gone) expect(heap.remove(item)).toBe(true);
        const left = items.filter(item => !gone.has(item)).sort(inOrder);
        expect(heap.inOrder()).toEqual(left);
        expect(heap.peek()).toBe(left[0]);
        for (const item of left) expect(heap.pop()).toBe(item);
        expect(heap.size).toBe(0);
      }),
      { seed: 1 },
    );
  });

  it('says that an item is not in it, also when it was taken out before', () => {
    const heap = createHeap(inOrder);
    const item = { rank: 1, order: 1 };
    expect(heap.remove(item)).toBe(false);
    heap.push(item);
    heap.pop();
    expect(heap.remove(item)).toBe(false);
  });

  it('refuses the same object twice', () => {
    const heap = createHeap(inOrder);
    const item = { rank: 1, order: 1 };
    heap.push(item);
    expect(() => heap.push(item)).toThrow('already in the heap');
  });
});
