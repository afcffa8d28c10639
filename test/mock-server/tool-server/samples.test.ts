import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { operationIds, parseProfile } from '#contracts';
import { createMockSupplier, type MockSupplier, type MockSupplierOptions } from '#mock-server';
import { type Listening, type ListenOptions, listen } from '#mock-server/node';
import { createToolCaller } from './tool-caller.ts';

const hasTools = ['sh', 'curl'].every(tool => spawnSync(tool, ['-c', 'true']).error === undefined);
if (!hasTools) console.warn('SKIPPED: test/mock-server/tool-server/samples.test.ts needs sh and curl');
// In CI a missing program is an error, so that the tests are not skipped.
const canRun = hasTools || process.env.CI !== undefined;

const options = { options: { rateLimit: false } } satisfies MockSupplierOptions;

async function served<Result>(
  given: MockSupplierOptions,
  use: (supplier: MockSupplier, on: Listening) => Promise<Result>,
  port: ListenOptions = {},
): Promise<Result> {
  const supplier = createMockSupplier({ ...options, ...given });
  const listening = await listen(supplier, { port: 0, ...port });
  try {
    return await use(supplier, listening);
  } finally {
    await listening.close();
  }
}

async function sampleOf(endpointId: string, url: string, headers: Record<string, string> = {}) {
  const tools = createToolCaller((to, init) => fetch(to, init), url);
  const { body, text } = await tools.ask(
    'tools/call',
    { name: 'get_endpoint', arguments: { endpointId } },
    headers,
  );
  if (!body.result) throw new Error(text);
  return (body.result.structuredContent as { sample: string }).sample; // the tool's shape
}

/** Runs a script as a reader pastes it. */
async function paste(script: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  child.stdin.end(`${script}\n`);
  await once(child, 'close');
  return output;
}

/** Runs every sample. Returns the operations and statuses of its calls. */
async function pasteAll(
  supplier: MockSupplier,
  url: string,
  { sandbox = 'default', env = {} }: { sandbox?: string; env?: Record<string, string> } = {},
) {
  const { journal, identity } = supplier.sandboxes.require(sandbox);
  const outcomes: Record<string, unknown> = {};
  for (const id of operationIds) {
    const script = await sampleOf(id, url, { authorization: `Bearer ${identity.mcpToken}` });
    const after = journal.read().at(-1)?.facts.number ?? 0;
    const output = await paste(script, env);
    const calls = journal.read({ after }).map(({ facts }) => facts);
    const isFine = calls.every(
      ({ status, answer, warnings }) => status === 200 && !answer.errors && !warnings,
    );
    outcomes[id] = isFine && calls.at(-1)?.operation === id ? 'fine' : { output, calls };
  }
  return outcomes;
}

const allFine = Object.fromEntries(operationIds.map(id => [id, 'fine']));

