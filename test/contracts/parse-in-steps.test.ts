import { describe, expect, it } from 'vitest';
import { parseInSteps } from '#contracts/parse-in-steps';
import { runAtOnce } from '#mock-server/clock/index';
import { countSteps } from '../mock-server/control/count-steps.ts';

describe('the parser for long texts', () => {
  const long = 'x'.repeat(70_000);

  it.each([
    {
      a: [1, -2.5e-3, true, false, null, '', {}, [], [[]], { b: { c: [] } }],
      'with "quotes"\\': '\u2028 \u0000 🏨',
    },
    [`${'\\"'.repeat(50_000)}`, '\u0000'.repeat(40_000), '🏨'.repeat(40_000)],
    JSON.parse('{"__proto__":{"a":1},"constructor":2}'),
  ])('returns the same value as JSON.parse (%#)', value => {
    for (const space of [0, 1, '\t']) {
      const text = JSON.stringify({ long, value, last: 0 }, null, space);
      expect(runAtOnce(parseInSteps(text))).toEqual(JSON.parse(text));
    }
    const escaped = `["${'\\u00e9\\ud83c\\udfe8'.repeat(30_000)}"]`;
    expect(runAtOnce(parseInSteps(escaped))).toEqual(JSON.parse(escaped));
  });

  it('yields at least once for 256 values, and for 64 Ki characters of a text', () => {
    expect(countSteps(parseInSteps(JSON.stringify(new Array(100_000).fill(0)))).steps).toBeGreaterThan(300);
    expect(countSteps(parseInSteps(`"${'x'.repeat(1_000_000)}"`)).steps).toBeGreaterThan(10);
    expect(countSteps(parseInSteps(`[${'[],'.repeat(50_000)}0]`)).steps).toBeGreaterThan(100);
  });

  it.each([
    ['[1,]', /unexpected character "\]"/],
    ['[1 2]', /unexpected character "2"/],
    ['[1', /ends too early/],
    ['{"a" 1}', /unexpected character "1"/],
    ['{a:1}', /unexpected character "a"/],
    ['[1]]', /unexpected character "\]"/],
    ['[01]', /number|JSON/],
    ['["\n"]', /control character/],
    ['["\\x"]', /escape/],
    ['[tru]', /unexpected character "t"/],
    ['"open', /ends too early/],
  ])('throws a SyntaxError for %j', (text, message) => {
    const padded = `${' '.repeat(70_000)}${text}`;
    expect(() => runAtOnce(parseInSteps(padded))).toThrow(SyntaxError);
    expect(() => runAtOnce(parseInSteps(padded))).toThrow(message);
  });

  it('refuses more than 2 Mi values', () => {
    const text = `[${'0,'.repeat(2_097_152)}0]`;
    expect(() => runAtOnce(parseInSteps(text))).toThrow('has more than 2097152 values; remove the values');
  });
});
