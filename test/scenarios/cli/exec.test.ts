import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { exec, node, search } from './exec-scripts.ts';
import { type Running, runCommand, startCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the environment of a command', () => {
  it('holds addresses and credentials under which the stand-in answers', () => {
    const script = `const own = Object.entries(process.env).filter(([name]) => name.startsWith('UNDERSTUDY_'));
      console.log(JSON.stringify(Object.fromEntries(own)));`;
    const { stdout } = exec([], node(script));
    const env = JSON.parse(stdout);
    expect(env).toEqual({
      UNDERSTUDY_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      UNDERSTUDY_COMMONS_URL: env.UNDERSTUDY_BASE_URL,
      UNDERSTUDY_MCP_URL: `${env.UNDERSTUDY_BASE_URL}/mcp`,
      UNDERSTUDY_CONTROL_URL: `${env.UNDERSTUDY_BASE_URL}/_control`,
      UNDERSTUDY_USERNAME: 'demo',
      UNDERSTUDY_PASSWORD: 'demo',
      UNDERSTUDY_STATIC_TOKEN: 'demo-static-token',
      UNDERSTUDY_MANAGER_ID: '1',
      UNDERSTUDY_MCP_TOKEN: 'demo-mcp-token',
    });
  });

  it('holds what the options say, and lets every address be used', () => {
    const script = `const env = process.env;
      const post = (url, body, headers = {}) => fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
      const statuses = [
        await post(env.UNDERSTUDY_BASE_URL + '/API/REST/ClientBackOffice.svc/GetBookingList',
          { Credential: { Username: env.UNDERSTUDY_USERNAME, Password: env.UNDERSTUDY_PASSWORD } }),
        await fetch(env.UNDERSTUDY_COMMONS_URL + '/new/api/v1/mapping/airport/SSA/token/' + env.UNDERSTUDY_STATIC_TOKEN
          + '?managerId=' + env.UNDERSTUDY_MANAGER_ID),
        await post(env.UNDERSTUDY_MCP_URL, { jsonrpc: '2.0', id: 1, method: 'ping' }, {
          authorization: 'Bearer ' + env.UNDERSTUDY_MCP_TOKEN,
          accept: 'application/json, text/event-stream', 'content-type': 'application/json' }),
        await fetch(env.UNDERSTUDY_CONTROL_URL + '/sandboxes/default'),
      ].map(({ status }) => status);
      console.log(statuses.join(), env.UNDERSTUDY_USERNAME, env.UNDERSTUDY_MANAGER_ID);`;
    const options = ['--username=ana', '--password=secret', '--static-token=s', '--mcp-token=m'];
    const { stdout } = exec(options, node(script), { UNDERSTUDY_MANAGER_ID: '7' });
    expect(stdout).toBe('200,200,200,200 ana 7\n');
  });
});

