import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { type ListenOptions, listen } from '#mock-server/node';
import { createTestSupplier, testCriteria } from '../hotel-client.ts';
import { sendWith, serve } from '../over-port.ts';

const page = 'http://localhost:5173';
const search = operations['hotel.search'].path;
const body = JSON.stringify({ Credential: { Username: 'demo', Password: 'demo' }, Criteria: testCriteria });

async function start(options: ListenOptions = {}) {
  const supplier = createTestSupplier();
  const { url } = await serve(supplier, options);
  const { journal, faults } = supplier.sandboxes.require('default');
  return { supplier, url, journal, faults };
}

const send = (url: string, method: string, headers: Record<string, string>) =>
  sendWith(headers, { url, method, body: method === 'POST' ? body : undefined });

const preflight = (url: string, origin = page) =>
  send(url, 'OPTIONS', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,idempotency-key',
  });

describe('a server that lets the pages of one origin call', () => {
  it('answers their preflight requests, and records none of them', async () => {
    const { url, journal } = await start({ cors: [page] });
    const { status, headers, text } = await preflight(url + search);
    expect([status, text]).toEqual([200, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,idempotency-key',
      'access-control-max-age': '600',
    });
    expect(headers.vary).toContain('Origin');
    expect(journal.read()).toEqual([]);
  });

  it('lets them read answers, refusals and Retry-After', async () => {
    const { url, faults } = await start({ cors: [page] });
    faults.arm('hotel.search:status=429,times=1');
    for (const expected of [429, 200]) {
      const { status, headers } = await send(url + search, 'POST', { origin: page });
      expect(status).toBe(expected);
      expect(headers).toMatchObject({ 'access-control-allow-origin': page });
      expect(headers['access-control-expose-headers']?.split(', ')).toContain('Retry-After');
      expect(headers.vary).toBe('Accept-Encoding, Origin');
    }
    const missing = await send(`${url}/sandbox/none${search}`, 'POST', { origin: page });
    expect([missing.status, missing.headers['access-control-allow-origin']]).toEqual([404, page]);
  });

  const others = ['http://localhost:5174', 'https://localhost:5173', 'null'];
  it.each(others)('allows nothing to a page of %s, and records no preflight request of it', async origin => {
    const { url, journal } = await start({ cors: [page] });
    const answers = [await preflight(url + search, origin), await send(url + search, 'POST', { origin })];
    for (const { headers } of answers) expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(journal.read()).toHaveLength(1);
  });

  it('keeps the control API and the pages to itself', async () => {
    const { url } = await start({ cors: [page, '*'] });
    const control = await send(`${url}/_control/sandboxes`, 'GET', { origin: page });
    expect(control.status).toBe(403);
    expect((await preflight(`${url}/_control/sandboxes`)).status).toBe(403);
    for (const path of ['/', '/openapi.json', '/docs', '/_control/health']) {
      const { headers } = await send(url + path, 'GET', { origin: page });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('lets them call the tool server with its token', async () => {
    const { url } = await start({ cors: [page] });
    const call = (origin: string) => send(`${url}/mcp`, 'POST', { origin });
    expect((await call(page)).status).toBe(401);
    expect((await call('http://other.example')).status).toBe(403);
  });

  it('does the same on the port of a single sandbox', async () => {
    const { supplier } = await start({ cors: [page] });
    supplier.sandboxes.create({ id: 'own' });
    const url = await supplier.ports.open('own', 0);
    expect((await preflight(url + search)).headers['access-control-allow-origin']).toBe(page);
  });

  it('records a request with OPTIONS that is not a preflight request', async () => {
    const { url, journal } = await start({ cors: [page] });
    expect((await send(url + search, 'OPTIONS', { origin: page })).status).toBe(405);
    expect(journal.read()).toHaveLength(1);
  });
});

it('a server that lets every page call sends the same headers to each page', async () => {
  const { url } = await start({ cors: ['*'] });
  const { headers } = await send(url + search, 'POST', { origin: 'https://any.example' });
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', vary: 'Accept-Encoding' });
  expect((await preflight(url + search, 'null')).headers['access-control-allow-origin']).toBe('*');
});

const without = [{}, { cors: [] }];
it.each(without)('a server without cors sends no such header, and explains a preflight (%j)', async given => {
  const { url, journal } = await start(given);
  const { status, headers, text } = await preflight(url + search);
  expect(status).toBe(405);
  expect(JSON.parse(text).Errors[0].Message).toContain(
    'use POST. A browser sent this request for a web page; to let the page call, start the server with --cors <origin>',
  );
  const { headers: others } = await send(url + search, 'POST', { origin: page });
  const names = Object.keys({ ...headers, ...others });
  expect(names.filter(name => name.startsWith('access-control'))).toEqual([]);
  expect(journal.read()).toHaveLength(2);
});

const wrong = ['localhost:5173', 'http://localhost:5173/', 'http://localhost:5173/app', '', 5173];
it.each(wrong)('the server refuses %j, which is not an origin', async origin => {
  const options = { port: 0, cors: [origin] } as ListenOptions; // a wrong type is part of the test
  const message = 'expected an origin such as "http://localhost:5173", or "*"';
  await expect(listen(createTestSupplier(), options)).rejects.toThrow(message);
});
