import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SortedList } from '#mock-server/clock/sorted-list';

it('a sorted list returns its items in order, equal items in the order of their addition, also after removals', () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 });
  fc.assert(
    fc.property(ranks, fc.array(fc.nat(70)), (given, out) => {
      const list = new SortedList<{ rank: number }>((a, b) => a.rank - b.rank);
      const items = given.map(rank => ({ rank }));
      for (const item of items) list.add(item);
      const gone = new Set(out.map(index => items[index] ?? { rank: 0 }));
      for (const item of gone) list.remove(item);
      const left = items.filter(item => !gone.has(item)).sort((a, b) => a.rank - b.rank);
      expect([list.all, list.size, list.first]).toEqual([left, left.length, left[0]]);
      for (const item of left) expect(list.takeFirst()).toBe(item);
      expect(list.takeFirst()).toBeUndefined();
    }),
    { seed: 1 },
  );
});
