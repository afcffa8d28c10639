import { expect, it } from 'vitest';
import { IdList } from '#mock-server/sandboxes/id-list';
import { hash32 } from '#mock-server/seed';

/** Returns an id that the seed decides. */
const idOf = (step: number): string => `s${hash32(`id ${step}`) % 3_000}`;

it('keeps thousands of ids in alphabetical order while ids are added and removed', () => {
  const known = new Set<string>();
  const list = new IdList(id => known.has(id));
  for (let step = 0; step < 8_000; step += 1) {
    const id = idOf(step);
    const isAdded = hash32(`add ${step}`) % 4 > 0;
    if (isAdded) known.add(id);
    else known.delete(id);
    list[isAdded ? 'add' : 'remove'](id);
  }
  const sorted = [...known].sort();
  expect(list.size).toBe(sorted.length);
  expect([...list.after('')]).toEqual(sorted);
  expect([...list.after('s1999')]).toEqual(sorted.filter(id => id > 's1999'));
  const near = [...list.near('s2222')];
  const first = sorted.indexOf(near[0] ?? '');
  expect(near).toEqual(sorted.slice(first, first + near.length));
  expect([near.some(id => id < 's2222'), near.some(id => id > 's2222')]).toEqual([true, true]);
});

it('continues after the last id when the list changes during the iteration', () => {
  const list = new IdList(() => true);
  for (const id of ['b', 'd', 'f']) list.add(id);
  const ids = list.after('');
  expect(ids.next().value).toBe('b');
  for (const id of ['b', 'd']) list.remove(id);
  for (const id of ['a', 'e']) list.add(id);
  expect([...ids]).toEqual(['e', 'f']);
});
