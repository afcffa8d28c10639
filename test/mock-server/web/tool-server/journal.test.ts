import { describe, expect, it } from 'vitest';
import { createTestSupplier, startSupplier } from '../../hotel-client.ts';
import { createToolCaller } from './tool-caller.ts';

function recorded() {
  const { supplier, sandbox } = startSupplier({ credential: { Username: 'ana', Password: 's3cret-word' } });
  return { supplier, tools: createToolCaller(supplier.fetch), sandbox, journal: sandbox.journal };
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
        credential: { in: 'header', mark: sandbox.redactor.mark('Bearer demo-mcp-token') },
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

  const secrets = ['s3cret-word', 'demo-mcp-token'];
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const toolCall = (params: object) => ({ ...ping, method: 'tools/call', params });
  const bodies: [string, (secret: string) => unknown][] = [
    ['an argument', secret => toolCall({ name: 'list_endpoints', arguments: { search: secret } })],
    [
      'an argument that does not exist',
      secret => toolCall({ name: 'get_endpoint', arguments: { endpointId: secret } }),
    ],
    ['the name of an argument', secret => toolCall({ name: 'get_changelog', arguments: { [secret]: 1 } })],
    ['the name of a tool', secret => toolCall({ name: secret })],
    ['an id', secret => ({ ...ping, id: secret })],
    ['the id of a tool call', secret => ({ ...toolCall({ name: 'get_changelog' }), id: secret })],
    ['an object as id', secret => ({ ...ping, id: { secret } })],
    ['the method', secret => ({ ...ping, method: secret })],
    ['a method without id', secret => ({ jsonrpc: '2.0', method: secret })],
    ['the version', secret => ({ ...ping, jsonrpc: secret })],
    ['params', secret => ({ ...ping, params: secret })],
    [
      'params._meta',
      secret => toolCall({ name: 'get_changelog', _meta: { progressToken: secret, [secret]: 1 } }),
    ],
    ['no JSON', secret => `${secret} {`],
    ['a list', secret => [secret]],
  ];

  function quiet() {
    const { tools, journal, supplier } = recorded();
    supplier.sandboxes.create({ id: 'other', mcpToken: 'of-Somebody-3lse' });
    return { tools, journal, supplier };
  }

  type Tools = ReturnType<typeof quiet>['tools'];
  const sendBody = (tools: Tools, body: unknown) =>
    tools.send(typeof body === 'string' ? body : JSON.stringify(body));
  const places: [string, (secret: string, sent: ReturnType<typeof quiet>) => Promise<{ text: string }>][] = [
    ...bodies.map(([what, write]): (typeof places)[number] => [
      `as ${what}`,
      (secret, { tools }) => sendBody(tools, write(secret)),
    ]),
    ...[
      'authorization',
      'user-agent',
      'accept',
      'content-type',
      'idempotency-key',
      'mcp-protocol-version',
    ].map((name): (typeof places)[number] => [
      `in the header ${name}`,
      (secret, { tools }) => tools.send(JSON.stringify(ping), { [name]: `Bearer ${secret}` }),
    ]),
    ...['/mcp?access_token=SECRET', '/mcp?SECRET', '/mcp/SECRET', '/mcp?a=ESCAPED', '/SECRET/mcp'].map(
      (path): (typeof places)[number] => [
        `to ${path}`,
        (secret, { supplier }) => {
          const url = path.replace('SECRET', secret).replace('ESCAPED', escaped(secret));
          return createToolCaller(supplier.fetch, `http://supplier.test${url}`).ask('ping');
        },
      ],
    ),
  ];
  const escaped = (secret: string) => `%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;

  it.each(places)(
    'never holds a bearer or a password, nor does the answer, when it was sent %s (auth.5)',
    async (_, send) => {
      for (const secret of secrets) {
        const sent = quiet();
        const { text } = await send(secret, sent);
        const written = text + JSON.stringify(sent.journal.read());
        expect([written.includes(secret), written.includes(escaped(secret))]).toEqual([false, false]);
      }
    },
  );

  it('never holds the beginning of a password where a text that repeats it is cut off (auth.5)', async () => {
    for (const padding of [50, 52, 55]) {
      const long = `${'x'.repeat(padding)}s3cret-word`;
      for (const [, write] of bodies) {
        const { tools, journal } = quiet();
        const { text } = await sendBody(tools, write(long));
        expect(text + JSON.stringify(journal.read())).not.toContain('s3c');
      }
    }
    let cut = 0;
    for (let shift = 0; shift < 110; shift += 1) {
      const { tools } = quiet();
      const names = Array.from({ length: 10 }, (_, at) => `${at}${'y'.repeat(26 + shift / 5)}s3cret-word`);
      const given = Object.fromEntries([
        ['endpointId', 'x'.repeat(shift % 5)],
        ...names.map(name => [name, 1]),
      ]);
      const { text, body } = await tools.ask('tools/call', { name: 'get_endpoint', arguments: given });
      expect(text).not.toContain('s3c');
      if (body.error?.message.endsWith('***…')) cut += 1;
    }
    expect(cut).toBeGreaterThan(0);
  });

  it('keeps the beginning of what a tool returned', async () => {
    const { tools, journal } = recorded();
    const { text } = await tools.tell('get_reference');
    const [entry] = journal.read();
    expect(entry?.bodies?.answer).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: `${text.slice(0, 200)}…` }] },
    });
    expect(JSON.stringify(entry?.bodies).length).toBeLessThan(1_000);
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
