import { describe, expect, it } from 'vitest';
import { createTextIndex } from '#mock-server/secrets/text-index';

const indexOf = (...texts: string[]) => {
  const index = createTextIndex();
  for (const text of texts) index.add(text);
  return index;
};

/** A few letters only, so that texts nearly meet everywhere. */
function drawn(length: number, seed: number): string {
  let state = seed;
  const letter = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 'abç'[(state >>> 16) % 3];
  };
  return Array.from({ length }, letter).join('');
}

describe('an index of texts', () => {
  it('finds what looking for each of them one by one finds', () => {
    const texts = Array.from({ length: 12 }, (_, seed) => drawn(6 + (seed % 4), seed * 77 + 1));
    const index = indexOf(...texts);
    let found = 0;
    for (let seed = 0; seed < 2_000; seed += 1) {
      const where = drawn(40, seed * 31 + 7);
      for (const from of [0, 3]) {
        const places = texts
          .map(text => ({ at: where.indexOf(text, from), length: text.length }))
          .filter(({ at }) => at >= 0)
          .sort((a, b) => a.at - b.at || b.length - a.length);
        expect(index.find(where, from)).toEqual(places[0]);
        found += places.length > 0 ? 1 : 0;
      }
    }
    expect(found).toBeGreaterThan(200);
    expect(found).toBeLessThan(3_800);
  });

  it('finds a text at the beginning, at the end and as the whole, of two the longer', () => {
    const index = indexOf('secret', 'secret-word', 'another');
    expect(index.find('secret-word')).toEqual({ at: 0, length: 11 });
    expect(index.find('a secret')).toEqual({ at: 2, length: 6 });
    expect(index.find('secret another', 1)).toEqual({ at: 7, length: 7 });
    expect(index.find('secre')).toBeUndefined();
    expect(indexOf().find('secret-word')).toBeUndefined();
  });
});
