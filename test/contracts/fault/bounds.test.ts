import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { readFault, scopeOf } from '#contracts/fault';
import { expectRefused, refusalOf } from './refusal-of.ts';

const cut = { kind: 'cut' };
const matching = (match: object) => ({ match, effect: cut });
const scope = (fault: unknown) => scopeOf(readFault(fault));
const read = (fault: unknown) => refusalOf(() => scope(fault));
const numbered = <Entry>(length: number, entry: (index: number) => Entry) =>
  Array.from({ length }, (_, index) => entry(index));

/** Returns `[[[…]]]`, nested too deeply for a recursive function. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('a fault of any size is judged at once', () => {
  it('whatever number of stars its patterns have', () => {
    const many = `${'*'.repeat(20)}!`;
    expect(read(matching({ operations: [many] }))).toMatchObject([{ field: 'match.operations[0]' }]);
    expect(scope(matching({ operations: ['*'.repeat(200)] }))).toEqual(operationIds);
  });

  it.each([
    ['h*t*l.*c*', 'hotel.search'],
    ['*hotel.search*', 'hotel.search'],
    ['hotel.se*arch', 'hotel.search'],
  ])('and a pattern fits as it reads: %s', (pattern, id) => {
    expect(scope(matching({ operations: [pattern] }))).toContain(id);
  });

  it('and no letter of an id counts twice in a pattern', () => {
    const fault = matching({ operations: ['hotel.search*search'] });
    expectRefused(() => scope(fault), 'match.operations[0]', 'no operation');
  });

  const errors = Array(101).fill({ Code: 'x' });

  it.each([
    ['a long pattern', matching({ operations: ['x'.repeat(50_000)] }), 'of 1 to 200 letters'],
    ['a long list', matching({ operations: Array(101).fill('*') }), 'expected 1 to 100'],
    ['a long path', matching({ body: { ['x'.repeat(501)]: 1 } }), 'expected paths of at'],
    ['a long value', matching({ body: { Reference: 'x'.repeat(501) } }), 'at most 500 letters'],
    ['many fields', matching({ body: { ...numbered(51, String) } }), 'expected at most 50 fields'],
    ['many errors', { effect: { kind: 'business', errors } }, 'at most 100 entries'],
    ['a deep fault', nested(20_000), 'a value with too many levels'],
    ['a deep effect', { effect: nested(20_000) }, 'a value with too many levels'],
    ['a deep field', matching({ body: { Rooms: nested(20_000) } }), 'write the path of the'],
    ['a big integer', matching({ nth: 1n }), 'got a BigInt'],
    ['big integers', matching({ nth: [1n, 2n] }), 'got ["a BigInt","a BigInt"]'],
    ['a list of big integers', matching({ product: [1n] }), 'got ["a BigInt"]'],
  ])('and refused in a few words: %s', (_, fault, message) => {
    const [detail] = read(fault);
    expect(detail).toMatchObject({ message: expect.stringContaining(message) });
    expect(JSON.stringify(detail).length).toBeLessThan(500);
  });

  it('with a hundred names at most, of which the first show valid ones', () => {
    const operations = numbered(100, index => `none.${index}`);
    const keys = Object.fromEntries(numbered(70_000, index => [`key${index}`, index]));
    for (const fault of [matching({ operations }), { effect: { ...cut, ...keys } }]) {
      const details = read(fault);
      expect(details).toHaveLength(100);
      expect(details.filter(({ valid }) => valid)).toHaveLength(5);
    }
  });

  it('with long names cut and card numbers masked', () => {
    const [long, card] = read({ effect: { ...cut, ['x'.repeat(5_000)]: 1, '4111 1111 1111 1111': 1 } });
    expect(long?.field).toBe(`effect.${'x'.repeat(60)}…`);
    expect(card?.field).toBe('effect.9999 9999 9999 9999');
  });
});
