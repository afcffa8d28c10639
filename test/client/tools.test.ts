import { expect, it } from 'vitest';
import type { ClientOptions, LogEntry } from '#client';
import { createMockSupplier } from '#mock-server';
import { clientOf } from './flow/world.ts';

/** A supplier with a tool server, and a client with these options. */
function start(change: Partial<ClientOptions> = {}) {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start: Date.parse('2026-11-20T10:00:00Z') } });
  const { clock, journal } = supplier.sandboxes.require('default');
  const access = { mcpUrl: 'http://s.test/mcp', mcpToken: 'demo-mcp-token' };
  return { client: clientOf({ clock, fetch: supplier.fetch, ...access, ...change }), journal };
}

it('the client of the tool server asks the tool server for its documentation', async () => {
  const { client } = start();
  const { structuredContent } = await client.tools.getReference({ topic: 'retoken' });
  expect(structuredContent).toMatchObject({ retoken: { reTokenLife: '25 hours' } });
  expect((await client.tools.listEndpoints({ product: 'car' })).content[0]?.text).toContain('car.search');
  expect((await client.tools.getEndpoint({ endpointId: 'hotel.search' })).structuredContent).toMatchObject({
    id: 'hotel.search',
  });
  expect((await client.tools.getChangelog({ limit: 1 })).structuredContent).toMatchObject({
    notes: [expect.anything()],
  });
});

it('the client of the tool server reports wrong arguments of a tool, and does not call it again', async () => {
  const { client, journal } = start();
  await expect(client.tools.getEndpoint({ endpointId: 'hotel.serch' })).rejects.toMatchObject({
    name: 'HttpError',
    status: 400,
    message: expect.stringContaining('hotel.search'),
  });
  expect(journal.read()).toHaveLength(1);
});

it('the client of the tool server is refused by a tool server that does not know its token', async () => {
  const { client } = start({ mcpToken: 'another' });
  await expect(client.tools.getReference()).rejects.toMatchObject({ name: 'HttpError', status: 401 });
});

it('the client of the tool server says which options it lacks', () => {
  expect(() => clientOf({}).tools).toThrow('no mcpUrl or mcpToken');
  expect(() => start({ mcpToken: 'secret\ntoken' }).client.tools).toThrow(
    'mcpToken: a character, such as a line break, is not valid in an HTTP header',
  );
});

it('the client of the tool server reads an answer that is a stream of events', async () => {
  const message = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'answered' }] } };
  const fetch = async () =>
    new Response(`event: message\ndata: ${JSON.stringify(message)}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  const { client } = start({ fetch });
  expect((await client.tools.getReference()).content).toEqual([{ type: 'text', text: 'answered' }]);
});

it("auth.5: the client of the tool server logs none of the client's own secrets, though the samples of the tool server have them", async () => {
  const secrets = ['a-long-password', 'a-long-static-token', 'a-long-mcp-token'] as const;
  const [Password, staticToken, mcpToken] = secrets;
  const credential = { Username: 'agency', Password };
  const supplier = createMockSupplier({ credential, staticToken, mcpToken, clock: { mode: 'auto' } });
  const log: LogEntry[] = [];
  const { clock } = supplier.sandboxes.require('default');
  const logger = (entry: LogEntry) => void log.push(entry);
  const { tools } = start({ credential, staticToken, mcpToken, fetch: supplier.fetch, clock, logger }).client;
  const answers = [
    await tools.getEndpoint({ endpointId: 'hotel.search' }),
    await tools.getEndpoint({ endpointId: 'airportDetail' }),
  ].map(answer => JSON.stringify(answer));
  expect(answers).toEqual([Password, staticToken].map(secret => expect.stringContaining(secret)));
  const text = JSON.stringify(log);
  expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
});
