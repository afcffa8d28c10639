import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { listen } from '#mock-server/node';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { brief, lastEntry, post, searchPath } from './exchange-of.ts';
import { requestText, sendRaw } from './raw-socket.ts';

const { supplier } = startSupplier({ options: { rateLimit: false } });
const server = await listen(supplier, { port: 0 });
afterAll(() => server.close());
const maxSize = limits.bodySize.value;
const good = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria });
const padded = (size: number) => good.slice(0, -1) + ' '.repeat(size - good.length) + good.slice(-1);
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
    ['a megabyte of brackets', '['.repeat(maxSize), /not JSON/],
    ['nested too deeply', `{"a":${brackets}}`, /nested deeper than 200 levels/],
    ['nested in objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, /nested deeper than 200 levels/],
  ])('err.400: that is %s is refused with what to send instead', async (_, body, message) => {
    const refused = await post(supplier, body);
    expect(brief(refused)).toBe('400 InvalidRequest');
    expect(refused.errors[0]?.Message).toMatch(message);
    expect(lastEntry(supplier).facts).toMatchObject({ operation: 'hotel.search', status: 400 });
  });

  it('of exactly 1 MiB is accepted, and one byte more is refused with 413', async () => {
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

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a large body over a port', () => {
  it.each([2, 32])('of %i MiB gets its answer whole, however it is sent', async size => {
    const large = padded(size * maxSize);
    const whole = requestText(`POST ${searchPath}`, { 'Content-Length': large.length }, large);
    const chunked = requestText(`POST ${searchPath}`, { 'Transfer-Encoding': 'chunked' });
    const parts = Array.from({ length: size * 16 }, (_, index) =>
      chunk(large.slice(index * 65_536, (index + 1) * 65_536)),
    );
    for (const sent of [[whole], [chunked, ...parts, chunk('')]]) {
      const answer = await sendRaw(server.port, ...sent);
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.body)).toMatchObject({ Errors: [{ Code: 'PayloadTooLarge' }] });
    }
  });

  it('in chunks of exactly 1 MiB is accepted', async () => {
    const head = requestText(`POST ${searchPath}`, { 'Transfer-Encoding': 'chunked' });
    const answer = await sendRaw(server.port, head, chunk(padded(maxSize)), chunk(''));
    expect(answer.status).toBe(200);
  });

  it('is answered before its end, so that a client that asks first need not send it', async () => {
    const head = requestText(`POST ${searchPath}`, {
      'Transfer-Encoding': 'chunked',
      Connection: 'keep-alive',
    });
    const response = await firstAnswer(head, chunk(padded(maxSize + 1)));
    expect(response.startsWith('HTTP/1.1 413')).toBe(true);
  });

  it('that a client aborts is recorded as aborted, and does not affect other clients', async () => {
    const aborted = new AbortController();
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'));
        aborted.abort();
      },
    });
    const init = { method: 'POST', body, duplex: 'half', signal: aborted.signal };
    const gone = fetch(server.url + searchPath, init as RequestInit); // the type lacks `duplex`
    await expect(gone).rejects.toThrow();
    expect((await fetch(server.url + searchPath, { method: 'POST', body: good })).status).toBe(200);
    expect(lastEntry(supplier).facts.status).toBe(200);
  });
});

/** Returns the first answer over a connection that the client then closes. */
async function firstAnswer(...parts: string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1', () => {
    for (const part of parts) socket.write(part);
  });
  const [data] = await once(socket, 'data');
  socket.destroy();
  return String(data);
}
