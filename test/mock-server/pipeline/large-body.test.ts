import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#contracts';
import { listen } from '#mock-server/node';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry } from './exchange-of.ts';
import { parseAnswer, requestText, sendRaw } from './raw-socket.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
const path = '/API/REST/Hotel.svc/Search';
const maxSize = limits.bodySize.value;
const good = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria });
const padded = (size: number) => good.slice(0, -1) + ' '.repeat(size - good.length) + good.slice(-1);
const server = await listen(supplier, { port: 0 });
afterAll(() => server.close());

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a large body over a port', () => {
  it.each([2, 32])('of %i MiB gets its answer whole, however it is sent', async size => {
    const large = padded(size * maxSize);
    const whole = requestText(`POST ${path}`, { 'Content-Length': large.length }, large);
    const chunked = requestText(`POST ${path}`, { 'Transfer-Encoding': 'chunked' });
    const parts = Array.from({ length: size * 16 }, (_, index) =>
      chunk(large.slice(index * 65_536, (index + 1) * 65_536)),
    );
    for (const sent of [[whole], [chunked, ...parts, chunk('')]]) {
      const answer = parseAnswer(await sendRaw(server.port, ...sent));
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.body)).toMatchObject({ Errors: [{ Code: 'PayloadTooLarge' }] });
    }
  });

  it('in chunks of exactly 1 MiB is accepted', async () => {
    const head = requestText(`POST ${path}`, { 'Transfer-Encoding': 'chunked' });
    const answer = parseAnswer(await sendRaw(server.port, head, chunk(padded(maxSize)), chunk('')));
    expect(answer.status).toBe(200);
  });

  it('is answered before its end, so that a client that asks first need not send it', async () => {
    const head = requestText(`POST ${path}`, { 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' });
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
    const gone = fetch(server.url + path, init as RequestInit); // the type lacks `duplex`
    await expect(gone).rejects.toThrow();
    expect((await fetch(server.url + path, { method: 'POST', body: good })).status).toBe(200);
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
