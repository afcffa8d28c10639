import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operationIds, parseProfile } from '#contracts';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { type ListenOptions, listen } from '#mock-server/node';
import type { Fetch } from '../hotel-client.ts';
import { runSample } from './run-sample.ts';
import { createToolCaller } from './tool-caller.ts';

async function sampleOf(
  endpointId: string,
  fetch: Fetch,
  url?: string,
  headers: Record<string, string> = {},
) {
  const params = { name: 'get_endpoint', arguments: { endpointId } };
  const { body, text } = await createToolCaller(fetch, url).ask('tools/call', params, headers);
  if (!body.result) throw new Error(text);
  return (body.result.structuredContent as { sample: string }).sample; // the tool's shape
}

/** Creates a supplier, and runs the sample of every operation there. Returns the operations whose calls were not all answered well. */
async function runAll(options: MockSupplierOptions = {}) {
  const supplier = createMockSupplier({ options: { rateLimit: false }, ...options });
  const { journal } = supplier.sandboxes.require('default');
  const wrong: unknown[] = [];
  for (const id of operationIds) {
    const script = await sampleOf(id, supplier.fetch);
    const after = journal.read().at(-1)?.facts.number ?? 0;
    await runSample(script, supplier.fetch);
    const calls = journal.read({ after }).map(({ facts }) => facts);
    const isFine = calls.every(
      ({ status, answer, warnings }) => status === 200 && !answer.errors && !warnings,
    );
    if (!isFine || calls.at(-1)?.operation !== id) wrong.push({ id, script, calls });
  }
  return { wrong, sampleOf: (id: string) => sampleOf(id, supplier.fetch) };
}

const profileOf = (file: string) => parseProfile(parse(readFileSync(file, 'utf8')));

describe('the samples of get_endpoint', () => {
  it('tool.get-endpoint: make calls that this very server answers with 200', async () => {
    expect((await runAll()).wrong).toEqual([]);
  });

  it('make good calls with another seed, on another day, with quotes in the password', async () => {
    const clock = { mode: 'manual', start: Date.parse('2032-02-28T23:30:00Z') } as const;
    const credential = { Username: 'ana', Password: `o'hara $HOME "x" \\n` };
    expect((await runAll({ seed: 'another', clock, credential })).wrong).toEqual([]);
  });

  it('speak the words of a profile', async () => {
    const { wrong, sampleOf: sample } = await runAll({ profile: profileOf('docs/guides/acme.yaml') });
    expect(wrong).toEqual([]);
    const script = await sample('hotel.getBookingConditions');
    for (const word of [
      '/v2/hotels/availability',
      '"arrival":',
      `'sessionToken' 1`,
      `'roomCode' 1`,
      '"auth":',
    ])
      expect(script).toContain(word);
    expect(script).not.toMatch(/"Credential"|"CheckinDate"|"HotelId"/);
  });

  it('speak the bundled profile classic', async () => {
    const profile = profileOf('contracts/profile/bundled/classic.yaml');
    const { wrong, sampleOf: sample } = await runAll({ profile });
    expect(wrong).toEqual([]);
    expect(await sample('car.doBooking')).toMatch(/'CarId' 1[\s\S]*"Driver":/);
  });

  it('find a value by its name also where a profile gives that name to a field before it', async () => {
    const answer = { 'Hotels.HotelId': 'code', 'Hotels.Rooms.Id': 'code' };
    const profile = parseProfile({ name: 'same', operations: { 'hotel.search': { answer } } });
    const { wrong, sampleOf: sample } = await runAll({ profile });
    expect(wrong).toEqual([]);
    expect(await sample('hotel.doBooking')).toContain(`ROOM_ID=$(pick "$SEARCH_ANSWER" 'code' 2)`);
  });

  it('find and send values at other places, with other types and date formats', async () => {
    const instant = { format: 'unix' };
    const selection = (direction: string, change: object) => ({ [direction]: change });
    const profile = parseProfile({
      name: 'moved',
      fields: {
        Token: 'Session.Key',
        ReToken: { to: 'Session.Again', as: 'list' },
        'Criteria.CheckinDate': 'Stay.From',
      },
      operations: {
        'hotel.search': {
          answer: {
            Hotels: 'Found.Hotels',
            'Hotels.Rooms': { first: 'Best', to: 'More', each: 'Room' },
            'Hotels.Rooms.Id': 'Code.Number',
          },
        },
        'hotel.getBookingConditions': { request: { RoomIds: { to: 'Chosen.Rooms', each: 'Code' } } },
        'hotel.doBooking': { answer: { BookingId: { to: 'Made.Locator', as: 'number' } } },
        getBookingDetail: { path: '/v2/bookings/{BookingId}' },
        cancelBooking: { request: { BookingId: { to: 'Ids.Locator', as: 'number' } } },
        'tour.search': selection('answer', { 'Tours.AvailableDates': instant }),
        'tour.getBookingConditions': selection('request', { ServiceDate: instant }),
        'tour.revalidateBookingConditions': selection('request', { ServiceDate: instant }),
        'tour.doBooking': selection('request', { ServiceDate: { ...instant, to: 'When.Day' } }),
      },
    });
    const { wrong, sampleOf: sample } = await runAll({ profile });
    expect(wrong).toEqual([]);
    expect(await sample('tour.doBooking')).toMatch(/"When":\{"Day":'"\$SERVICE_DATE"'\}/);
  });
});

