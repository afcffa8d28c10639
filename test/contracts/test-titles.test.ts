import { describe, expect, it } from 'vitest';
import { titlesOf } from './test-titles.ts';

describe('the titles of a test file', () => {
  it('are found for every way of declaring a test', () => {
    const source = `
      describe('a room', () => {
        it("adds", () => { expect(format('not a title')).toBe('nor this'); });
        it.only('subtracts', () => {});
        it.each([['in the table', 1]])('multiplies %s', () => {});
        it.for\`a | b\`('divides', () => {});
        test.skipIf(windows).each(rows)(\`powers of \${base} and \${other} here\`, () => {});
        test('a long title ' + 'in two parts', () => {});
      });`;
    expect(titlesOf('sample.test.ts', source)).toEqual([
      'a room',
      'adds',
      'subtracts',
      'multiplies %s',
      'divides',
      'powers of   and   here',
      'a long title in two parts',
    ]);
  });

  it('are not looked for in comments and strings', () => {
    const source = `// it('in a comment', () => {})\nconst text = "it('in a string')";`;
    expect(titlesOf('sample.test.ts', source)).toEqual([]);
  });

  it('are refused with the name of a file that does not parse', () => {
    expect(() => titlesOf('broken.test.ts', 'it(')).toThrow(/broken\.test\.ts/);
  });
});
