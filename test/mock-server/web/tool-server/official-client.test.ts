import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolNames } from '#contracts/tools';
import { type Listening, listen } from '#mock-server/node';
import { startSupplier } from '../../hotel-client.ts';

const { supplier, journal } = startSupplier();
const client = new Client({ name: 'test', version: '1' });
let listening: Listening;

beforeAll(async () => {
  listening = await listen(supplier, { port: 0 });
  const requestInit = { headers: { Authorization: 'Bearer demo-mcp-token' } };
  const transport = new StreamableHTTPClientTransport(new URL(`${listening.url}/mcp`), { requestInit });
  await client.connect(transport);
});
afterAll(async () => {
  await client.close();
  await listening.close();
});

describe('the official client of the protocol, over a port (tool.transport, tool.methods)', () => {
  it('begins a session without state, and lists the tools', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'understudy', title: 'Understudy' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    await client.ping();
  });

  it.each([
    ['list_endpoints', { product: 'hotel' }, 'hotel.search'],
    ['get_endpoint', { endpointId: 'getBookingDetail' }, 'curl -s'],
    ['get_changelog', { limit: 1 }, '2026-'],
    ['get_reference', { topic: 'retoken' }, '25 hours'],
  ])('calls %s', async (name, given, part) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
    expect(isError).toBeFalsy();
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining(part) }]);
    expect(structuredContent).toEqual(expect.any(Object));
  });

  it('learns what is wrong with its arguments', async () => {
    const call = client.callTool({ name: 'get_endpoint', arguments: { endpointId: 'hotel.serch' } });
    await expect(call).rejects.toThrow('did you mean "hotel.search"?');
  });

  it('sent nothing that the server refused but the GET for a stream, which is optional', () => {
    const calls = journal.read().map(({ facts }) => facts);
    const refused = calls.filter(({ status }) => status !== 200 && status !== 202);
    expect(refused.map(({ method, status }) => [method, status])).toEqual([['GET', 405]]);
    expect(calls[0]?.tool?.method).toBe('initialize');
  });
});
