import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { readFault, scopeOf } from '#contracts/fault';
import { refusalOf } from './refusal-of.ts';

const cut = { kind: 'cut' };
const read = (fault: unknown) => refusalOf(() => scopeOf(readFault(fault)));

/** Returns `[[[…]]]`, nested too deeply for a recursive function. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

describe('a fault of any size is judged at once', () => {
  it('whatever number of stars its patterns have', () => {
    const many = `${'*'.repeat(20)}!`;
    expect(read({ match: { operations: [many] }, effect: cut })).toMatchObject([
      { field: 'match.operations[0]' },
    ]);
    const all = scopeOf(readFault({ match: { operations: ['*'.repeat(200)] }, effect: cut }));
    expect(all).toEqual(operationIds);
  });

  it.each([
    ['h*t*l.*c*', 'hotel.search'],
    ['*hotel.search*', 'hotel.search'],
    ['hotel.se*arch', 'hotel.search'],
  ])('and a pattern fits as it reads: %s', (pattern, id) => {
    expect(scopeOf(readFault({ match: { operations: [pattern] }, effect: cut }))).toContain(id);
  });

  it('and no letter of an id counts twice in a pattern', () => {
    expect(read({ match: { operations: ['hotel.search*search'] }, effect: cut })).toMatchObject([
      { message: expect.stringContaining('no operation') },
    ]);
  });

  it.each([
    ['a long pattern', { match: { operations: ['x'.repeat(50_000)] }, effect: cut }, 'of 1 to 200 letters'],
    ['a long list', { match: { operations: Array(101).fill('*') }, effect: cut }, 'expected 1 to 100'],
    ['a long path', { match: { body: { ['x'.repeat(501)]: 1 } }, effect: cut }, 'expected paths of at'],
    ['a long value', { match: { body: { Reference: 'x'.repeat(501) } }, effect: cut }, 'at most 500 letters'],
    [
      'many fields',
      { match: { body: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, 1])) }, effect: cut },
      'expected at most 50 fields',
    ],
    [
      'many errors',
      { effect: { kind: 'business', errors: Array(101).fill({ Code: 'x' }) } },
      'at most 100 entries',
    ],
    ['a deep fault', nested(20_000), 'a value with too many levels'],
    ['a deep effect', { effect: nested(20_000) }, 'a value with too many levels'],
    ['a deep field', { match: { body: { Rooms: nested(20_000) } }, effect: cut }, 'write the path of the'],
    ['a big integer', { match: { nth: 1n }, effect: cut }, 'got a BigInt'],
    ['big integers', { match: { nth: [1n, 2n] }, effect: cut }, 'got ["a BigInt","a BigInt"]'],
    ['a list of big integers', { match: { product: [1n] }, effect: cut }, 'got ["a BigInt"]'],
  ])('and refused in a few words: %s', (_, fault, message) => {
    const [detail] = read(fault);
    expect(detail).toMatchObject({ message: expect.stringContaining(message) });
    expect(JSON.stringify(detail).length).toBeLessThan(500);
  });

  it('with a hundred names at most, of which the first show valid ones', () => {
    const operations = Array.from({ length: 100 }, (_, n) => `none.${n}`);
    const keys = Object.fromEntries(Array.from({ length: 70_000 }, (_, n) => [`key${n}`, n]));
    for (const fault of [{ match: { operations }, effect: cut }, { effect: { ...cut, ...keys } }]) {
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
