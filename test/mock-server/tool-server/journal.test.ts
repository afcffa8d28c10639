import { describe, expect, it } from 'vitest';
import { createTestSupplier } from '../hotel-client.ts';
import { createToolCaller } from './tool-caller.ts';

function recorded() {
  const supplier = createTestSupplier({ credential: { Username: 'ana', Password: 's3cret-word' } });
  const sandbox = supplier.sandboxes.require('default');
  return { tools: createToolCaller(supplier.fetch), sandbox, journal: sandbox.journal };
}

describe('the journal', () => {
  it('holds a tool call with all that rules ask for (tool.transport, tool.headers, ver.2)', async () => {
    const { tools, journal, sandbox } = recorded();
    await tools.ask('tools/call', { name: 'get_changelog' }, { 'mcp-protocol-version': '2025-06-18' });
    expect(journal.read().map(({ facts }) => facts)).toEqual([
      expect.objectContaining({
        number: 1,
        operation: null,
        method: 'POST',
        url: '/mcp',
        status: 200,
        closed: expect.objectContaining({ ending: 'complete' }),
        credential: { in: 'header', mark: sandbox.fingerprint('Bearer demo-mcp-token') },
        tool: {
          accept: 'application/json, text/event-stream',
          contentType: 'application/json',
          revision: '2025-06-18',
          method: 'tools/call',
          name: 'get_changelog',
        },
      }),
    ]);
  });

  it('holds the revision that an initialize asks for, and the code of an error', async () => {
    const { tools, journal } = recorded();
    await tools.ask('initialize', {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    await tools.ask('tools/call', { name: 'nothing' });
    await tools.send('{', { accept: 'text/html' });
    await tools.send(undefined, {}, 'GET');
    expect(journal.read().map(({ facts }) => [facts.method, facts.status, facts.tool])).toEqual([
      ['POST', 200, expect.objectContaining({ method: 'initialize', revision: '2025-03-26' })],
      ['POST', 200, expect.objectContaining({ name: 'nothing', error: -32_602 })],
      ['POST', 406, { accept: 'text/html', contentType: 'application/json', error: -32_000 }],
      ['GET', 405, expect.objectContaining({ error: -32_000 })],
    ]);
  });

  it('never holds a bearer or a password, whoever sent it and wherever (auth.5)', async () => {
    const { tools, journal } = recorded();
    await tools.tell('get_endpoint', { endpointId: 'hotel.doBooking' });
    await tools.ask('tools/call', { name: 'list_endpoints', arguments: { search: 's3cret-word' } });
    await tools.ask('ping', undefined, { authorization: 'Bearer of-somebody-else' });
    await tools.send('s3cret-word {');
    const all = JSON.stringify(journal.read());
    expect(all).not.toMatch(/s3cret-word|demo-mcp-token|of-somebody-else/);
    expect(all).toContain('hotel.doBooking');
  });

  it('keeps of what a tool told the beginning', async () => {
    const { tools, journal } = recorded();
    const { text } = await tools.tell('get_reference');
    const [entry] = journal.read();
    expect(JSON.parse(entry?.bodies ?? '').answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: `${text.slice(0, 200)}…` }] },
    });
    expect(entry?.bodies?.length).toBeLessThan(1_000);
  });

  it('marks no call of the supplier as one of the tool server', async () => {
    const supplier = createTestSupplier();
    await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body: '{}' });
    expect(supplier.sandboxes.require('default').journal.read()[0]?.facts).not.toHaveProperty('tool');
  });

  it('shows tool calls through the control API, also as HAR', async () => {
    const supplier = createTestSupplier();
    await createToolCaller(supplier.fetch).ask('ping');
    const get = async (path: string) =>
      (await supplier.fetch(`http://supplier.test/_control/sandboxes/default/${path}`)).json();
    expect(await get('exchanges')).toEqual([
      expect.objectContaining({ tool: expect.objectContaining({ method: 'ping' }) }),
    ]);
    expect((await get('exchanges.har')).log.entries[0].request.url).toBe('http://supplier.test/mcp');
  });
});
