import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#mock-server/clock/index';
import { JsonCutter } from '#mock-server/control/json-cutter';

const lists = new Map(['store.bookings', 'store.tokens', 'journal.bodies'].map(name => [name, 1_000]));

/** Cuts a text that arrives in chunks of some bytes. Returns the elements of each list, and the rest. */
function cut(text: string, chunkBytes: number): { elements: Record<string, unknown[]>; rest: unknown } {
  const bytes = new TextEncoder().encode(text);
  const cutter = new JsonCutter(lists, 2_000);
  const elements: Record<string, unknown[]> = {};
  for (let from = 0; from < bytes.length; from += chunkBytes)
    for (const element of cutter.write(bytes.subarray(from, from + chunkBytes))) {
      if (!element) continue;
      const { list, index, value } = element;
      elements[list] ??= [];
      expect(elements[list].push(value)).toBe(index + 1);
    }
  return { elements, rest: runAtOnce(cutter.end()) };
}

const elements = {
  'store.bookings': [
    { id: '1,]}"\\', services: [{ name: 'São 🏨' }] },
    'text \\" , ]',
    -5.5e3,
    [[1], [2, [3]]],
    {},
    null,
  ],
  'journal.bodies': [[1, '{"a":[1,2]}']],
};
const rest = {
  'a"\\': 'x"\\',
  rates: [[1], ['store', [2]], { bookings: [1] }],
  store: { bookings: [], tokens: [], due: [[1, 2]], counts: { bookings: [3] } },
  journal: { bodies: [], next: 3 },
  more: { store: { bookings: [4] } },
};
const whole = {
  ...rest,
  store: { ...rest.store, bookings: elements['store.bookings'] },
  journal: { ...rest.journal, bodies: elements['journal.bodies'] },
};

describe('a JSON cutter', () => {
  it.each([1, 2, 7, 1_000])('returns the same elements for chunks of %i bytes', chunkBytes => {
    for (const space of [0, 1, '\t'])
      expect(cut(JSON.stringify(whole, null, space), chunkBytes)).toEqual({ elements, rest });
  });

  it.each([
    ['{"store":{"bookings":[1,]}}', 'store.bookings[1]: Unexpected end of JSON input'],
    ['{"store":{"bookings":[,1]}}', 'store.bookings[0]: Unexpected end of JSON input'],
    ['{"store":{"bookings":[1 2]}}', 'store.bookings[0]: Unexpected non-whitespace character'],
    ['{"store":{"bookings":[{]}}', 'store.bookings[0]: Expected property name'],
    ['{"store":{"bookings":[1\\,2]}}', 'store.bookings[0]: Unexpected non-whitespace character'],
    ['{"store":{"bookings":[1}]}}', 'Unexpected token'],
    ['{"store":{"bookings":[\u00a0]}}', 'store.bookings[0]: Unexpected token'],
    ['{"store":{"bookings":[1}}', 'it ends too early'],
    ['{"store":{"bookings":["a]}}', 'it ends too early'],
    ['{"store"{"bookings":[1]}}', "Expected ':'"],
    ['{} {}', 'Unexpected non-whitespace character'],
    ['}{', 'Unexpected token'],
    ['nul', 'Unexpected'],
  ])('refuses %s', (text, message) => {
    for (const chunkBytes of [1, 1_000]) expect(() => cut(text, chunkBytes)).toThrow(message);
  });

  it.each([
    ['an element', '{"store":{"bookings":[1,"', 'store.bookings[1] has more than 1000 characters'],
    ['the rest', '{"store":{"other":["', 'the text without the elements of the lists has more than 2000'],
  ])('refuses a text in which %s is too long to be parsed at once', (_, start, message) => {
    for (const chunkBytes of [7, 10_000])
      expect(() => cut(`${start}${'x'.repeat(2_000)}"]}}`, chunkBytes)).toThrow(message);
    expect(() => cut(`${start}${'x'.repeat(900)}"]}}`, 7)).not.toThrow();
  });
});