describe('the exit code', () => {
  it.each([
    ['of the command when it ends well', `${search} await search(base)`, 0],
    ['of the command when it fails', 'process.exit(3)', 3],
    ['128 and the number of the signal that ended it', 'process.kill(process.pid, "SIGTERM")', 143],
  ])('is that %s', (_, script, status) => {
    expect(exec([], node(script)).status).toBe(status);
  });

  it('is 127 for an unknown command, with a message and no table', () => {
    const { status, stderr } = exec([], ['no-such-command']);
    expect({ status, stderr }).toEqual({
      status: 127,
      stderr:
        'understudy: exec: there is no command "no-such-command"; give a command in PATH, or a path such as ./book.sh\n',
    });
  });

  it('is 126 for a file that may not be run', () => {
    const file = join(folder, 'book.sh');
    writeFileSync(file, 'echo booked\n');
    const { status, stderr } = exec([], [file]);
    expect({ status, stderr }).toMatchObject({
      status: 126,
      stderr: expect.stringContaining(`chmod +x ${file}`),
    });
  });

  it.each([
    [['exec'], 'exec needs a command after "--", as in: npx travel-understudy exec -- npm test'],
    [['exec', '--seed', 'a', '--'], 'exec: there is nothing after "--"; write the command after "--"'],
    [['exec', 'npm', 'test'], 'exec takes its command after "--": npx travel-understudy exec -- npm test'],
    // It must not pass for having run.
    [['exec', 'pytest', '-v'], 'exec takes its command after "--": npx travel-understudy exec -- pytest'],
    [
      ['exec', '--seed', '5', 'npm', 'test', '--help'],
      'exec takes its command after "--": npx travel-understudy exec -- npm test',
    ],
    [['exec', 'npm', '--', 'test'], 'exec takes options only; "npm" is one too many'],
    [['exec', '--scenario', 'answer-lost-boked', '--', 'npm'], /did you mean "answer-lost-booked"/],
    [['exec', '--port', '1', '--', 'npm'], 'there is no option --port; did you mean --report?'],
    [
      ['exec', '--fault', 'cut', '--fault', 'cut', '--', 'npm'],
      /^--fault "cut": effect: contradicts --fault "cut"/,
    ],
  ])('is 64 for %j', (args, message) => {
    const { status, stdout, stderr } = runCommand(args);
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    const said = stderr.trimEnd().replace(/^understudy: /, '');
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it('passes options after the dashes to the command', () => {
    expect(exec([], [process.execPath, '--version']).stdout).toBe(`${process.version}\n`);
  });
});

describe('the table on stderr', () => {
  it('shows the calls, their results, and the faults that matched', () => {
    const faults = [
      'hotel.search:cut,nth=2',
      'hotel.search:status=429,nth=3,id=busy',
      'car.*:hang,id=unused',
    ];
    const script = `${search}
      for (let time = 0; time < 4; time += 1) console.log(await search(base));
      await fetch(base + '/nowhere');`;
    const { status, stdout, stderr } = exec(
      ['--advisory', ...faults.flatMap(fault => ['--fault', fault])],
      node(script),
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '200\nnone\n429\n200\n' });
    expect(stderr.split('\nBroken:')[0]).toBe(`
Calls to the supplier

  Operation        Calls  Answers
  hotel.search     4      200 ×2, connection cut, 429
  unknown address  1      404

Faults

  fault-1  cut     matched one call
  busy     status  matched one call
  unused   hang    matched no call
`);
  });

  it('names the faults of a scenario, whether an option or a call asks for it', () => {
    const script = `${search}
      console.log(await search(base), await search(base));
      const headers = { 'x-understudy-scenario': 'server-error-once' };
      console.log(await search(base, undefined, headers), await search(base, undefined, headers));`;
    const { stdout, stderr } = exec(['--scenario', 'rate-limited-seconds'], node(script));
    expect(stdout).toBe('429 200\n500 200\n');
    expect(stderr).toMatch(/^ {2}hotel\.search +4 +429, 200 ×2, 500$/m);
    expect(stderr).toMatch(
      /^ {2}fault-1 +status +matched one call\n {2}server-error-once:1 +status +matched one call$/m,
    );
  });

  it('counts the calls to sandboxes that the command created and removed', () => {
    const script = `${search}
      const made = await (await fetch(control + '/sandboxes', { method: 'POST', body: JSON.stringify({ id: 'ana' }),
        headers: { 'content-type': 'application/json' } })).json();
      await search(made.baseUrl, made.credential);
      await fetch(control + '/sandboxes/ana', { method: 'DELETE' });
      await search(base);`;
    expect(exec([], node(script)).stderr).toContain('  hotel.search  2      200 ×2\n');
  });

  it('asks whether the command knows the address when nothing was asked', () => {
    const { stderr } = exec(['--fault', 'cut'], node(''));
    expect(stderr).toBe(`
The supplier received no call.

Faults

  fault-1  cut  matched no call

Nothing was judged, because the supplier received no call. Give the client the address of the stand-in (UNDERSTUDY_BASE_URL).
`);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;
if (!python)
  console.warn('SKIPPED: a part of test/scenarios/cli/exec.test.ts needs python3, which is not installed');

it.runIf(python || process.env.CI !== undefined)('tests a script as it is against a lost answer', () => {
  const fault = 'hotel.doBooking:cut,commit=before,times=1';
  const { status, stdout, stderr } = exec(['--fault', fault], ['python3', 'docs/examples/book_hotel.py']);
  expect(status).toBe(0);
  const [, id] = /^Booking (\d+): CONFIRMED/m.exec(stdout) ?? [];
  expect(stderr).toMatch(/ hotel\.doBooking +1 +connection cut\n +getBooking +1 +200\n/);
  expect(stderr).toMatch(
    new RegExp(`\n  ${id}  hotel    confirmed        confirmed      [\\d.]+ BRL  trip-`),
  );
  expect(stderr).toContain('fault-1  cut  matched one call');
});

describe('a signal', () => {
  const started: Running[] = [];
  afterEach(() => {
    for (const { signal } of started.splice(0)) signal('SIGKILL');
  });
  const start = (command: string[]): Running => {
    const running = startCommand(['exec', '--', ...command]);
    started.push(running);
    return running;
  };
  // Longer than any test waits, but it ends on its own.
  const living = (more: string) => node(`${more}; setTimeout(() => {}, 60_000); console.log('ready');`);

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is passed on to the command (%s)', async signal => {
    const own = `process.on('${signal}', () => { console.log('asked'); process.exit(7); })`;
    const running = start(living(own));
    await running.line();
    running.signal(signal);
    const { status, stdout, stderr } = await running.ended;
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'ready\nasked\n' });
    expect(stderr).toContain('The supplier received no call.');
  });

  it('ends a command that ignores it, and sets the exit code', async () => {
    const running = start(living(''));
    await running.line();
    running.signal('SIGINT');
    expect((await running.ended).status).toBe(130);
  });

  it('kills a command that does not end when it comes a second time', async () => {
    const running = start(living("process.on('SIGTERM', () => console.log('no'))"));
    await running.line();
    running.signal('SIGTERM');
    expect(await running.line()).toBe('no');
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    // Two signals of one keypress count as one. A program runs between two signals, because signals without a pause would keep the
    // command from noticing the end of its child.
    while (!isOver) {
      running.signal('SIGTERM');
      await new Promise(resolve => execFile(process.execPath, ['--version'], resolve));
    }
    expect((await running.ended).status).toBe(137);
  });

  it.each([
    ['end with it', 'SIGTERM', ''],
    ['leave behind, also where it does not listen', undefined, 'trap "" TERM; '],
  ] as const)('reaches what a command has started and would %s', async (_, signal, trap) => {
    // The inherited output stays open as long as the process runs.
    const script = `(${trap}sleep 60) & echo started; ${signal ? 'wait' : 'exit 5'}`;
    const running = start(['sh', '-c', script]);
    await running.line();
    if (signal) running.signal(signal);
    expect((await running.ended).status).toBe(signal ? 143 : 5);
  });
});
