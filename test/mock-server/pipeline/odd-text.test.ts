import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Warning } from '#contracts/exchange';
import { oddText } from '#mock-server/pipeline/read';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry, post } from './exchange-of.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const credential = '"Credential":{"Username":"demo","Password":"demo"}';
const criteria = JSON.stringify(testCriteria);

const isRepeated = 'is repeated; the server read the last value';
const isHalf = expect.stringContaining('half of a surrogate pair');
const isNotUtf8 = expect.stringContaining('bytes that are not UTF-8');

/** Sends a Search with more text at the start of its criteria, and returns the warnings in the journal. */
async function warningsOf(more: string): Promise<Warning[]> {
  const { status, text } = await post(supplier, `{${credential},"Criteria":{${more},${criteria.slice(1)}}`);
  expect(status, text).toBe(200);
  return lastEntry(supplier).facts.warnings ?? [];
}

const found = (text: string) => oddText(text, JSON.parse(text)).map(({ field, message }) => [field, message]);

describe('a body with odd text', () => {
  it('names a key that is repeated, and reads the last value', async () => {
    expect(await warningsOf('"NumNights":9,"NumNights" : 2')).toEqual([
      { kind: 'lenient', field: 'Criteria.NumNights', message: isRepeated },
    ]);
  });

  it.each([
    ['at the top', '{"a":1,"a":2}', ['a']],
    ['three times', '{"a":1,"a":2,"a":3}', ['a']],
    ['with an escape', String.raw`{"a":1,"\u0061":2}`, ['a']],
    ['in objects of a list', '{"l":[{"b":1},{"b":1,"b":2},7,{"b":1,"b":2}]}', ['l[1].b', 'l[3].b']],
    ['below a repeated key', '{"a":{"b":1,"b":2},"a":{"c":1,"c":2}}', ['a.b', 'a', 'a.c']],
    ['after a text that looks like a key', String.raw`{"a":"\"x\":","b":1,"b":2}`, ['b']],
    ['with quotes and backslashes', String.raw`{"\"\\":1,"c":"\\","\"\\":2}`, [String.raw`"\ `.trim()]],
    ['with the name of a prototype', '{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('names a repeated key %s', (_, text, fields) => {
    expect(found(text)).toEqual(fields.map(field => [field, isRepeated]));
  });

  it('does not name equal keys of different objects', () => {
    expect(found('{"a":{"a":1},"b":[{"a":1},{"a":1}],"c":"a"}')).toEqual([]);
  });

  it('names a text and a key with half of a surrogate pair', async () => {
    expect(await warningsOf(String.raw`"SearchType":"a\ud83d"`)).toEqual([
      { kind: 'lenient', field: 'Criteria.SearchType', message: isHalf },
    ]);
    expect(found(String.raw`{"a":["\uDE00x"],"\ud800":1}`)).toEqual([
      ['a[0]', isHalf],
      ['\uFFFD', isHalf],
    ]);
    expect(found(String.raw`{"a":"\ud83d\uDE00","b":"\\ud83d"}`)).toEqual([]);
  });

  it('names a text with bytes that are not UTF-8', async () => {
    const [before, after] = [`{${credential},"Criteria":{"SearchType":"S`, `o Paulo",${criteria.slice(1)}}`];
    const latin1 = Buffer.concat([Buffer.from(before), Buffer.from([0xe3]), Buffer.from(after)]);
    expect((await post(supplier, latin1)).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings).toEqual([
      { kind: 'lenient', field: 'Criteria.SearchType', message: isNotUtf8 },
    ]);
  });

  it('shows no secret that a client sent as a key (auth.5)', async () => {
    const key = '"4111111111111111"';
    const warnings = await warningsOf(`${key}:1,${key}:2,"demo-static-token":1,"demo-static-token":2`);
    expect(warnings).toHaveLength(4);
    expect(JSON.stringify(warnings)).not.toMatch(/4111111111111111|demo-static-token/);
  });

  it('keeps no value that a later value replaced (auth.5)', async () => {
    const card = '{"CardNumber":"4111111111111111"}';
    await warningsOf(`"SearchType":${card},"SearchType":"x"`);
    expect(JSON.stringify(lastEntry(supplier))).not.toContain('4111111111111111');
  });

  it('has at most twenty warnings, also for very many or very deep repetitions', () => {
    const many = `{"l":[${Array.from({ length: 30_000 }, () => '{"a":1,"a":2}').join()}]}`;
    expect(found(many)).toHaveLength(20);
    const deep = `{"a":${'['.repeat(50_000)}{"b":1,"b":2}${']'.repeat(50_000)},"a":1}`;
    const [[field = ''] = [], ...others] = found(deep);
    expect([field.length < 100, field.endsWith('…'), others]).toEqual([true, true, [['a', isRepeated]]]);
    expect(found(`{"a":"${'\\\\'.repeat(50_000)}","b":1,"b":2}`)).toEqual([['b', isRepeated]]);
  });

  it('is found in any JSON, and in no JSON that has none', () => {
    const json = fc.object({ maxDepth: 3, values: [fc.string({ unit: 'grapheme' }), fc.nat()] });
    const blank = fc.constantFrom('', ' ', '\n');
    fc.assert(
      fc.property(json, blank, fc.string({ unit: 'grapheme' }), (object, space, key) => {
        const text = JSON.stringify(object, undefined, space);
        expect(found(text)).toEqual([]);
        const name = JSON.stringify(key);
        const twice = `{${name}${space}:0,"in":${text},${name}:${text}}`;
        if (key !== 'in') expect(found(twice).map(([, message]) => message)).toEqual([isRepeated]);
      }),
      { seed: 20_261_120 },
    );
  });
});
