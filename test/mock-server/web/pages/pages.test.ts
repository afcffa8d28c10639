import { execFileSync } from 'node:child_process';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, vi } from 'vitest';
import { parseProfile } from '#contracts';
import { createMockSupplier, type MockSupplierOptions, searchCommand } from '#mock-server';
import type { ListenOptions } from '#mock-server/node';
import { createFakeMachine } from '../../clock/fakes.ts';
import { startSupplier } from '../../hotel-client.ts';
import { sendWith, serve } from '../../over-port.ts';
import { createToolCaller } from '../tool-server/tool-caller.ts';

const search = { path: '/v2/availability', request: { 'Criteria.HotelIds': 'hotelCodes' } };
const entries = { fields: { Token: 'sessionToken' }, operations: { 'hotel.search': search } };
const acme = parseProfile({ name: 'acme', ...entries });

async function get(path: string, options: MockSupplierOptions = {}, headers: Record<string, string> = {}) {
  const answer = await createMockSupplier(options).fetch(`http://supplier.test${path}`, { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

const portOf = async (options: MockSupplierOptions, on: ListenOptions = {}) =>
  (await serve(createMockSupplier(options), on)).port;

const textUnder = async (port: number, path: string, headers: Record<string, string>) =>
  (await sendWith(headers, { url: `http://127.0.0.1:${port}${path}` })).text;

const own = { credential: { Username: 'ana', Password: 's3cret' }, staticToken: 'st4tic' };

describe('the page at /', () => {
  it('tells the address as the visitor reached it, the credential and where the documents lie', async () => {
    const { status, type, text } = await get('/', own);
    expect([status, type]).toEqual([200, 'text/html; charset=UTF-8']);
    const addresses = ['http://supplier.test', 'href="http://supplier.test/docs"', '/openapi.json'];
    for (const part of [...addresses, '/_control/health', 'ana', 's3cret', 'st4tic'])
      expect(text).toContain(part);
  });

  it('loads nothing from elsewhere', async () => {
    const { text } = await get('/');
    const elsewhere = /(?:src|href)="(?!data:|#content|http:\/\/supplier\.test)[^"]*"|@import|url\(/g;
    expect(text.match(elsewhere)).toBeNull();
    expect(text).not.toContain('<script');
  });

  it('shows a name that looks like markup as text', async () => {
    const { text } = await get('/', { credential: { Username: '<b>&"', Password: 'demo' } });
    expect(text).toContain('&lt;b&gt;&amp;');
    expect(text).not.toContain('<b>&');
  });

  it.each([
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example:8443, b' }, 'https://a.example:8443'],
    [{ 'x-forwarded-host': 'a.example', 'x-forwarded-prefix': '/mock' }, 'http://a.example/mock'],
    [{ 'x-forwarded-host': '"><script>' }, 'http://supplier.test'],
    [{ 'x-forwarded-proto': 'javascript' }, 'http://supplier.test'],
  ])('takes %j of a proxy for %s', async (headers, address) => {
    expect((await get('/', {}, headers)).text).toContain(`<code>${address}</code>`);
  });

  const invalid = ['localhost:99999', '999.999.999.999', '[::::]', 'a.example:'];
  it.each(invalid)('is served over a port when a proxy names the invalid address %s', async said => {
    const base = `http://127.0.0.1:${await portOf({})}`;
    const headers = { 'x-forwarded-host': said };
    for (const path of ['/', '/openapi.json'])
      expect(await (await fetch(base + path, { headers })).text()).toContain(base);
    const { status } = await createToolCaller(fetch, `${base}/mcp`).ask('ping', undefined, headers);
    expect(status).toBe(200);
  });

  it('speaks the words of a profile', async () => {
    const { text } = await get('/', { profile: acme });
    expect(text).toContain('/v2/availability');
    expect(text).toContain('hotelCodes');
    expect(text).not.toContain('Hotel.svc/Search');
  });

  it('lists every path of an operation, and names a call with a parameter at the end by its path', async () => {
    const path = ['/v2/bookings/{BookingId}', '/v2/detail'];
    const profile = parseProfile({ name: 'paths', operations: { getBookingDetail: { path } } });
    const { text } = await get('/', { profile });
    const listed = path.map(one => `<code>POST ${one}</code><br />`).join('');
    expect(text).toContain(`<td>${listed}`);
    expect(text).toContain('<li><code>/v2/bookings/{BookingId}</code> updates');
  });

  it('keeps the credential to itself where the control API asks for a token, and under a name that is not its own', async () => {
    const secrets = /s3cret|st4tic/;
    for (const host of ['0.0.0.0', '127.0.0.1']) {
      const guarded = await portOf(own, { host, controlToken: 'token' });
      expect(await textUnder(guarded, '/', {})).not.toMatch(secrets);
    }
    const port = await portOf(own);
    for (const path of ['/', '/openapi.json']) {
      expect(await textUnder(port, path, { 'x-forwarded-host': 'rebound.example' })).not.toMatch(secrets);
      const rebound = { host: 'rebound.example', 'x-forwarded-host': 'localhost' };
      expect(await textUnder(port, path, rebound)).not.toMatch(secrets);
      expect(await textUnder(port, path, { host: 'localhost' })).toMatch(secrets);
    }
  });

  it('keeps every secret to itself where the server has a public name, whatever name a visitor uses', async () => {
    const named = { ...own, mcpToken: 'mcp-t0ken' };
    const port = await portOf(named, { publicUrl: 'http://stand-in.example' });
    for (const path of ['/', '/openapi.json'])
      for (const host of ['stand-in.example', `localhost:${port}`])
        expect(await textUnder(port, path, { host })).not.toMatch(/s3cret|st4tic|mcp-t0ken/);
    const local = await portOf(named, { publicUrl: 'http://localhost:8080' });
    expect(await textUnder(local, '/', { host: 'localhost:8080' })).toMatch(/s3cret.*st4tic.*mcp-t0ken/s);
  });
});

describe('/openapi.json', () => {
  it('is the contract with the address of this server', async () => {
    const document = JSON.parse((await get('/openapi.json')).text);
    expect(document.servers).toEqual([{ url: 'http://supplier.test' }]);
    expect(document.paths['/API/REST/Hotel.svc/Search'].post.operationId).toBe('hotel.search');
  });

  it('shows the public address only to clients that used it, also where a proxy sends only a part of it', async () => {
    const publicUrl = 'https://stand-in.example/mock';
    const port = await portOf({}, { publicUrl });
    const visits: Record<string, string>[] = [
      { host: 'stand-in.example' },
      { host: `127.0.0.1:${port}`, 'x-forwarded-host': 'stand-in.example' },
      { host: `127.0.0.1:${port}`, referer: `${publicUrl}/docs` },
    ];
    for (const headers of visits) {
      const { servers } = JSON.parse(await textUnder(port, '/openapi.json', headers));
      expect(servers).toEqual([{ url: publicUrl }]);
    }
  });

  it('speaks the words of a profile, examples and control API included', async () => {
    const document = JSON.parse((await get('/openapi.json', { profile: acme })).text);
    const search = document.paths['/v2/availability'].post;
    expect(search.requestBody.content['application/json'].example.Criteria).toHaveProperty('hotelCodes');
    expect(search.responses[200].content['application/json'].example).toHaveProperty('sessionToken');
    expect(Object.keys(document.paths)).toContain('/_control/health');
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });
});

it.each<MockSupplierOptions>([
  {},
  {
    clock: { mode: 'manual', start: Date.parse('2031-01-31T23:30:00Z') },
    credential: { Username: 'ana', Password: "o'hara $HOME `id`" },
    profile: acme,
  },
])('the command that searches works unchanged in a shell (%#)', async options => {
  const { sandboxes, dialect, fetch: send } = createMockSupplier(options);
  const command = searchCommand(sandboxes.require('default'), dialect, 'http://supplier.test');
  // A shell parses the command. A program that prints its arguments replaces curl.
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  const [, address = '', , , , body = ''] = words.split('\0');
  const answer = await send(address, { method: 'POST', body });
  expect(answer.status).toBe(200);
  expect((await answer.json()).Hotels).toHaveLength(1);
});

const page = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-x'"><p>console</p>`;

describe('the page at /console', () => {
  it('is the page that readConsole returns, with its content security policy also as a header', async () => {
    const { fetch } = createMockSupplier({ readConsole: async () => page });
    const answer = await fetch('http://supplier.test/console');
    expect([answer.status, await answer.text()]).toEqual([200, page]);
    const policy = "default-src 'none'; script-src 'sha256-x'; frame-ancestors 'none'";
    expect(answer.headers.get('content-security-policy')).toBe(policy);
  });

  it('is read only when a person visits the page', async () => {
    const readConsole = vi.fn(async () => page);
    const { fetch } = createMockSupplier({ readConsole });
    await fetch('http://supplier.test/');
    await fetch('http://supplier.test/_control/sandboxes');
    expect(readConsole).not.toHaveBeenCalled();
    await fetch('http://supplier.test/console');
    expect(readConsole).toHaveBeenCalledOnce();
  });

  it('leads from the address of a sandbox to the page of this sandbox', async () => {
    const { fetch } = createMockSupplier({ readConsole: async () => page });
    const address = 'http://supplier.test/sandbox/default/console';
    const { status, headers } = await fetch(address);
    const target = new URL(headers.get('location') ?? '', address).href;
    expect([status, target]).toEqual([302, 'http://supplier.test/console#/sandboxes/default']);
  });
});

describe('the control API for the console', () => {
  it('lists calls without headers and bodies', async () => {
    const { fetch, control } = startSupplier();
    await fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body: '{"a":1}' });
    const list = async (query: string) => (await control.ask('listExchanges', { query })).body;
    const [whole] = await list('');
    const { requestHeaders, requestBody, answerHeaders, answerBody, ...facts } = Object(whole);
    expect(requestBody).toEqual({ a: 1 });
    expect(await list('?bodies=false')).toEqual([facts]);
    expect(await list('?bodies=true')).toEqual([whole]);
    expect([requestHeaders, answerHeaders, answerBody]).not.toContain(undefined);
  });

  it('shows when a sandbox was created, and how many calls it received', async () => {
    const { fetch, control } = startSupplier({ machine: createFakeMachine(1_000).clock });
    const { body } = await control.ask('getSandbox');
    expect(body).toMatchObject({ createdAt: '1970-01-01T00:00:01.000Z', calls: 0 });
    await fetch('http://supplier.test/anything');
    expect((await control.ask('getSandbox')).body.calls).toBe(1);
  });
});
