import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OrderedMap } from '#mock-server/store/ordered-map';

const change = fc.record({ key: fc.nat(20), value: fc.option(fc.nat(), { nil: undefined }) });

it('has the entries and the order of a Map, and its iterators do not see later changes', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), fc.nat(80), (changes, moment) => {
      const map = new OrderedMap<number>();
      const same = new Map<string, number>();
      let before: [Iterable<[string, number]>, [string, number][]] = [map.entries(), []];
      for (const [index, { key, value }] of changes.entries()) {
        if (index === moment) before = [map.entries(), [...same]];
        const name = `unit ${key}`;
        if (value === undefined) map.delete(name);
        else map.set(name, value);
        if (value === undefined) same.delete(name);
        else same.set(name, value);
        expect([map.size, map.get(name)]).toEqual([same.size, same.get(name)]);
      }
      expect([...map.entries()]).toEqual([...same]);
      const [iterator, expected] = before;
      expect([...iterator]).toEqual(expected);
    }),
    { seed: 1 },
  );
});
