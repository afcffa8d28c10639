import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '#mock-server/node';
import type { Fetch } from '../control/control-client.ts';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { createToolCaller } from '../web/tool-server/tool-caller.ts';

const supplier = createTestSupplier();
const credential = { Username: 'ana', Password: 'of team a' };
supplier.sandboxes.create({ id: 'team-a.one', credential });
supplier.sandboxes.create({ id: 'two', credential });
const listening = await listen(supplier, { port: 0 });
afterAll(() => listening.close());

async function search(
  baggage: string,
  { prefix = '', fetch: send = supplier.fetch as Fetch, Credential = credential } = {},
) {
  const baseUrl = (send === fetch ? listening.url : 'http://supplier.test') + prefix;
  const { call } = createHotelClient(send, { baseUrl, credential: Credential });
  const { status, headers, body } = await call(
    'hotel.search',
    { Criteria: testCriteria },
    { headers: { baggage } },
  );
  return { status, sandbox: headers.get('x-understudy-sandbox'), error: body.Errors[0] };
}

describe('the header baggage', () => {
  it.each([
    'understudy-sandbox=team-a.one',
    'user=7;a=b, understudy-sandbox = team-a.one ;ttl=1,other=x',
    'understudy-sandbox=team%2Da%2Eone',
    'understudy-sandbox=team-a.one,understudy-sandbox=team-a.one',
  ])('selects the sandbox: %s', async baggage => {
    const found = { status: 200, sandbox: 'team-a.one', error: undefined };
    for (const send of [supplier.fetch as Fetch, fetch])
      expect(await search(baggage, { fetch: send })).toEqual(found);
  });

  it('has no effect on a call whose path or port selects a sandbox', async () => {
    expect((await search('understudy-sandbox=team-a.one', { prefix: '/sandbox/two' })).sandbox).toBe('two');
    const url = await supplier.ports.open('two', 0);
    const send: Fetch = (address, init) => fetch(address.replace('http://supplier.test', url), init);
    expect((await search('understudy-sandbox=team-a.one', { fetch: send })).sandbox).toBe('two');
    expect((await search('understudy-sandbox=!', { prefix: '/sandbox/two' })).status).toBe(200);
    await supplier.ports.close('two');
  });

  const others = ['user=7', 'x-understudy-sandbox=two', 'understudy-sandbox-id=two'];
  it.each(others)('without its own entry selects the default sandbox: %s', async baggage => {
    const Credential = { Username: 'demo', Password: 'demo' };
    expect(await search(baggage, { Credential })).toMatchObject({ status: 200, sandbox: 'default' });
  });

  it('does not replace the credential of the sandbox', async () => {
    const Credential = { Username: 'demo', Password: 'demo' };
    const { status, error } = await search('understudy-sandbox=team-a.one', { Credential });
    expect([status, error?.Code]).toEqual([401, 'InvalidCredential']);
  });

  it.each([
    ['understudy-sandbox=', 400, '"" is not the id of a sandbox; send "understudy-sandbox=<id>"'],
    ['understudy-sandbox', 400, '"" is not the id of a sandbox'],
    ['understudy-sandbox=Two', 400, '"Two" is not the id of a sandbox'],
    ['understudy-sandbox=a.b.c', 400, '"a.b.c" is not the id of a sandbox'],
    ['understudy-sandbox=%', 400, '"%" is not the id of a sandbox'],
    [`understudy-sandbox=${'x'.repeat(500)}`, 400, `"${'x'.repeat(80)}…" is not the id`],
    ['understudy-sandbox=two,understudy-sandbox=one', 400, 'names two sandboxes, "two" and "one"; send one'],
    ['understudy-sandbox=none', 404, 'this server has no sandbox "none"'],
  ])('with a wrong value is refused and not recorded: %.60s', async (baggage, status, message) => {
    const count = () => supplier.sandboxes.list().reduce((sum, { journal }) => sum + journal.count(), 0);
    const before = count();
    const refused = await search(baggage);
    expect(refused.status).toBe(status);
    expect(refused.error).toMatchObject({ Field: 'baggage', Message: expect.stringContaining(message) });
    expect(count()).toBe(before);
  });

  it('also selects the sandbox of the tool server, whose examples then have the prefix of the sandbox', async () => {
    const { mcpToken } = supplier.sandboxes.require('two').identity;
    const { ask } = createToolCaller(supplier.fetch as Fetch, 'http://supplier.test/mcp');
    const headers = { authorization: `Bearer ${mcpToken}`, baggage: 'understudy-sandbox=two' };
    const params = { name: 'get_endpoint', arguments: { endpointId: 'hotel.search' } };
    const { text } = await ask('tools/call', params, headers);
    expect(text).toContain('http://supplier.test/sandbox/two/API/');
  });
});
