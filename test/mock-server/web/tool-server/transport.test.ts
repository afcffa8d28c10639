import { describe, expect, it } from 'vitest';
import type { ListenOptions } from '#mock-server/node';
import { createTestSupplier, startSupplier } from '../../hotel-client.ts';
import { sendWith, serve } from '../../over-port.ts';
import { createToolCaller, type Headings, initialize, rightHeaders } from './tool-caller.ts';

const supplier = createTestSupplier();
const tools = createToolCaller(supplier.fetch);

async function expectRefusal(headers: Headings, status: number, message: string): Promise<void> {
  const { body, brief } = await tools.ask('ping', undefined, headers);
  expect([body.jsonrpc, brief]).toEqual(['2.0', `${status} -32000 null`]);
  expect(body.error?.message).toContain(message);
}

const allowed = async (method: string) => {
  const { status, headers, body } = await tools.send(undefined, {}, method);
  return { brief: `${status} ${headers.get('allow')}`, body };
};

describe('the transport', () => {
  it('lets no auto clock jump while it is loaded for its first call', async () => {
    const { supplier: fresh, clock } = startSupplier({ clock: { mode: 'auto', start: 0 } });
    const patience = new AbortController();
    const asleep = clock.sleep(15_000, patience.signal).then(
      () => 'jumped',
      () => 'stood still',
    );
    await createToolCaller(fresh.fetch).ask('ping');
    patience.abort();
    expect([await asleep, clock.now()]).toEqual(['stood still', 0]);
  });

  it('tool.transport: answers JSON-RPC by POST, with the headers that every answer of the sandbox has', async () => {
    const { status, headers, body } = await tools.ask('ping');
    expect({ status, body }).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-understudy-sandbox')).toBe('default');
    expect(headers.get('x-understudy-exchange')).toMatch(/^\d+$/);
    expect(headers.get('x-understudy-time')).toBe('2026-11-20T10:00:00.000Z');
    expect(headers.get('date')).toBe('Fri, 20 Nov 2026 10:00:00 GMT');
  });

  const others = ['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'];
  it.each(others)('err.405, tool.transport: refuses %s and allows POST only', async method => {
    const { brief, body } = await allowed(method);
    expect(brief).toBe('405 POST');
    expect(body.error?.message).toContain(`"${method}" is not a method of the tool server; send`);
  });

  it('err.405: refuses HEAD, without a body', async () => {
    expect(await allowed('HEAD')).toEqual({ brief: '405 POST', body: {} });
  });

  it.each([
    ['no Authorization', null, 'Authorization is missing; send "Authorization: Bearer <token>"'],
    ['another token', 'Bearer demo-mcp-tokem', 'the token is not the token of sandbox "default"'],
    ['a longer token', 'Bearer demo-mcp-token2', 'the token is not the token'],
    ['a user name and password', 'Basic ZGVtbzpkZW1v', 'is not a bearer token'],
    ['the token alone', 'demo-mcp-token', 'is not a bearer token'],
    ['a scheme of another case', 'bearer demo-mcp-token', 'differs in upper and lower case'],
    ['a token of another case', 'Bearer DEMO-mcp-token', 'differs in upper and lower case'],
    ['two spaces', 'Bearer  demo-mcp-token', 'must match letter by letter'],
  ])('auth.3: refuses %s with 401', async (_, authorization, message) => {
    const { status, headers, body } = await tools.ask('ping', undefined, { authorization });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer realm="understudy tool server"');
    expect(body.error?.message).toContain(message);
    expect(body.error?.message).not.toContain('demo-mcp-token');
  });

  it("auth.3: names the sandbox that a token belongs to, and takes it at that sandbox's address", async () => {
    const { identity } = supplier.sandboxes.create({ id: 'other' });
    const authorization = `Bearer ${identity.mcpToken}`;
    const message = 'this token belongs to sandbox "other", but the call reached "default"';
    await expectRefusal({ authorization }, 401, message);
    const there = createToolCaller(supplier.fetch, 'http://supplier.test/sandbox/other/mcp');
    const { status, headers } = await there.ask('ping', undefined, { authorization });
    expect([status, headers.get('x-understudy-sandbox')]).toEqual([200, 'other']);
  });

  it.each([
    [null, 'Accept is missing'],
    ['application/json', 'Accept lacks text/event-stream'],
    ['text/event-stream', 'Accept lacks application/json'],
    ['*/*', 'Accept lacks application/json and text/event-stream'],
    ['application/jsonx, text/event-stream', 'Accept lacks application/json;'],
    ['application/json, text/event-stream;q=0', 'Accept lacks text/event-stream'],
    ['application/json; q=0.00, text/event-stream', 'Accept lacks application/json;'],
  ])('tool.headers: refuses Accept %s with 406', async (accept, message) => {
    await expectRefusal({ accept }, 406, message);
  });

  const good = ['application/json;q=0.9, text/event-stream;q=0.1', 'Text/Event-Stream, APPLICATION/JSON'];
  it.each(good)('tool.headers: takes Accept %s', async accept => {
    expect((await tools.ask('ping', undefined, { accept })).status).toBe(200);
  });

  it.each([
    [null, 415],
    ['text/plain', 415],
    ['application/json-seq', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/json; charset="UTF-8"', 200],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json; charset=utf-16', 415],
  ])('tool.headers: answers Content-Type %s with %i', async (type, status) => {
    expect((await tools.ask('ping', undefined, { 'content-type': type })).status).toBe(status);
  });

  it('refuses a compressed body with 415 that names Content-Encoding, and accepts one whose Content-Encoding is identity', async () => {
    const message = 'Content-Encoding is "gzip"; send the message without compression';
    await expectRefusal({ 'content-encoding': 'gzip' }, 415, message);
    expect((await tools.ask('ping', undefined, { 'content-encoding': 'identity' })).status).toBe(200);
  });

  const revisions = ['2025-03-26', '2025-11-25', '', 'x'];
  it.each(revisions)('ver.2: refuses MCP-Protocol-Version "%s" with 400', async version => {
    const message = 'this server supports only 2025-06-18';
    await expectRefusal({ 'mcp-protocol-version': version }, 400, message);
  });

  it('ver.2: accepts 2025-06-18, and offers it to a client that requests another revision', async () => {
    expect((await tools.ask('ping', undefined, { 'mcp-protocol-version': '2025-06-18' })).status).toBe(200);
    const { body } = await tools.ask('initialize', initialize('2025-11-25'));
    expect(body.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'understudy' } });
  });

  it('says first what comes first: method before bearer, bearer before Accept, Accept before the body', async () => {
    const bad = { authorization: null, accept: 'x', 'content-type': 'x' };
    expect((await tools.send(undefined, bad, 'GET')).status).toBe(405);
    expect((await tools.send('{', bad)).status).toBe(401);
    expect((await tools.send('{', { accept: 'x', 'content-type': 'x' })).status).toBe(406);
    expect((await tools.send('{', { 'content-type': 'x' })).status).toBe(415);
    expect((await tools.send('{', { 'mcp-protocol-version': 'x' })).body.error?.code).toBe(-32_000);
    expect((await tools.send('{')).body.error?.code).toBe(-32_700);
  });

  it('refuses every call of a sandbox that was closed with 410', async () => {
    const { identity } = supplier.sandboxes.create({ id: 'done' });
    supplier.sandboxes.require('done').close();
    const there = createToolCaller(supplier.fetch, 'http://supplier.test/sandbox/done/mcp');
    const authorization = `Bearer ${identity.mcpToken}`;
    const { status, body } = await there.ask('ping', undefined, { authorization });
    const message = 'sandbox "done" is closed; reset this sandbox or create another';
    expect([status, body.error?.message]).toEqual([410, message]);
  });

  it('is served at /mcp, also with a query or a final slash, and nowhere else', async () => {
    const status = async (path: string) =>
      (await createToolCaller(supplier.fetch, `http://supplier.test${path}`).ask('ping')).status;
    expect(await status('/mcp?x=1')).toBe(200);
    expect(await status('/mcp/')).toBe(200);
    expect(await status('/mcps')).toBe(404);
    expect(await status('/mcp/x')).toBe(404);
    expect(await status('/sandbox/unknown/mcp')).toBe(404);
  });
});

