import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplier } from '#mock-server';
import { serve } from '../../over-port.ts';

const credential = { Username: 'bob', Password: '0ther-word' };
const own = { id: 's1', credential, staticToken: 'Other-St4tic', managerId: 77 };

function create(): MockSupplier {
  const supplier = createMockSupplier({ credential: { Username: 'ana', Password: 's3cret-word' } });
  supplier.sandboxes.create(own);
  return supplier;
}

async function get(supplier: MockSupplier, path: string) {
  const answer = await supplier.fetch(`http://supplier.test${path}`);
  return { status: answer.status, text: await answer.text() };
}

describe('the pages of a sandbox under its prefix', () => {
  it.each(['/sandbox/s1/', '/sandbox/s1', '/sandbox/s1?x=1'])('tell at %s how to reach it', async path => {
    const { status, text } = await get(create(), path);
    expect(status).toBe(200);
    for (const part of ['http://supplier.test/sandbox/s1', 'http://supplier.test/sandbox/s1/mcp', 's1'])
      expect(text).toContain(`<code>${part}</code>`);
    for (const part of ['sandbox/s1/docs', '_control/health'])
      expect(text).toContain(`href="http://supplier.test/${part}"`);
    for (const part of ['0ther-word', 'Other-St4tic']) expect(text).toContain(part);
    expect(text).not.toContain('s3cret-word');
  });

  it('are shown also at the end of the last year with four digits', async () => {
    const supplier = create();
    const start = Date.parse('9999-12-31T23:59:59Z');
    supplier.sandboxes.create({ id: 's2', clock: { mode: 'manual', start } });
    const { status, text } = await get(supplier, '/sandbox/s2/');
    expect([status, text]).toEqual([200, expect.stringContaining('9999-12-31')]);
  });

  it('hold a contract whose examples can be sent to that sandbox as they stand', async () => {
    const supplier = create();
    const document = JSON.parse((await get(supplier, '/sandbox/s1/openapi.json')).text);
    expect(document.servers).toEqual([{ url: 'http://supplier.test/sandbox/s1' }]);
    const path = '/API/REST/Hotel.svc/Search';
    const { example } = document.paths[path].post.requestBody.content['application/json'];
    expect(example.Credential).toEqual(own.credential);
    const init = { method: 'POST', body: JSON.stringify(example) };
    expect((await supplier.fetch(document.servers[0].url + path, init)).status).toBe(200);
    const paths = Object.keys(document.paths);
    expect(paths.filter(one => one.startsWith('/_control'))).toEqual([]);
  });

  it('are served over a port, with the files of the page for trying out, and leave no trace in a journal', async () => {
    const supplier = create();
    const { url } = await serve(supplier);
    const paths = ['/', '/scenarios', '/openapi.json', '/docs', '/docs/start.js', '/docs/swagger-ui.css'];
    for (const path of paths)
      expect([path, (await fetch(`${url}/sandbox/s1${path}`)).status]).toEqual([path, 200]);
    expect(await (await fetch(`${url}/sandbox/s1/`)).text()).toContain('0ther-word');
    expect(supplier.sandboxes.require('s1').journal.read()).toEqual([]);
    const posted = await fetch(`${url}/sandbox/s1/docs`, { method: 'POST' });
    expect(posted.status).toBe(404);
  });

  it('keep its credential to themselves where a public name is known, and name that address', async () => {
    const supplier = create();
    const publicUrl = 'https://stand-in.example';
    const { localUrl } = await serve(supplier, { publicUrl });
    const [home, document] = await Promise.all(
      ['/', '/openapi.json'].map(async path => (await fetch(`${localUrl}/sandbox/s1${path}`)).text()),
    );
    expect(home).toContain(`<code>${publicUrl}/sandbox/s1</code>`);
    expect(`${home}${document}`).not.toMatch(/0ther-word|Other-St4tic/);
    const servers = [localUrl, publicUrl].map(base => ({ url: `${base}/sandbox/s1` }));
    expect(JSON.parse(document ?? '').servers).toEqual(servers);
  });

  const paths = ['/', '/scenarios', '/openapi.json', '/docs'];
  it.each(paths)('say of a sandbox that is not there that it is not, at %s', async path => {
    const { status, text } = await get(create(), `/sandbox/s9${path}`);
    const Message = 'this server has no sandbox "s9"; GET /_control/sandboxes lists your sandboxes';
    expect([status, JSON.parse(text).Errors[0]]).toMatchObject([404, { Code: 'NotFound', Message }]);
  });
});