describe('the address in a sample', () => {
  it.each([
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example:8443, b' }, 'https://a.example:8443'],
    [{ 'x-forwarded-host': 'a.example', 'x-forwarded-prefix': '/mock' }, 'http://a.example/mock'],
    // A stranger can send any value.
    [{ 'x-forwarded-host': `x';rm -rf "$HOME";'`, 'x-forwarded-prefix': '/$(id)' }, 'http://supplier.test'],
  ])('is that of a proxy, if it is an address: %j', async (headers, address) => {
    const script = await sampleOf('hotel.search', createMockSupplier().fetch, undefined, headers);
    expect(script).toContain(`'${address}/API/REST/`);
    expect(script).not.toMatch(/rm -rf|\$\(id\)/);
  });

  async function served(
    use: (supplier: ReturnType<typeof createMockSupplier>, port: number) => Promise<void>,
    options: ListenOptions = {},
  ) {
    const supplier = createMockSupplier();
    const listening = await listen(supplier, { port: 0, ...options });
    await use(supplier, listening.port).finally(() => listening.close());
  }

  it('is the public one of a server that has one, with the prefix of the sandbox', async () => {
    const publicUrl = 'https://understudy.example.com';
    await served(
      async (supplier, port) => {
        const { identity } = supplier.sandboxes.create({ id: 's1' });
        const authorization = `Bearer ${identity.mcpToken}`;
        const url = `http://127.0.0.1:${port}/sandbox/s1/mcp`;
        const script = await sampleOf('hotel.search', fetch, url, { authorization });
        expect(script).toContain(`'${publicUrl}/sandbox/s1/API/REST/Hotel.svc/Search'`);
      },
      { publicUrl },
    );
  });

  it('is that of the port that belongs to the sandbox', async () => {
    await served(async (supplier, port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/_control/sandboxes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":"own","port":0}',
      });
      const { baseUrl, mcpUrl, mcpToken } = await answer.json();
      expect(mcpUrl).toBe(`${baseUrl}/mcp`);
      const script = await sampleOf('hotel.search', fetch, mcpUrl, { authorization: `Bearer ${mcpToken}` });
      expect(script).toContain(`'${baseUrl}/API/REST/Hotel.svc/Search'`);
      expect(supplier.sandboxes.require('own').journal.read()).toHaveLength(1);
    });
  });

  it('comes with variables for the credential and the token where other machines reach the server', async () => {
    await served(
      async (_, port) => {
        const url = `http://127.0.0.1:${port}/mcp`;
        for (const [endpointId, needs] of [
          ['getBookingDetail', ['UNDERSTUDY_USERNAME', 'UNDERSTUDY_PASSWORD']],
          ['airportDetail', ['UNDERSTUDY_STATIC_TOKEN']],
        ] as const) {
          const { text, data } = await createToolCaller(fetch, url).tell('get_endpoint', { endpointId });
          expect(data.sampleNeeds).toEqual(needs);
          expect(text).toContain(`Set ${needs.join(', ')} to the values that the server was started with`);
          expect(data.sample).not.toMatch(/"demo"|demo-static-token/);
        }
      },
      { host: '0.0.0.0', controlToken: 'token' },
    );
  });
});