async function overPort(headers: Record<string, string>, options: ListenOptions = {}) {
  const { port } = await serve(createTestSupplier(), options);
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const url = `http://127.0.0.1:${port}/mcp`;
  return sendWith({ ...rightHeaders, ...headers }, { url, method: 'POST', body });
}

describe('a call over a port', () => {
  it('is refused with 403 under a Host that the server does not have, before any other check', async () => {
    const { status, text } = await overPort({ host: 'rebound.example', authorization: 'x' });
    expect(status).toBe(403);
    expect(JSON.parse(text).error.message).toContain(`Host "rebound.example" is not a name of this server`);
  });

  it('is refused with 403 from a page of another origin, and taken from its own', async () => {
    const { status, text } = await overPort({ origin: 'https://evil.example' });
    expect(status).toBe(403);
    const message = 'Origin "https://evil.example" is not a page of this server';
    expect(JSON.parse(text).error.message).toContain(message);
    expect((await overPort({ host: 'localhost:1', origin: 'http://localhost:1' })).status).toBe(200);
    const own = { publicUrl: 'https://understudy.example.com' };
    expect((await overPort({ origin: own.publicUrl }, own)).status).toBe(200);
  });

  it('is accepted under any Host where other machines reach the server, as it needs the token', async () => {
    expect((await overPort({ host: 'box.example' }, { host: '0.0.0.0' })).status).toBe(200);
  });
});
