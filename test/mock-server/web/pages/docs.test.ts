import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { controlEndpoints } from '#contracts/control';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { startSupplier } from '../../hotel-client.ts';
import { requestText, sendRaw } from '../../pipeline/raw-socket.ts';

const consolePage = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">${' '.repeat(2_000)}`;
const supplier = createMockSupplier({ readConsole: async () => consolePage });
const listening = await listen(supplier, { port: 0 });
afterAll(() => listening.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(listening.url + path, { headers, redirect: 'manual' });

it.each([
  ['/', 3],
  ['/scenarios', 2],
  ['/console', 5],
  ['/docs', 3],
  ['/docs/swagger-ui.css', 5],
  ['/docs/swagger-ui-bundle.js', 3],
  ['/openapi.json', 5],
  ['/llms-full.txt', 2],
  ['/sandbox/default/openapi.json', 5],
])('the server sends %s compressed to a client that accepts gzip, at most 1/%d', async (path, factor) => {
  const plain = await get(path, { 'accept-encoding': 'identity' });
  const size = (await plain.arrayBuffer()).byteLength;
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toMatch(/accept-encoding/i);
  const packed = await new Promise<IncomingMessage>(resolve =>
    request(listening.url + path, { headers: { 'accept-encoding': 'gzip, br' } }, resolve).end(),
  );
  expect(packed.headers['content-encoding']).toBe('gzip');
  const { byteLength } = await buffer(packed);
  expect(byteLength).toBeLessThan(size / factor);
});

describe('the page at /docs', () => {
  it('lists every operation before its script has loaded, and without a script', async () => {
    const page = await (await get('/docs')).text();
    for (const { method, path, summary } of Object.values(operations))
      expect(page).toContain(`<li><code>${method} ${path}</code> ${summary}</li>`);
  });

  it('lets only scripts, styles and addresses of its own server be used', async () => {
    const answer = await get('/docs');
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy.filter(rule => /unsafe|\*|https?:/.test(rule))).toEqual([]);
    const page = await answer.text();
    expect(page.match(/<script(?! src="\.\/docs\/)|<style|\son\w+=|https?:/g)).toBeNull();
  });

  it.each([
    ['swagger-ui.css', 'text/css; charset=utf-8', '.swagger-ui'],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'SwaggerUIBundle'],
    ['start.js', 'text/javascript; charset=utf-8', 'validatorUrl: null'],
  ])('loads %s as %s, and no second time while it is the same', async (file, type, part) => {
    const answer = await get(`/docs/${file}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toContain(part);
    const again = await get(`/docs/${file}`, { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    '/docs/package.json',
    '/docs/index.html',
    '/docs/constructor',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/../../package.json',
    '/docs//etc/passwd',
    '/docs/swagger-ui.css/../../LICENSE',
    '/docs/%00',
    '/docs/%',
  ])('hands out no other file (%s)', async path => {
    // fetch would resolve the dots of the path before the request.
    expect((await sendRaw(listening.port, requestText(`GET ${path}`))).status).toBe(404);
  });

  it('is found with a slash at its end, also under the prefix of a proxy', async () => {
    const answer = await get('/docs/');
    expect(answer.status).toBe(302);
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location, 'https://a.example/mock/docs/').href).toBe('https://a.example/mock/docs');
  });

  it('names an alternative in process, where files are not served', async () => {
    const supplier = createMockSupplier();
    const page = await supplier.fetch('http://supplier.test/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(await page.text()).toMatch(/understudy serve[\s\S]*\.\/openapi\.json/);
    expect((await supplier.fetch('http://supplier.test/docs/swagger-ui.css')).status).toBe(404);
  });
});

const examples = Object.values(controlEndpoints).filter(endpoint => 'example' in endpoint);
it.each(examples)('an example of the control API can be sent as it stands: $method $path', async endpoint => {
  const { method, path, example } = endpoint;
  const { fetch: send, client } = startSupplier();
  const { BookingId } = await client.book();
  const filled = path.replace('{id}', 'default').replace('{bookingId}', BookingId);
  const headers = { 'content-type': 'application/json' };
  const init = { method, headers, body: JSON.stringify(example) };
  const answer = await send(`http://supplier.test${filled}`, init);
  expect(await answer.json()).not.toHaveProperty('error');
  expect([200, 201]).toContain(answer.status);
});

describe('the guides for language models', () => {
  it('are listed at /llms.txt, with links that the server answers', async () => {
    const list = await get('/llms.txt');
    expect(list.headers.get('content-type')).toMatch(/^text\/plain/i);
    const links = Array.from((await list.text()).matchAll(/\]\(([^)]+)\)/g), ([, link = '']) => link);
    expect(links).toContain('llms/guides/run.md');
    for (const link of links) {
      const page = await (await get(`/${link}`)).text();
      expect(page, link).toMatch(/^# /);
      expect(await (await get('/llms-full.txt')).text()).toContain(page);
    }
  });

  const others = ['package.json', '%2e%2e%2fpackage.json', 'decisions/README.md', ''];
  it.each(others)('are the only files: /llms/%s', async file => {
    expect((await get(`/llms/${file}`)).status).toBe(404);
  });

  it('do not exist in process', async () => {
    const answer = await createMockSupplier().fetch(new Request('http://localhost/llms.txt'));
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('A server on a port');
  });
});
