import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import type { Fetch } from '../../control/control-client.ts';
import { createControlClient } from '../../control/control-client.ts';
import { serve } from '../../over-port.ts';
import { createToolCaller, type Headings } from './tool-caller.ts';

async function sampleOf(endpointId: string, fetch: Fetch, url?: string, headers: Headings = {}) {
  const params = { name: 'get_endpoint', arguments: { endpointId } };
  const { body, text } = await createToolCaller(fetch, url).ask('tools/call', params, headers);
  if (!body.result) throw new Error(text);
  return (body.result.structuredContent as { sample: string }).sample; // the tool's shape
}

describe('the address in a sample', () => {
  it.each([
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example:8443, b' }, 'https://a.example:8443'],
    [{ 'x-forwarded-host': 'a.example', 'x-forwarded-prefix': '/mock' }, 'http://a.example/mock'],
    // A stranger can send any value.
    [{ 'x-forwarded-host': `x';rm -rf "$HOME";'`, 'x-forwarded-prefix': '/$(id)' }, 'http://supplier.test'],
  ])('is that of a proxy, if it is an address: %j', async (headers, address) => {
    const script = await sampleOf('hotel.search', createMockSupplier().fetch, undefined, headers);
    expect(script).toContain(`'${address}/API/REST/`);
    expect(script).not.toMatch(/rm -rf|\$\(id\)/);
  });

  it('is the public one of a server that has one, with the prefix of the sandbox', async () => {
    const publicUrl = 'https://understudy.example.com';
    const supplier = createMockSupplier();
    const { localUrl } = await serve(supplier, { publicUrl });
    const authorization = `Bearer ${supplier.sandboxes.create({ id: 's1' }).identity.mcpToken}`;
    const script = await sampleOf('hotel.search', fetch, `${localUrl}/sandbox/s1/mcp`, { authorization });
    expect(script).toContain(`'${publicUrl}/sandbox/s1/API/REST/Hotel.svc/Search'`);
  });

  it('is that of the port that belongs to the sandbox', async () => {
    const supplier = createMockSupplier();
    const control = createControlClient(fetch, (await serve(supplier)).url);
    const { body } = await control.ask('createSandbox', { body: { id: 'own', port: 0 } });
    const { baseUrl, mcpUrl, mcpToken } = body;
    expect(mcpUrl).toBe(`${baseUrl}/mcp`);
    const script = await sampleOf('hotel.search', fetch, mcpUrl, { authorization: `Bearer ${mcpToken}` });
    expect(script).toContain(`'${baseUrl}/API/REST/Hotel.svc/Search'`);
    expect(supplier.sandboxes.require('own').journal.read()).toHaveLength(1);
  });

  it('comes with variables for the credential and the token where other machines reach the server', async () => {
    const { port } = await serve(createMockSupplier(), { host: '0.0.0.0', controlToken: 'token' });
    const tools = createToolCaller(fetch, `http://127.0.0.1:${port}/mcp`);
    for (const [endpointId, needs] of [
      ['getBookingDetail', ['UNDERSTUDY_USERNAME', 'UNDERSTUDY_PASSWORD']],
      ['airportDetail', ['UNDERSTUDY_STATIC_TOKEN']],
    ] as const) {
      const { text, data } = await tools.tell('get_endpoint', { endpointId });
      expect(data.sampleNeeds).toEqual(needs);
      expect(text).toContain(`Set ${needs.join(', ')} to the values that the server was started with`);
      expect(data.sample).not.toMatch(/"demo"|demo-static-token/);
    }
  });
});
