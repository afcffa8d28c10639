import fc from 'fast-check';

export const anyText = fc.string({ unit: 'binary', maxLength: 20 });
const words = ['', '0', '-1', '1001', 'demo', 'BR', '2026-12-10', '__proto__', 'constructor', 'null'];
const word = fc.constantFrom(...words, '9'.repeat(20));
const number = fc.oneof(fc.integer({ min: -3, max: 40 }), fc.double(), fc.constantFrom(1e21, -0, 2 ** 53));
const leaf = fc.oneof(anyText, word, number, fc.boolean(), fc.constant(null));
// Each of these values was once too much for a reader.
const trap = fc.constantFrom<unknown>(
  { toString: null },
  'March 10, 2027',
  '0'.repeat(300),
  new Array(60).fill(34),
  new Array(1_500).fill('x'),
);
export const anything = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 4 }),
  fc.dictionary(fc.oneof(anyText, word), leaf, { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The place in a value to change (by keys in turn), and its new value. Undefined removes it. */
export const anyChange = fc.record({
  turns: fc.array(fc.nat(30), { minLength: 1, maxLength: 7 }),
  put: fc.oneof(
    { weight: 5, arbitrary: fc.option(anything, { nil: undefined }) },
    { weight: 1, arbitrary: trap },
  ),
});

type Change = { turns: number[]; put: unknown };

export function changed(body: object, changes: readonly Change[]): object {
  const copy: object = JSON.parse(JSON.stringify(body));
  for (const { turns, put } of changes) {
    let here = copy as Record<string, unknown>; // any JSON object or list
    for (const [depth, turn] of turns.entries()) {
      const keys = Object.keys(here);
      const key = keys[turn % Math.max(1, keys.length)];
      if (key === undefined) break;
      const inside = here[key];
      if (depth < turns.length - 1 && typeof inside === 'object' && inside !== null)
        here = inside as Record<string, unknown>; // as above
      else {
        if (put === undefined) delete here[key];
        else here[key] = structuredClone(put); // one value may be used in several places
        break;
      }
    }
  }
  return copy;
}
