import { expect, it } from 'vitest';
import { createClient, type LogEntry } from '#client';
import { createMockSupplier } from '#mock-server';

function start(faults: readonly string[] = []) {
  const supplier = createMockSupplier({
    clock: { mode: 'auto', start: Date.parse('2026-11-20T10:00:00Z') },
    faults,
  });
  const { clock, journal } = supplier.sandboxes.require('default');
  const options = {
    baseUrl: 'http://s.test',
    credential: { Username: 'demo', Password: 'demo' },
    clock,
    fetch: supplier.fetch,
  };
  const client = createClient({ ...options, mcpUrl: 'http://s.test/mcp', mcpToken: 'demo-mcp-token' });
  return { client, journal, options };
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
  const { options } = start();
  const client = createClient({ ...options, mcpUrl: 'http://s.test/mcp', mcpToken: 'another' });
  await expect(client.tools.getReference()).rejects.toMatchObject({ name: 'HttpError', status: 401 });
});

it('the client of the tool server says which options it lacks', () => {
  const { options } = start();
  expect(() => createClient(options).tools).toThrow('no mcpUrl or mcpToken');
  const broken = createClient({ ...options, mcpUrl: 'http://s.test/mcp', mcpToken: 'secret\ntoken' });
  expect(() => broken.tools).toThrow(
    'mcpToken: a character, such as a line break, is not valid in an HTTP header',
  );
});

it('the client of the tool server reads an answer that is a stream of events', async () => {
  const { options } = start();
  const message = { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'answered' }] } };
  const fetch = async () =>
    new Response(`event: message\ndata: ${JSON.stringify(message)}\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    });
  const client = createClient({ ...options, fetch, mcpUrl: 'http://s.test/mcp', mcpToken: 'x' });
  expect((await client.tools.getReference()).content).toEqual([{ type: 'text', text: 'answered' }]);
});

it("auth.5: the client of the tool server logs none of the client's own secrets, though the samples of the tool server have them", async () => {
  const secrets = ['a-long-password', 'a-long-static-token', 'a-long-mcp-token'] as const;
  const [Password, staticToken, mcpToken] = secrets;
  const credential = { Username: 'agency', Password };
  const supplier = createMockSupplier({ credential, staticToken, mcpToken, clock: { mode: 'auto' } });
  const log: LogEntry[] = [];
  const { tools } = createClient({
    baseUrl: 'http://s.test',
    credential,
    staticToken,
    mcpUrl: 'http://s.test/mcp',
    mcpToken,
    fetch: supplier.fetch,
    clock: supplier.sandboxes.require('default').clock,
    logger: entry => void log.push(entry),
  });
  const answers = [
    await tools.getEndpoint({ endpointId: 'hotel.search' }),
    await tools.getEndpoint({ endpointId: 'airportDetail' }),
  ].map(answer => JSON.stringify(answer));
  expect(answers.map((answer, index) => answer.includes([Password, staticToken][index] ?? ''))).toEqual([
    true,
    true,
  ]);
  const text = JSON.stringify(log);
  expect(secrets.filter(secret => text.includes(secret))).toEqual([]);
});
