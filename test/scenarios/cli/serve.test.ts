import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { version } from '#contracts';
import { createFolder } from '../../folder.ts';
import { createControlClient } from '../../mock-server/control/control-client.ts';
import { createHotelClient } from '../../mock-server/hotel-client.ts';
import { createToolCaller } from '../../mock-server/web/tool-server/tool-caller.ts';
import { runCommand, runProcess, type Serving, startServing } from './run-command.ts';

const { path: folder } = createFolder();

const running: Serving[] = [];
afterEach(async () => {
  for (const serving of running.splice(0)) await serving.end('SIGKILL');
});

async function start(args: readonly string[] = []): Promise<Serving> {
  const serving = await startServing(args);
  running.push(serving);
  return serving;
}

const controlOf = ({ ready }: Serving) => createControlClient(fetch, ready.baseUrl);
/** Returns once a call waits for the clock of the server. */
const waits = (serving: Serving) =>
  expect.poll(async () => (await controlOf(serving).ask('getClock')).body.waits).toHaveLength(1);

describe('the process of understudy serve', () => {
  it('says in one line of JSON where it is, answers a Search and ends with 0 on SIGTERM', async () => {
    const slow = '{"id":"slow","effect":{"kind":"delay","by":"PT0.001S"}}';
    const faults = ['--fault=car.search:cut', `--fault=${slow}`];
    const serving = await start(['--clock', 'manual@2026-12-01T10:00:00Z', ...faults]);
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
      faults: [
        expect.objectContaining({ effect: { kind: 'cut' } }),
        expect.objectContaining({ id: 'slow', effect: { kind: 'delay', by: 'PT0.001S' } }),
      ],
      profile: null,
    });
    const answer = createHotelClient(fetch, { baseUrl: ready.baseUrl }).search();
    await waits(serving);
    await controlOf(serving).ask('advanceClock', { body: { by: 'PT1S' } });
    expect((await answer).TimeSpan).toBe('2026-12-01 10:00:00');
    expect(await serving.end('SIGTERM')).toBe(0);
  });

  it('ends with 0 on Ctrl-C although connections are open and a request is half sent', async () => {
    const serving = await start();
    const socket = connect(Number(new URL(serving.ready.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write('POST /API/REST/Hotel.svc/Search HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{');
    await (await fetch(`${serving.ready.baseUrl}/`)).text();
    expect(await serving.end('SIGINT')).toBe(0);
  });

  /** Sends a call that waits for a fault, and returns once the server has it. */
  async function callSlowly(serving: Serving) {
    const { call } = createHotelClient(fetch, { baseUrl: serving.ready.baseUrl });
    const slow = call('getBookingList', {}).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    await waits(serving);
    return { slow };
  }

  it('answers a call that has begun when SIGTERM arrives, and closes the durable store', async () => {
    const store = `sqlite:${join(folder, 'store')}`;
    const serving = await start(['--store', store, '--fault', 'getBookingList:delay=PT1S']);
    const { slow } = await callSlowly(serving);
    const ended = serving.end('SIGTERM');
    expect([await slow, await ended]).toEqual([200, 0]);
    expect(runCommand(['store', 'check', store]).stdout).toContain('1 sandbox');
  });

  it('ends with 1 after an error that follows the opening of its port', () => {
    const script =
      "import nodeModule from 'node:module'; nodeModule.flushCompileCache = () => { throw Error('too late'); }";
    const options = `--import=data:text/javascript,${encodeURIComponent(script)}`;
    expect(runProcess(['serve', '--port', '0', '--log', 'json'], { NODE_OPTIONS: options })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('"msg":"ready"'),
      stderr: expect.stringMatching(/^understudy: Error: too late/),
    });
  });

  it('ends at once on a second SIGTERM, and says so', async () => {
    const serving = await start(['--fault', 'getBookingList:delay=PT1H']);
    const { slow } = await callSlowly(serving);
    const ended = serving.end('SIGTERM');
    const health = async () => (await fetch(`${serving.ready.controlUrl}/health`)).json();
    await expect.poll(health).toMatchObject({ stopping: true });
    // The server ignores a signal that follows the first at once.
    const again = () => {
      void serving.end('SIGTERM');
      return serving.output.stderr;
    };
    await expect
      .poll(again)
      .toContain('understudy: the second signal (SIGTERM) ended the server at once; open calls were cut off');
    expect([await ended, await slow]).toEqual([143, 'fetch failed']);
  });

  it('lets the pages of the given origins call, without a warning, asks for the given tool token (auth.3), and shows its public address', async () => {
    const origins = ['--cors', 'http://a.example/', '--cors', 'http://b.example'];
    const address = ['--public-url', 'https://understudy.example.com/'];
    const serving = await start([...origins, ...address, '--mcp-token', 'own-token']);
    const { ready } = serving;
    expect(ready).toMatchObject({
      baseUrl: 'https://understudy.example.com',
      openApiUrl: 'https://understudy.example.com/openapi.json',
      localUrl: `http://127.0.0.1:${ready.port}`,
      controlToken: expect.stringMatching(/^[\w-]{20,}$/),
      mcpToken: 'own-token',
    });
    expect((await fetch(`${ready.localUrl}/_control/health`)).status).toBe(200);
    for (const origin of ['http://a.example', 'http://b.example', 'http://c.example']) {
      const { headers } = await fetch(`${ready.localUrl}/mcp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(headers.get('access-control-allow-origin')).toBe(origin === 'http://c.example' ? null : origin);
    }
    const tools = createToolCaller((url, init) => fetch(url, init), `${ready.localUrl}/mcp`);
    const statusWith = async (token: string) =>
      (await tools.ask('ping', undefined, { authorization: `Bearer ${token}` })).status;
    expect([await statusWith('own-token'), await statusWith('demo-mcp-token')]).toEqual([200, 401]);
    await serving.end();
    expect(serving.output.stderr).toBe('');
  });

  it('generates a control token on an address that others can reach, and warns of pages of every origin', async () => {
    const serving = await start(['--host', '0.0.0.0', '--cors', '*']);
    expect(serving.ready.controlToken).toMatch(/^[\w-]{20,}$/);
    await serving.end();
    expect(serving.output.stderr).toContain(
      'with --cors *, every web page that a browser on your network opens can call',
    );
  });
});
