import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { brief, lastEntry, post } from './exchange-of.ts';

const { supplier } = startSupplier({ options: { rateLimit: false } });
const good = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria });
const brackets = '['.repeat(100_000) + ']'.repeat(100_000);

describe('a body', () => {
  it('err.400: that is compressed is refused with the name of its header', async () => {
    const refused = await post(supplier, gzipSync(good), { headers: { 'content-encoding': 'gzip' } });
    expect(brief(refused)).toBe('400 InvalidRequest');
    expect(refused.errors[0]?.Message).toContain('the body is compressed (Content-Encoding "gzip")');
  });

  it.each([
    ['broken off', good.slice(0, -9), /not JSON: unexpected end at line 1, column \d+;/],
    ['no JSON', 'Criteria=x', /not JSON/],
    ['a comma too many', '{"a":[5,]}', /unexpected "]" at line 1, column 9;/],
    ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le'), /not JSON: .*the text is UTF-16/],
    ['Latin-1', Buffer.from('{"a":"é}', 'latin1'), /not JSON: .*the text is not UTF-8/],
    ['JSON with a NUL byte', `{"a":"\u0000"}`, /not JSON/],
    ['JSON with a NUL byte before it', `\u0000${good}`, /not JSON/],
    ['two values', `${good}${good}`, /not JSON/],
    ['with a comment', `/* hello */${good}`, /not JSON/],
    ['empty', '', /empty; send a JSON object/],
    ['blank', ' \r\n\t ', /empty; send a JSON object/],
    ['nothing but a byte-order mark', '\uFEFF', /empty; send a JSON object/],
    ['an array', `[${good}]`, /is an array; send a JSON object/],
    ['null', 'null', /is null; send a JSON object/],
    ['a number', '12', /is a number; send a JSON object/],
    ['text', '"hello"', /is a string; send a JSON object/],
    ['true', 'true', /is a boolean; send a JSON object/],
    ['a megabyte of brackets', '['.repeat(limits.bodySize.value), /not JSON/],
    ['nested too deeply', `{"a":${brackets}}`, /nested deeper than 200 levels/],
    ['nested in objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, /nested deeper than 200 levels/],
  ])('err.400: that is %s is refused with what to send instead', async (_, body, message) => {
    const refused = await post(supplier, body);
    expect(brief(refused)).toBe('400 InvalidRequest');
    expect(refused.errors[0]?.Message).toMatch(message);
    expect(lastEntry(supplier).facts).toMatchObject({ operation: 'hotel.search', status: 400 });
  });

  it('of exactly 1 MiB is accepted, and one byte more is refused with 413', async () => {
    const padded = (size: number) => good.slice(0, -1) + ' '.repeat(size - good.length) + good.slice(-1);
    const maxSize = limits.bodySize.value;
    expect((await post(supplier, padded(maxSize))).status).toBe(200);
    const refused = await post(supplier, padded(maxSize + 1));
    expect(brief(refused)).toBe('413 PayloadTooLarge');
    expect(refused.errors[0]?.Message).toContain(String(maxSize));
    expect((await post(supplier, padded(2 * maxSize))).status).toBe(413);
  });

  it('is measured in bytes, not in characters', async () => {
    const wide = good.replace('{', `{"Note":"${'é'.repeat(600_000)}",`);
    expect((await post(supplier, wide)).status).toBe(413);
  });

  it.each([
    ['another type', 'text/plain', /Content-Type is "text\/plain"; send application\/json/],
    ['a form', 'application/x-www-form-urlencoded', /send application\/json/],
    ['an empty type', '', /send application\/json/],
  ])('with %s is accepted, and the journal warns of it', async (_, type, message) => {
    expect((await post(supplier, good, { headers: { 'content-type': type } })).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings).toEqual([
      { kind: 'header', field: 'Content-Type', message: expect.stringMatching(message) },
    ]);
  });

  const types = ['application/json', 'application/json; charset=utf-8', 'application/vnd.acme+json'];
  it.each([...types, 'APPLICATION/JSON'])('of type %s is accepted without a warning', async type => {
    expect((await post(supplier, good, { headers: { 'content-type': type } })).status).toBe(200);
    expect(lastEntry(supplier).facts.warnings).toBeUndefined();
  });
});