describe.runIf(canRun)('the samples of get_endpoint, pasted into a shell', () => {
  it('tool.get-endpoint: run against this very server, and every call in them is answered with 200', async () => {
    const outcomes = await served({}, (supplier, { url }) => pasteAll(supplier, `${url}/mcp`));
    expect(outcomes).toEqual(allFine);
  });

  it('run in a sandbox under its prefix, with another seed, on another day, with a quote in the password', async () => {
    const outcomes = await served({}, (supplier, { url }) => {
      supplier.sandboxes.create({
        id: 's1',
        seed: 'another',
        clock: { mode: 'manual', start: Date.parse('2032-02-28T23:30:00Z') },
        credential: { Username: 'ana', Password: `o'hara $HOME "x" \\n` },
        options: { rateLimit: false },
      });
      return pasteAll(supplier, `${url}/sandbox/s1/mcp`, { sandbox: 's1' });
    });
    expect(outcomes).toEqual(allFine);
  });

  it('speak the words of a profile', async () => {
    const profile = parseProfile(parse(readFileSync('docs/guides/acme.yaml', 'utf8')));
    await served({ profile }, async (supplier, { url }) => {
      expect(await pasteAll(supplier, `${url}/mcp`)).toEqual(allFine);
      const script = await sampleOf('hotel.getBookingConditions', `${url}/mcp`);
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
  });

  it('speak the bundled profile classic', async () => {
    const profile = parseProfile(parse(readFileSync('contracts/profile/bundled/classic.yaml', 'utf8')));
    await served({ profile }, async (supplier, { url }) => {
      expect(await pasteAll(supplier, `${url}/mcp`)).toEqual(allFine);
      const script = await sampleOf('car.doBooking', `${url}/mcp`);
      for (const word of ['"Driver":', `'CarId' 1`]) expect(script).toContain(word);
    });
  });

  it('find a value by its name also where a profile gives that name to a field before it', async () => {
    const profile = parseProfile({
      name: 'same',
      operations: { 'hotel.search': { answer: { 'Hotels.HotelId': 'code', 'Hotels.Rooms.Id': 'code' } } },
    });
    await served({ profile }, async (supplier, { url }) => {
      expect(await sampleOf('hotel.doBooking', `${url}/mcp`)).toContain(
        `ROOM_ID=$(pick "$SEARCH_ANSWER" 'code' 2)`,
      );
      expect(await pasteAll(supplier, `${url}/mcp`)).toEqual(allFine);
    });
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
    await served({ profile }, async (supplier, { url }) => {
      expect(await pasteAll(supplier, `${url}/mcp`)).toEqual(allFine);
      expect(await sampleOf('tour.doBooking', `${url}/mcp`)).toMatch(/"When":\{"Day":'"\$SERVICE_DATE"'\}/);
    });
  });

  it('take every name of a profile letter by letter, whatever a shell or a pattern would make of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
    const trap = join(folder, 'x').replaceAll('.', '');
    const profile = parseProfile({
      name: 'nasty',
      fields: {
        Token: `r$(touch ${trap})`,
        ReToken: `o'hara "x" \\n \\`,
        BookingId: '`id`; $HOME & !! | /:,{}',
        HotelId: '^a*b$',
        Id: 'ação\ttab',
        CarId: '$1"',
        TransferId: '-n',
        ServiceId: 'a+b?(c)',
        Bookings: `'`,
      },
    });
    try {
      await served({ profile }, async (supplier, { url }) => {
        expect(await pasteAll(supplier, `${url}/mcp`)).toEqual(allFine);
      });
      expect(existsSync(trap)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('take user name, password and static token from the shell where they are not shown', async () => {
    const own = { credential: { Username: 'ana', Password: 's3cret-word' }, staticToken: 'st4tic-word' };
    const env = {
      UNDERSTUDY_USERNAME: 'ana',
      UNDERSTUDY_PASSWORD: 's3cret-word',
      UNDERSTUDY_STATIC_TOKEN: 'st4tic-word',
    };
    await served(
      own,
      async (supplier, { port }) => {
        const url = `http://127.0.0.1:${port}/mcp`;
        for (const id of operationIds)
          expect(await sampleOf(id, url)).not.toMatch(/s3cret-word|"ana"|st4tic/);
        expect(await pasteAll(supplier, url, { env })).toEqual(allFine);
      },
      { host: '0.0.0.0', controlToken: 'token' },
    );
  });

  it('name what has to be set for them, and send nothing without it', async () => {
    await served(
      {},
      async (supplier, { port }) => {
        const url = `http://127.0.0.1:${port}/mcp`;
        const tools = createToolCaller((to, init) => fetch(to, init), url);
        for (const [endpointId, needs] of [
          ['getBookingDetail', ['UNDERSTUDY_USERNAME', 'UNDERSTUDY_PASSWORD']],
          ['airportDetail', ['UNDERSTUDY_STATIC_TOKEN']],
        ] as const) {
          const { text, data } = await tools.tell('get_endpoint', { endpointId });
          expect(data.sampleNeeds).toEqual(needs);
          expect(text).toContain(`Set ${needs.join(', ')} to the values that the server was started with`);
          const { journal } = supplier.sandboxes.require('default');
          const calls = journal.read().length;
          expect(await paste(String(data.sample))).toMatch(/UNDERSTUDY_\w+: set it to the .* of this server/);
          expect(journal.read()).toHaveLength(calls);
        }
      },
      { host: '0.0.0.0', controlToken: 'token' },
    );
  });
});

describe('the address in a sample', () => {
  it.each([
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example:8443, b' }, 'https://a.example:8443'],
    [{ 'x-forwarded-host': 'a.example', 'x-forwarded-prefix': '/mock' }, 'http://a.example/mock'],
  ])('is that of the proxy: %j', async (headers, address) => {
    await served({}, async (_, { url }) => {
      expect(await sampleOf('hotel.search', `${url}/mcp`, headers)).toContain(`'${address}/API/REST/`);
    });
  });

  it('is the public one of a server that has one, with the prefix of the sandbox', async () => {
    const publicUrl = 'https://understudy.example.com';
    await served(
      {},
      async (supplier, { port }) => {
        const { identity } = supplier.sandboxes.create({ id: 's1' });
        const url = `http://127.0.0.1:${port}/sandbox/s1/mcp`;
        const script = await sampleOf('hotel.search', url, { authorization: `Bearer ${identity.mcpToken}` });
        expect(script).toContain(`'${publicUrl}/sandbox/s1/API/REST/Hotel.svc/Search'`);
      },
      { publicUrl },
    );
  });

  it('is that of the port that belongs to the sandbox', async () => {
    await served({}, async (supplier, { url }) => {
      const answer = await fetch(`${url}/_control/sandboxes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"id":"own","port":0}',
      });
      const { baseUrl, mcpUrl, mcpToken } = await answer.json();
      expect(mcpUrl).toBe(`${baseUrl}/mcp`);
      const script = await sampleOf('hotel.search', mcpUrl, { authorization: `Bearer ${mcpToken}` });
      expect(script).toContain(`'${baseUrl}/API/REST/Hotel.svc/Search'`);
      expect(supplier.sandboxes.require('own').journal.read()).toHaveLength(1);
    });
  });

  it('is never what a stranger puts into Host', async () => {
    const supplier = createMockSupplier();
    const tools = createToolCaller((url, init) => supplier.fetch(url, init));
    const evil = { 'x-forwarded-host': `x';rm -rf "$HOME";'`, 'x-forwarded-prefix': '/$(id)' };
    const { text } = await tools.ask(
      'tools/call',
      { name: 'get_endpoint', arguments: { endpointId: 'hotel.search' } },
      evil,
    );
    expect(text).toContain('http://supplier.test/API/REST');
    expect(text).not.toMatch(/rm -rf|\$\(id\)/);
  });
});
