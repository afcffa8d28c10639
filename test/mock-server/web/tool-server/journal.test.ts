import { describe, expect, it } from 'vitest';
import { startSupplier } from '../../hotel-client.ts';
import { createToolCaller, initialize } from './tool-caller.ts';

function recorded() {
  const { supplier, sandbox } = startSupplier({ credential: { Username: 'ana', Password: 's3cret-word' } });
  return { supplier, tools: createToolCaller(supplier.fetch), sandbox, journal: sandbox.journal };
}

describe('the journal', () => {
  it('holds a tool call with all that rules ask for (tool.transport, tool.headers, ver.2)', async () => {
    const { tools, journal, sandbox } = recorded();
    await tools.ask('tools/call', { name: 'get_changelog' }, { 'mcp-protocol-version': '2025-06-18' });
    const types = { accept: 'application/json, text/event-stream', contentType: 'application/json' };
    const facts = {
      number: 1,
      operation: null,
      method: 'POST',
      url: '/mcp',
      status: 200,
      closed: expect.objectContaining({ ending: 'complete' }),
      credential: { in: 'header', mark: sandbox.redactor.mark('Bearer demo-mcp-token') },
      tool: { ...types, revision: '2025-06-18', method: 'tools/call', name: 'get_changelog' },
    };
    expect(journal.read()).toEqual([expect.objectContaining({ facts: expect.objectContaining(facts) })]);
  });

  it('holds the revision that an initialize asks for, and the code of an error', async () => {
    const { tools, journal } = recorded();
    await tools.ask('initialize', initialize('2025-03-26'));
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
  const meta = (secret: string) => ({ progressToken: secret, [secret]: 1 });
  const bodies: [string, (secret: string) => unknown][] = [
    ['an argument', search => toolCall({ name: 'list_endpoints', arguments: { search } })],
    ['an unknown argument', endpointId => toolCall({ name: 'get_endpoint', arguments: { endpointId } })],
    ['the name of an argument', secret => toolCall({ name: 'get_changelog', arguments: { [secret]: 1 } })],
    ['the name of a tool', secret => toolCall({ name: secret })],
    ['an id', secret => ({ ...ping, id: secret })],
    ['the id of a tool call', secret => ({ ...toolCall({ name: 'get_changelog' }), id: secret })],
    ['an object as id', secret => ({ ...ping, id: { secret } })],
    ['the method', secret => ({ ...ping, method: secret })],
    ['a method without id', secret => ({ jsonrpc: '2.0', method: secret })],
    ['the version', secret => ({ ...ping, jsonrpc: secret })],
    ['params', secret => ({ ...ping, params: secret })],
    ['params._meta', secret => toolCall({ name: 'get_changelog', _meta: meta(secret) })],
    ['no JSON', secret => `${secret} {`],
    ['a list', secret => [secret]],
  ];

  function quiet() {
    const { tools, journal, supplier } = recorded();
    supplier.sandboxes.create({ id: 'other', mcpToken: 'of-Somebody-3lse' });
    return { tools, journal, supplier };
  }

  type Sent = ReturnType<typeof quiet>;
  const sendBody = ({ tools }: Sent, body: unknown) =>
    tools.send(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = ['authorization', 'user-agent', 'accept', 'content-type', 'idempotency-key'];
  const paths = ['/mcp?access_token=SECRET', '/mcp?SECRET', '/mcp/SECRET', '/mcp?a=ESCAPED', '/SECRET/mcp'];
  type Place = [string, (secret: string, sent: Sent) => Promise<{ text: string }>];
  const places = [
    ...bodies.map(([what, write]): Place => [`as ${what}`, (secret, sent) => sendBody(sent, write(secret))]),
    ...[...headers, 'mcp-protocol-version'].map(
      (name): Place => [
        `in the header ${name}`,
        (secret, { tools }) => tools.send(JSON.stringify(ping), { [name]: `Bearer ${secret}` }),
      ],
    ),
    ...paths.map(
      (path): Place => [
        `to ${path}`,
        (secret, { supplier }) => {
          const url = path.replace('SECRET', secret).replace('ESCAPED', escaped(secret));
          return createToolCaller(supplier.fetch, `http://supplier.test${url}`).ask('ping');
        },
      ],
    ),
  ];
  const escaped = (secret: string) => `%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`;

  it.each(places)('never holds a secret that was sent %s, nor does the answer (auth.5)', async (_, send) => {
    for (const secret of secrets) {
      const sent = quiet();
      const { text } = await send(secret, sent);
      const written = text + JSON.stringify(sent.journal.read());
      expect([written.includes(secret), written.includes(escaped(secret))]).toEqual([false, false]);
    }
  });

  it('never holds the beginning of a password where a text that repeats it is cut off (auth.5)', async () => {
    for (const padding of [50, 52, 55]) {
      const long = `${'x'.repeat(padding)}s3cret-word`;
      for (const [, write] of bodies) {
        const sent = quiet();
        const { text } = await sendBody(sent, write(long));
        expect(text + JSON.stringify(sent.journal.read())).not.toContain('s3c');
      }
    }
    let cut = 0;
    for (let shift = 0; shift < 110; shift += 1) {
      const { tools } = quiet();
      const names = Array.from({ length: 10 }, (_, at) => `${at}${'y'.repeat(26 + shift / 5)}s3cret-word`);
      const wrong = Object.fromEntries(names.map(name => [name, 1]));
      const given = { endpointId: 'x'.repeat(shift % 5), ...wrong };
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
    const content = [{ type: 'text', text: `${text.slice(0, 200)}…` }];
    expect(entry?.bodies?.answer).toEqual({ jsonrpc: '2.0', id: 1, result: { content } });
    expect(JSON.stringify(entry?.bodies).length).toBeLessThan(1_000);
  });

  it('marks no call of the supplier as one of the tool server', async () => {
    const { supplier, journal } = startSupplier();
    await supplier.fetch('http://supplier.test/API/REST/Hotel.svc/Search', { method: 'POST', body: '{}' });
    expect(journal.read()[0]?.facts).not.toHaveProperty('tool');
  });

  it('shows tool calls through the control API, also as HAR', async () => {
    const { supplier, control } = startSupplier();
    await createToolCaller(supplier.fetch).ask('ping');
    const { body } = await control.ask('listExchanges', { id: 'default' });
    expect(body).toEqual([expect.objectContaining({ tool: expect.objectContaining({ method: 'ping' }) })]);
    const har = Object((await control.ask('exportHar', { id: 'default' })).body);
    expect(har.log.entries[0].request.url).toBe('http://supplier.test/mcp');
  });
});
