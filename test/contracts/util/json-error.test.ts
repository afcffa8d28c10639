import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeJsonError } from '#contracts/util';
import { inUtf32 } from '../../in-utf-32.ts';

it.each([
  ['{"a":[5,]}', 'unexpected "]" at line 1, column 9'],
  ['{"a":', 'unexpected end at line 1, column 6'],
  ['', 'unexpected end at line 1, column 1'],
  ['{\n  "a": tru }', 'unexpected "t" at line 2, column 8'],
  ['{"a":"unfinished', 'unexpected end at line 1, column 17'],
  ['{"a":"\t"}', 'unexpected "\\t" at line 1, column 7'],
  ["{'a':1}", 'unexpected "\'" at line 1, column 2'],
  ['{"a":1}}', 'unexpected "}" at line 1, column 8'],
  ['{"a":01}', 'unexpected "1" at line 1, column 7'],
  ['Criteria=\u{1f600}', 'unexpected "C" at line 1, column 1'],
  ['[\u{1f600}', 'unexpected "\u{1f600}" at line 1, column 2'],
  ['[\r\n1,\r2 3]', 'unexpected "3" at line 3, column 3'],
])('describeJsonError names the place of the error in %j', (text, described) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(describeJsonError(text)).toBe(described);
});

const utf16 = Buffer.from('\uFEFF{"a":1}', 'utf16le');
it.each([
  ['UTF-32 with a byte order mark', inUtf32('\uFEFF{"a":1}'), 'the text is UTF-32; write it as UTF-8'],
  ['UTF-32 without one', inUtf32('{"a":1}'), 'UTF-32'],
  ['UTF-32 with the other byte order', inUtf32('\uFEFF{"a":1}').swap32(), 'UTF-32'],
  ['UTF-32 with the other byte order, without a mark', inUtf32('{"a":1}').swap32(), 'UTF-32'],
  ['UTF-16 with a byte order mark', utf16, 'UTF-16 (PowerShell'],
  ['UTF-16 without one', Buffer.from('{"a":1}', 'utf16le'), 'UTF-16 (PowerShell'],
  ['UTF-16 without one, before a letter of which one byte is 0', Buffer.from('"Ā"', 'utf16le'), 'UTF-16'],
  ['UTF-16 with the other byte order', Buffer.from(utf16).swap16(), 'UTF-16 (PowerShell'],
  ['gzip', gzipSync('{"a":1}'), 'the text is compressed with gzip; decompress it'],
  ['a ZIP archive', Buffer.from('PK\u0003\u0004\u0014\0'), 'a ZIP archive; unpack it, and give a file in it'],
  ['Latin-1', Buffer.from('{"a":"é}', 'latin1'), 'the text is not UTF-8; write it as UTF-8'],
])('describeJsonError names the encoding of %s', (_, bytes, named) => {
  expect(describeJsonError(new TextDecoder().decode(bytes))).toContain(named);
});

it('describeJsonError finds the place that the engine finds, where the engine names it', () => {
  const change = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', ',', ':', '}', ']', '\\', '1', ' '));
  fc.assert(
    fc.property(change, ([json, at, sign]) => {
      const place = at % (json.length + 1);
      const text = json.slice(0, place) + sign + json.slice(place + 1);
      const found = errorOf(text);
      if (found === undefined) return;
      const [, theirs] = /position (\d+)/.exec(found) ?? [];
      const [, line, column] = /line (\d+), column (\d+)$/.exec(describeJsonError(text)) ?? [];
      const before = text.split('\n').slice(0, Number(line) - 1);
      const ours = before.join('\n').length + Number(column) - 1;
      // The engine names the end of a number, a word or an escape that is cut off, and not its beginning.
      if (theirs !== undefined) expect(text.slice(ours, Number(theirs))).toMatch(/^[\w.+\\-]{0,30}$/);
      expect(ours).toBeLessThanOrEqual(Number(theirs ?? text.length));
    }),
    { numRuns: 2_000 },
  );
});

function errorOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
