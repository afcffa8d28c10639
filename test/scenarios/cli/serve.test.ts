import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { asObject } from '#contracts/util';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { printReady } from '#scenarios/cli/ready';
import { createToolCaller } from '../../mock-server/tool-server/tool-caller.ts';
import { type Serving, startServing } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
afterAll(() => rmSync(folder, { recursive: true }));

const running: Serving[] = [];
afterEach(async () => {
  for (const serving of running.splice(0)) await serving.end('SIGKILL');
});

async function start(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const serving = await startServing(args, env);
  running.push(serving);
  return serving;
}

describe('understudy serve', () => {
  it.each([
    ['flag', ['--mcp-token', 'own-token'], {}],
    ['environment', [], { UNDERSTUDY_MCP_TOKEN: 'own-token' }],
  ] as const)(
    'auth.3: has its tool server ask for the token of its own that the %s gives',
    async (_, args, env) => {
      const { ready } = await start(args, env);
      expect(ready.mcpToken).toBe('own-token');
      const ask = (token: string) =>
        createToolCaller((url, init) => fetch(url, init), String(ready.mcpUrl)).ask('ping', undefined, {
          authorization: `Bearer ${token}`,
        });
      expect((await ask('own-token')).status).toBe(200);
      expect((await ask('demo-mcp-token')).status).toBe(401);
    },
  );

  it.each([
    ['flags', ['--cors', 'http://a.example/', '--cors', 'http://b.example'], {}],
    ['the environment', [], { UNDERSTUDY_CORS: 'http://a.example, http://b.example' }],
  ] as const)('lets the pages of the origins in %s call, without a warning', async (_, args, env) => {
    const serving = await start(args, env);
    for (const origin of ['http://a.example', 'http://b.example', 'http://c.example']) {
      const method = 'POST';
      const { headers } = await fetch(`${serving.ready.baseUrl}/mcp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': method },
      });
      expect(headers.get('access-control-allow-origin')).toBe(origin === 'http://c.example' ? null : origin);
    }
    await serving.end();
    expect(serving.errors()).toBe('');
  });

  it('warns of pages of every origin', async () => {
    const serving = await start(['--cors', '*']);
    await serving.end();
    expect(serving.errors()).toContain(
      'with --cors *, every web page that a browser on your network opens can call',
    );
  });

  it('says in one line of JSON where it is, answers a Search and ends with 0 on SIGTERM', async () => {
    const serving = await start(['--clock', 'manual@2026-12-01T10:00:00Z']);
    const { ready } = serving;
    expect(ready).toEqual({
      level: 'info',
      time: expect.any(String),
      msg: 'ready',
      version,
      localUrl: ready.baseUrl,
      port: Number(new URL(ready.baseUrl).port),
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      commonsUrl: ready.baseUrl,
      controlUrl: `${ready.baseUrl}/_control`,
      consoleUrl: `${ready.baseUrl}/console`,
      docsUrl: `${ready.baseUrl}/docs`,
      openApiUrl: `${ready.baseUrl}/openapi.json`,
      mcpUrl: `${ready.baseUrl}/mcp`,
      mcpToken: 'demo-mcp-token',
      credential: { Username: 'demo', Password: 'demo' },
      staticToken: 'demo-static-token',
      managerId: 1,
      seed: 'understudy',
      clock: { mode: 'manual', scale: 1, now: '2026-12-01T10:00:00.000Z' },
      faults: [],
      profile: null,
    });
    const Criteria = {
      DestinationId: '1001',
      CheckinDate: '2027-01-10',
      NumNights: 2,
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
    };
    const answer = await fetch(`${ready.baseUrl}/API/REST/Hotel.svc/Search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Credential: ready.credential, Criteria }),
    });
    expect((await answer.json()).TimeSpan).toBe('2026-12-01 10:00:00');
    expect(await serving.end('SIGTERM')).toBe(0);
    const [, ...lines] = serving.output().trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line))).toEqual([
      {
        sandbox: 'default',
        exchange: 1,
        level: 'info',
        time: expect.any(String),
        method: 'POST',
        path: '/API/REST/Hotel.svc/Search',
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('ends with 0 on Ctrl-C although connections are open and a request is half sent', async () => {
    const serving = await start();
    const socket = connect(Number(new URL(serving.ready.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket
      .on('error', () => undefined)
      .write('POST /API/REST/Hotel.svc/Search HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    await (await fetch(`${serving.ready.baseUrl}/`)).text();
    expect(await serving.end('SIGINT')).toBe(0);
  });

  it('keeps its sandboxes, and answers a call that has begun when SIGTERM arrives', async () => {
    const store = `sqlite:${join(folder, 'store')}`;
    const serving = await start(['--store', store, '--fault', 'getBookingList:delay=PT1S']);
    const { baseUrl, controlUrl } = serving.ready;
    const slow = fetch(`${baseUrl}/API/REST/ClientBackOffice.svc/GetBookingList`, {
      method: 'POST',
      body: '{"Credential":{"Username":"demo","Password":"demo"}}',
      headers: { 'content-type': 'application/json' },
    });
    const waits = async () => (await (await fetch(`${controlUrl}/sandboxes/default/clock`)).json()).waits;
    await expect.poll(waits).toHaveLength(1);
    const ended = serving.end('SIGTERM');
    expect((await slow).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it('generates a control token on an address that others can reach, and takes the one that is given', async () => {
    const generated = await start(['--host', '0.0.0.0']);
    expect(generated.ready.controlToken).toMatch(/^[\w-]{20,}$/);
    const given = await start(['--host', '0.0.0.0', '--control-token', 'abc']);
    expect(given.ready.controlToken).toBe('abc');
  });

  it('shows the public address where one is given, and the token that the control API asks for there', async () => {
    const { ready } = await start(['--public-url', 'https://understudy.example.com/']);
    expect(ready).toMatchObject({
      baseUrl: 'https://understudy.example.com',
      openApiUrl: 'https://understudy.example.com/openapi.json',
      controlToken: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(ready.localUrl).toBe(`http://127.0.0.1:${ready.port}`);
    expect((await fetch(`${ready.localUrl}/_control/health`)).status).toBe(200);
  });
});

describe('the options of serve', () => {
  it('count as flag before environment before config file before default', async () => {
    const config = join(folder, 'understudy.yaml');
    writeFileSync(config, 'username: file\npassword: file\nseed: file\nmanagerId: 7\n');
    const env = { UNDERSTUDY_USERNAME: 'env', UNDERSTUDY_PASSWORD: 'env', UNDERSTUDY_CONFIG: config };
    const { ready } = await start(['--username', 'flag'], env);
    expect(ready).toMatchObject({
      credential: { Username: 'flag', Password: 'env' },
      seed: 'file',
      managerId: 7,
      staticToken: 'demo-static-token',
    });
  });

  it('take an empty environment variable for none', async () => {
    const { ready } = await start([], { UNDERSTUDY_SEED: '' });
    expect(ready.seed).toBe('understudy');
  });

  it('find a profile beside the config file that names it', async () => {
    const config = join(folder, 'with-profile.yaml');
    writeFileSync(config, 'profile: dialect.yaml\n');
    writeFileSync(join(folder, 'dialect.yaml'), 'name: acme\nfields:\n  Token: sessionToken\n');
    const { ready } = await start(['--config', config]);
    expect(ready.profile).toBe('acme');
  });

  it.each([
    ['scaled:60', { mode: 'scaled', scale: 60 }],
    ['per-poll', { mode: 'per-poll', scale: 1 }],
  ])('start a clock as in %s', async (clock, expected) => {
    expect((await start(['--clock', clock])).ready.clock).toMatchObject(expected);
  });
});

describe('the faults of serve', () => {
  const kindsOf = ({ ready }: Serving) =>
    asList(ready.faults).map(fault => asObject(asObject(fault).effect).kind);

  it('are armed from the start, each flag its own, in short and as JSON', async () => {
    const serving = await start([
      '--fault',
      'hotel.search:status=503,times=1',
      '--fault={"id":"slow","effect":{"kind":"delay","by":"PT0.001S"}}',
      '--fault',
      '["car.*:cut,nth=2",{"effect":{"kind":"hang"},"match":{"operations":["car.*"],"nth":3}}]',
    ]);
    expect(kindsOf(serving)).toEqual(['status', 'delay', 'cut', 'hang']);
    const criteria = {
      CheckinDate: '2099-01-10',
      CheckoutDate: '2099-01-12',
      SearchRooms: [{ NumAdults: 2 }],
    };
    const body = JSON.stringify({
      Credential: serving.ready.credential,
      Criteria: { DestinationId: '1001', Nationality: 'BR', ...criteria },
    });
    const search = () =>
      fetch(`${serving.ready.baseUrl}/API/REST/Hotel.svc/Search`, { method: 'POST', body });
    expect((await search()).status).toBe(503);
    expect((await search()).status).toBe(200);
    const listed = await fetch(`${serving.ready.controlUrl}/sandboxes/default/faults`);
    expect(await listed.json()).toMatchObject([{ seen: 1, fired: 1 }, { id: 'slow', fired: 2 }, {}, {}]);
  });

  it.each([
    ['one as a text', 'fault: hotel.search:status=503', ['status']],
    ['one as a map', 'fault:\n  effect: { kind: cut }', ['cut']],
    ['a list of both', 'fault:\n- delay=PT1S\n- effect: { kind: cut }', ['delay', 'cut']],
    ['none', 'fault:', []],
  ])('may stand in a config file, %s', async (_, content, kinds) => {
    const config = join(folder, 'faults.yaml');
    writeFileSync(config, `${content}\n`);
    expect(kindsOf(await start(['--config', config]))).toEqual(kinds);
  });

  it('of a flag take the place of those of the environment', async () => {
    const env = { UNDERSTUDY_FAULT: 'cut' };
    expect(kindsOf(await start([], env))).toEqual(['cut']);
    expect(kindsOf(await start(['--fault', 'hang'], env))).toEqual(['hang']);
  });
});

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

describe('the text for people', () => {
  it('names address, credential and clock, and ends with a curl that can be pasted', async () => {
    const credential = { Username: "o'hara", Password: 'demo' };
    expect(await readyTextOf({ credential })).toMatchSnapshot();
  });

  it('says how many faults are armed, and where they are listed', async () => {
    const text = await readyTextOf({ faults: ['cut', 'delay=PT1S', 'delay=PT2S', 'delay=PT3S'] });
    const address = 'http://127.0.0.1:4010/_control/sandboxes/default/faults';
    expect(text).toMatch(new RegExp(`Faults +4 armed, listed at ${address}\n`));
    expect(await readyTextOf({})).not.toContain('Faults');
  });

  it('lists the faults that are armed when they are few', async () => {
    const text = await readyTextOf({ faults: ['hotel.search:cut,times=1', 'delay=PT1S,id=slow'] });
    expect(text.split('\n').map(line => line.trim())).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Faults +fault-1: \{"match":\{"operations":\["hotel.search"\],"times":1\},"effect":\{"kind":"cut"\}\}$/,
        ),
        'slow: {"effect":{"kind":"delay","by":"PT1S"}}',
        'http://127.0.0.1:4010/_control/sandboxes/default/faults',
      ]),
    );
  });
});

async function readyTextOf(options: MockSupplierOptions): Promise<string> {
  const clock = { mode: 'manual', start: Date.parse('2026-12-01T10:00:00Z') } as const;
  const supplier = createMockSupplier({ clock, ...options });
  const url = 'http://127.0.0.1:4010';
  const lines: unknown[] = [];
  const { log } = console;
  console.log = (line: unknown) => lines.push(line);
  const listening = { url, localUrl: url, port: 4010, controlToken: undefined };
  printReady({ supplier, listening }, 'pretty');
  console.log = log;
  return stripVTControlCharacters(lines.join('\n'));
}
