import { expect, it } from 'vitest';
import { ShardedMap } from '#mock-server/store/sharded-map';

it('has the entries of a Map with the same keys', () => {
  const map = new ShardedMap<number>();
  const same = new Map<string, number>();
  for (let index = 0; index < 5_000; index += 1) {
    const key = `booking ${(index * 7) % 3_000}`;
    map.set(key, index);
    same.set(key, index);
  }
  expect(map.size).toBe(3_000);
  expect([...map.keys()].map(key => [key, map.get(key)]).toSorted()).toEqual([...same].toSorted());
  expect([map.has('booking 2999'), map.has('booking 3000')]).toEqual([true, false]);
  expect(map.get('booking 3000')).toBeUndefined();
  for (const key of ['booking 2999', 'booking 2999', 'booking 3000']) map.delete(key);
  expect([map.size, map.has('booking 2999')]).toEqual([2_999, false]);
});
