import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '#client';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { type UnderstudyHandlersOptions, understudyHandlers } from '#mock-server/msw';
import { hotelRequest } from '../client/flow/world.ts';
import { testCriteria } from './hotel-client.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const credential = { Username: 'demo', Password: 'demo' };
const usualBase = 'http://127.0.0.1:4010';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A stand-in behind MSW, which the global `fetch` reaches. */
function stage(
  faults: NonNullable<MockSupplierOptions['faults']> = [],
  options: UnderstudyHandlersOptions = {},
) {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start }, faults });
  const server = setupServer(...understudyHandlers(supplier, options));
  server.listen({ onUnhandledFrame: 'error' });
  open.push(server);
  const sandbox = supplier.sandboxes.require('default');
  return { supplier, server, sandbox, clock: sandbox.clock };
}

function book(baseUrl: string, { clock }: ReturnType<typeof stage>) {
  return createClient({ baseUrl, credential, clock }).book(hotelRequest, () => true);
}

const endings = ({ sandbox }: ReturnType<typeof stage>) =>
  sandbox.journal.read().map(({ facts }) => `${facts.status ?? 'no answer'}, ${facts.closed?.ending}`);

const search = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ Credential: credential, Criteria: testCriteria }),
};
const searchPath = '/API/REST/Hotel.svc/Search';

describe('handlers for MSW in Node', () => {
  it('let the reference client book where its address leads nowhere', async () => {
    const world = stage();
    expect(await book(usualBase, world)).toMatchObject({ outcome: 'confirmed' });
    expect(world.sandbox.store.bookingCount).toBe(1);
  });

  it.each([
    ['cut, which the client takes for a lost answer', 'cut', 'no answer, reset', 250],
    ['cut in the middle of its body', 'cut=mid-body', '200, reset', 250],
    ['a 429, after whose Retry-After the client comes again', 'status=429', '429, complete', 1_000],
    ['a hang, until the client gives up', 'hang', 'no answer, client-gone', 15_250],
  ])('play %s', async (_, effect, ending, waited) => {
    const world = stage([`hotel.search:${effect},times=1`]);
    expect(await book(usualBase, world)).toMatchObject({ outcome: 'confirmed' });
    expect(endings(world).slice(0, 2)).toEqual([ending, '200, complete']);
    expect(world.clock.now() - start).toBe(waited);
  });

  it('fail a fetch whose answer is cut, and warn that a call hangs for which no client has a time-out', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue();
    stage(['hotel.search:cut,nth=1', 'hotel.search:hang,nth=2']);
    await expect(fetch(usualBase + searchPath, search)).rejects.toThrow(TypeError);
    expect((await fetch(usualBase + searchPath, search)).status).toBe(500);
    expect(String(complaints.mock.calls)).toContain('ClockStalledError');
    complaints.mockRestore();
  });

  it.each([
    ['has a path', 'https://api.example.com/travel/v3', 'https://api.example.com/travel/v3'],
    ['ends with a slash', 'https://api.example.com/', 'https://api.example.com'],
    ['holds what is a sign to MSW', 'https://example.com/a(b)*:c+', 'https://example.com/a(b)*:c+'],
    ['is an IPv6 address', 'http://[::1]:4010', 'http://[::1]:4010'],
  ])('answer below an address that %s', async (_, baseUrl, address) => {
    const world = stage([], { baseUrl });
    expect(await book(address, world)).toMatchObject({ outcome: 'confirmed' });
  });

  it('answer below several addresses, a GET too', async () => {
    const other = 'https://static.example.com/commons';
    const world = stage([], { baseUrl: [usualBase, other] });
    const client = createClient({
      baseUrl: usualBase,
      commonsUrl: other,
      credential,
      staticToken: 'demo-static-token',
      managerId: 1,
      clock: world.clock,
    });
    expect(await client.airport('SSA')).toMatchObject({ iataCode: 'SSA' });
    expect(world.sandbox.journal.read()).toHaveLength(1);
  });

  it('reach the sandbox that the end of an address names', async () => {
    const world = stage([], { baseUrl: 'https://api.example.com/travel/sandbox/ana' });
    const ana = world.supplier.sandboxes.create({ id: 'ana', credential });
    const answer = await fetch(`https://api.example.com/travel/sandbox/ana${searchPath}`, search);
    expect(answer.status).toBe(200);
    expect([ana, world.sandbox].map(({ journal }) => journal.read().length)).toEqual([1, 0]);
  });

  it('do not handle other addresses, even with the same beginning', async () => {
    const supplier = createMockSupplier();
    const theirs = http.get('*', () => HttpResponse.text('theirs'));
    const server = setupServer(...understudyHandlers(supplier, { baseUrl: 'http://supplier.test' }), theirs);
    server.listen({ onUnhandledFrame: 'error' });
    open.push(server);
    for (const address of ['http://supplier.test.example/a', 'http://supplierxtest/a'])
      expect(await (await fetch(address)).text()).toBe('theirs');
    expect((await fetch('http://supplier.test/a')).status).toBe(404);
    expect(supplier.sandboxes.require('default').journal.read()).toHaveLength(1);
  });

  it('let a hang end when its caller gives up below a path, too', async () => {
    const baseUrl = 'https://api.example.com/travel';
    const world = stage(['hotel.search:hang,times=1'], { baseUrl });
    expect(await book(baseUrl, world)).toMatchObject({ outcome: 'confirmed' });
    expect(endings(world)[0]).toBe('no answer, client-gone');
  });

  const wrong = ['supplier.test', '/supplier', 'ftp://supplier.test', ''];
  it.each(wrong)('are refused for the address "%s"', baseUrl => {
    expect(() => understudyHandlers(createMockSupplier(), { baseUrl })).toThrow(
      `baseUrl is "${baseUrl}"; expected an http address, such as http://127.0.0.1:4010`,
    );
  });
});
