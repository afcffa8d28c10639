import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { operationIds } from '#contracts';
import { tools as contractTools, toolNames } from '#contracts/tools';
import { createTestSupplier, startSupplier } from '../../hotel-client.ts';
import { createToolCaller, initialize } from './tool-caller.ts';

const tools = createToolCaller(createTestSupplier().fetch);
const message = (change: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', ...change });

describe('the methods', () => {
  it('tool.methods: lists the four tools with the schema of their arguments', async () => {
    const { body } = await tools.ask('tools/list');
    const listed = body.result?.tools as { name: string; inputSchema: { type: string } }[];
    const names = ['list_endpoints', 'get_endpoint', 'get_changelog', 'get_reference'];
    expect([listed.map(({ name }) => name), toolNames]).toEqual([names, names]);
    for (const { inputSchema } of listed) expect(inputSchema.type).toBe('object');
  });

  it.each(Object.entries(contractTools))('names the clause of each argument of %s', (_, tool) => {
    for (const schema of Object.values<z.ZodType>(tool.arguments.shape))
      expect(schema.meta()?.['x-provenance']).toEqual(tool.provenance);
  });

  it('tool.methods: calls a tool by its name, with arguments or without', async () => {
    const content = [{ type: 'text', text: expect.stringContaining('tool-server') }];
    for (const given of [{}, { arguments: {} }, { arguments: { limit: 1 }, _meta: { progressToken: 7 } }]) {
      const { body } = await tools.ask('tools/call', { name: 'get_changelog', ...given });
      expect(body.result).toEqual({ content, structuredContent: { notes: expect.any(Array) } });
    }
  });

  it.each([1, 0, -7, 2 ** 53 - 1, 'seven', ''])('tool.methods: answers under the id %j', async id => {
    const { status, body } = await tools.send(message({ id }));
    expect({ status, id: body.id }).toEqual({ status: 200, id });
  });

  it.each([
    [{ id: null }, 'id: expected a whole number or text, got null'],
    [{ id: {} }, 'id: expected a whole number or text, got {}'],
    [{ id: [1] }, 'id: expected a whole number or text, got [1]'],
    [{ id: true }, 'id: expected a whole number or text, got true'],
    [{ id: 1.5 }, 'id: expected a whole number or text, got 1.5'],
    [{ id: 2 ** 60 }, 'id: expected a whole number or text, got'],
    [{ id: undefined }, 'id: missing; the server answers "ping", so send a whole number as id'],
    [{ jsonrpc: '1.0' }, 'jsonrpc: expected one of 2.0, got "1.0"'],
    [{ jsonrpc: undefined }, 'jsonrpc: missing: expected one of 2.0'],
    [{ jsonrpc: 2 }, 'jsonrpc: expected one of 2.0, got 2'],
    [{ method: undefined }, 'method: missing: expected text, such as "tools/call"'],
    [{ method: 7 }, 'method: expected text, such as "tools/call", got 7'],
    [{ method: undefined, result: {} }, 'result: unknown'],
    [{ method: undefined, error: { code: 1, message: 'x' } }, 'error: unknown; known are jsonrpc'],
    [{ result: {} }, 'result: unknown; known are jsonrpc, id, method, params'],
    [{ parms: {} }, 'parms: unknown; did you mean "params"?'],
    [{ params: [] }, 'params: expected an object, got []'],
    [{ params: null }, 'params: expected an object, got null'],
  ])('tool.methods: refuses %j with -32600', async (change, text) => {
    const { brief, body } = await tools.send(message(change));
    expect(brief).toBe(`400 -32600 ${'id' in change ? null : 1}`);
    expect(body.error?.message).toContain(text);
  });

  const client = initialize('2025-06-18');
  it.each([
    ['initialize', undefined, 'params: missing: expected an object'],
    ['initialize', { ...client, protocolVersion: 7 }, 'params.protocolVersion: expected text, got 7'],
    ['initialize', { ...client, clientInfo: { name: 'x' } }, 'params.clientInfo.version: missing: expected'],
    ['initialize', { ...client, capabilities: { roots: 7 } }, 'params.capabilities.roots: expected an'],
    ['tools/list', { cursor: 7 }, 'params.cursor: expected text, got 7'],
    ['tools/list', { cursor: 'x' }, 'params.cursor: "x" is not a cursor'],
    ['tools/list', { _meta: 7 }, 'params._meta: expected an object, got 7'],
    ['ping', { _meta: { progressToken: {} } }, 'params._meta.progressToken: expected text or a whole number'],
  ])('answers wrong parameters of %s with -32602: %j', async (method, params, text) => {
    const { brief, body } = await tools.ask(method, params);
    expect([brief, body.error?.message]).toEqual(['200 -32602 1', expect.stringContaining(text)]);
  });

  it('refuses a notification with such parameters with 400', async () => {
    const wrong = { id: undefined, method: 'notifications/initialized', params: { _meta: 7 } };
    expect((await tools.send(message(wrong))).brief).toBe('400 -32602 null');
  });

  it('accepts a message after a byte-order mark, with a warning', async () => {
    const { supplier, journal } = startSupplier();
    const { status } = await createToolCaller(supplier.fetch).send(`\uFEFF${message({})}`);
    expect(status).toBe(200);
    const warning = { kind: 'lenient', message: expect.stringContaining('byte-order mark') };
    expect(journal.read().at(-1)?.facts.warnings).toEqual([expect.objectContaining(warning)]);
  });

  it('answers a batch with -32600, however long it is', async () => {
    for (const batch of ['[]', `[${message({})}]`, `[${Array(500).fill(message({})).join(',')}]`]) {
      const { status, body } = await tools.send(batch);
      const text = expect.stringContaining('batches are not part of revision 2025-06-18');
      expect([status, body.error]).toEqual([400, { code: -32_600, message: text }]);
    }
  });

  it.each(['{', '', '  ', 'null}', '\uFEFF{'])('answers the body %j with -32700', async text => {
    expect((await tools.send(text)).brief).toBe('400 -32700 null');
  });

  it.each(['null', '7', '"ping"', 'true'])('answers the body %s with -32600', async text => {
    const { body } = await tools.send(text);
    expect(body.error).toEqual({ code: -32_600, message: `the body is ${text}; send one JSON-RPC object` });
  });

  it('answers what is larger than 1 MiB with 413', async () => {
    const { status, body } = await tools.send(message({ params: { x: 'x'.repeat(1024 * 1024) } }));
    expect(status).toBe(413);
    expect(body.error?.message).toContain('larger than 1048576 bytes');
  });

  const half = 250_000;
  const inMessage = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${'['.repeat(2 * half)}`;
  it.each([
    ['objects', '{"a":'.repeat(half / 5), '1', '}'.repeat(half / 5), null],
    ['lists inside a message', inMessage, ']'.repeat(2 * half), '}}', 1],
  ])('refuses 1 MB of nested %s, and lives', async (_, open, inner, close, id) => {
    const { status, body } = await tools.send(open + inner + close);
    const error = { code: -32_600, message: expect.stringContaining('nested deeper than 200 levels') };
    expect([status, body.id, body.error]).toEqual([400, id, error]);
    expect((await tools.ask('ping')).status).toBe(200);
  });

  it.each([
    ['tools/lst', 'did you mean "tools/list"?'],
    ['resources/list', 'The methods are initialize, ping, tools/list, tools/call'],
    ['', 'there is no method ""'],
    ['__proto__', 'there is no method'],
  ])('answers the method "%s" with -32601', async (method, text) => {
    const { brief, body } = await tools.ask(method);
    expect([brief, body.error?.message]).toEqual(['200 -32601 1', expect.stringContaining(text)]);
  });

  it('takes a notification with 202 and says nothing', async () => {
    for (const name of ['initialized', 'cancelled', 'unheard-of']) {
      const { status, text } = await tools.send(message({ id: undefined, method: `notifications/${name}` }));
      expect([status, text]).toEqual([202, '']);
    }
  });
});

const oneId = `expected one of ${operationIds.join(', ')}`;
const meant = 'did you mean "hotel.search"?';
const explain = (endpointId: unknown) => ({ name: 'get_endpoint', arguments: { endpointId } });

describe('a tool call that is wrong', () => {
  it.each([
    [undefined, 'params: missing: expected an object'],
    [{}, 'params.name: missing: expected text'],
    [{ name: 7 }, 'params.name: expected text, got 7'],
    [{ name: 'get_endpont' }, 'did you mean "get_endpoint"? The tools are list_'],
    [{ name: 'constructor' }, 'there is no tool "constructor". The tools are list_endpoints, get_endpoint'],
    [{ name: 'get_endpoint', arguments: [] }, 'params.arguments: expected an object, got []'],
    [{ name: 'get_endpoint', arguments: null }, 'params.arguments: expected an object, got null'],
    [{ name: 'get_endpoint' }, `endpointId: missing: ${oneId}`],
    [explain(7), `endpointId: ${oneId}`],
    [explain('hotel.serch'), `endpointId: ${oneId}, got "hotel.serch"; ${meant}`],
    [{ name: 'list_endpoints', arguments: { product: 'Hotels' } }, 'did you mean "hotel"?'],
    [{ name: 'list_endpoints', arguments: { prodct: 'hotel' } }, 'prodct: unknown; did you mean "product"?'],
    [{ name: 'list_endpoints', arguments: { search: 7 } }, 'search: expected text, got 7'],
    [{ name: 'get_reference', arguments: { topic: 'statuses' } }, 'did you mean "booking_statuses"?'],
    [{ name: 'get_changelog', arguments: { service: 'hotels' } }, 'did you mean "hotel"?'],
    [{ name: 'get_changelog', arguments: { since: '2026-02-30' } }, 'since: expected an existing date'],
    [{ name: 'get_changelog', arguments: { limit: 0 } }, 'limit: expected 1 or more, got 0'],
    [{ name: 'get_changelog', arguments: { limit: '5' } }, 'limit: expected a whole number, got "5"'],
    [{ name: 'get_changelog', arguments: { limit: 101 } }, 'limit: expected at most 100, got 101'],
  ])('is answered with -32602: %j', async (params, text) => {
    const { brief, body } = await tools.ask('tools/call', params);
    expect([brief, body.error?.message]).toEqual(['200 -32602 1', expect.stringContaining(text)]);
  });

  it('names all that is wrong at once, as data too', async () => {
    const wrong = { name: 'get_changelog', arguments: { limit: 'x', servce: 'y' } };
    const { body } = await tools.ask('tools/call', wrong);
    const problems = body.error?.data?.problems as { field: string; nearest?: string }[];
    expect(problems.map(({ field }) => field).sort()).toEqual(['limit', 'servce']);
    expect(problems.find(({ field }) => field === 'servce')?.nearest).toBe('service');
  });

  it('does not repeat a password that was sent in the wrong place, nor a value without end', async () => {
    const supplier = createTestSupplier({ credential: { Username: 'ana', Password: 's3cret-word' } });
    const { text } = await createToolCaller(supplier.fetch).ask('tools/call', explain('s3cret-word'));
    expect(text).toContain('***');
    expect(text).not.toContain('s3cret-word');
    const long = await tools.ask('tools/call', { name: 'x'.repeat(900_000) });
    expect(long.text.length).toBeLessThan(1_000);
  });
});
