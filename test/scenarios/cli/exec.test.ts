import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { exec, node, search } from './exec-scripts.ts';
import { type Running, runCommand, startCommand } from './run-command.ts';

const folder = createFolder();

it('exec with --tls gives a command https addresses and the variables to trust its CA, and says why a client refused (auth.5)', () => {
  const script = `const { UNDERSTUDY_BASE_URL: url, NODE_EXTRA_CA_CERTS: ca, UNDERSTUDY_CA } = process.env;
    const status = await fetch(url + '/_control/health').then(answer => answer.status, error => error.cause.code);
    console.log(JSON.stringify([url.split(':')[0], ca === UNDERSTUDY_CA, status]));`;
  const run = (kind: string) => exec(['--tls', kind, '--tls-folder', `${folder.path}/tls`], node(script));
  expect(JSON.parse(run('self-signed').stdout)).toEqual(['https', true, 200]);
  const refused = run('expired');
  expect(JSON.parse(refused.stdout)).toEqual(['https', true, 'CERT_HAS_EXPIRED']);
  expect(refused.stderr).toContain('TLS handshake refused: the connection ended during the handshake');
  rmSync(`${folder.path}/tls/all-cas.pem`);
  mkdirSync(`${folder.path}/tls/all-cas.pem`);
  const stderr = expect.stringMatching(/^understudy: --tls-folder .*; delete this folder/);
  expect(run('self-signed')).toMatchObject({ status: 64, stderr });
});

it('exec gives a command addresses and credentials under which the stand-in answers, as the guide lists them', () => {
  const script = `const env = process.env;
    const post = (url, body, headers = {}) => fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
    const answers = [
      await post(env.UNDERSTUDY_BASE_URL + '/API/REST/ClientBackOffice.svc/GetBookingList',
        { Credential: { Username: env.UNDERSTUDY_USERNAME, Password: env.UNDERSTUDY_PASSWORD } }),
      await fetch(env.UNDERSTUDY_COMMONS_URL + '/new/api/v1/mapping/airport/SSA/token/' + env.UNDERSTUDY_STATIC_TOKEN
        + '?managerId=' + env.UNDERSTUDY_MANAGER_ID),
      await post(env.UNDERSTUDY_MCP_URL, { jsonrpc: '2.0', id: 1, method: 'ping' }, {
        authorization: 'Bearer ' + env.UNDERSTUDY_MCP_TOKEN,
        accept: 'application/json, text/event-stream', 'content-type': 'application/json' }),
      await fetch(env.UNDERSTUDY_CONTROL_URL + '/sandboxes/default'),
    ];
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('UNDERSTUDY_')));
    console.log(JSON.stringify({ own, statuses: answers.map(({ status }) => status) }));`;
  const options = ['--username=ana', '--password=secret', '--static-token=s', '--mcp-token=m'];
  const { own, statuses } = JSON.parse(exec(options, node(script), { UNDERSTUDY_MANAGER_ID: '7' }).stdout);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(own).toEqual({
    UNDERSTUDY_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    UNDERSTUDY_COMMONS_URL: own.UNDERSTUDY_BASE_URL,
    UNDERSTUDY_MCP_URL: `${own.UNDERSTUDY_BASE_URL}/mcp`,
    UNDERSTUDY_CONTROL_URL: `${own.UNDERSTUDY_BASE_URL}/_control`,
    UNDERSTUDY_USERNAME: 'ana',
    UNDERSTUDY_PASSWORD: 'secret',
    UNDERSTUDY_STATIC_TOKEN: 's',
    UNDERSTUDY_MANAGER_ID: '7',
    UNDERSTUDY_MCP_TOKEN: 'm',
  });
  const [, table = ''] = readFileSync('docs/guides/exec.md', 'utf8').split('| value |');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  const names = rows.flatMap(row => row.split(' | ')[0]?.match(/UNDERSTUDY_\w+/g) ?? []);
  expect(names.sort()).toEqual(Object.keys(own).sort());
});

it('exec hands the flags of a command to the command, also those that exec has too', () => {
  expect(exec([], ['echo', '--seed', '-x', '--']).stdout).toBe('--seed -x --\n');
});

describe('the exit code of exec', () => {
  it.each([
    ['that of the command', 'exit 3', 3],
    ['128 and the number of the signal that ended the command', 'kill -TERM $$', 143],
  ])('is %s', (_, script, status) => {
    expect(exec([], ['sh', '-c', script]).status).toBe(status);
  });

  it('is 127 for an unknown command, with a message and no table', () => {
    expect(runCommand(['exec', '--', 'no-such-command'])).toMatchObject({
      status: 127,
      stderr:
        'understudy: exec: there is no command "no-such-command"; give a command in PATH, or a path such as ./book.sh\n',
    });
  });

  it('is 126 for a file that may not be run', () => {
    const file = folder.write('book.sh', 'echo booked\n');
    const stderr = expect.stringContaining(`chmod +x ${file}`);
    expect(runCommand(['exec', '--', file])).toMatchObject({ status: 126, stderr });
  });
});

describe('the table of exec on stderr', () => {
  it('shows the calls, their results, and the faults that matched', () => {
    const faults = [
      'hotel.search:cut,nth=2',
      'hotel.search:status=429,nth=3,id=busy',
      'car.*:hang,id=unused',
    ];
    const script = `${search}
      for (let time = 0; time < 4; time += 1) console.log(await search(base));
      await fetch(base + '/nowhere');`;
    const options = ['--advisory', ...faults.map(fault => `--fault=${fault}`)];
    const { status, stdout, stderr } = exec(options, node(script));
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
});

describe('a signal to exec', () => {
  const started: Running[] = [];
  afterEach(() => {
    for (const { signal } of started.splice(0)) signal('SIGKILL');
  });
  /** Starts exec with a script of the shell, and waits for its first line. The script waits for much longer than the test. */
  const start = async (script: string): Promise<Running> => {
    const running = startCommand(['exec', '--', 'sh', '-c', script]);
    started.push(running);
    await running.line();
    return running;
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('is passed on to the command (%s)', async signal => {
    const running = await start(
      `trap 'echo asked; exit 7' ${signal.slice(3)}; sleep 1000 & echo ready; wait`,
    );
    running.signal(signal);
    const { status, stdout, stderr } = await running.ended;
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'ready\nasked\n' });
    expect(stderr).toContain('The supplier received no call.');
  });

  it('kills a command that does not end when it comes a second time', async () => {
    // A shell runs its trap at once while it waits, but only after a program in the foreground has ended.
    const running = await start("trap 'echo no' TERM; echo ready; while :; do sleep 1000 & wait; done");
    running.signal('SIGTERM');
    expect(await running.line()).toBe('no');
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    // Two signals of one keypress count as one, so the test repeats the signal until the command reacts.
    const again = () => {
      running.signal('SIGTERM');
      return isOver;
    };
    await expect.poll(again, { interval: 100 }).toBe(true);
    expect((await running.ended).status).toBe(137);
  });

  it.each([
    ['end with it', 'SIGTERM', ''],
    ['leave behind, also where it does not listen', undefined, 'trap "" TERM; '],
  ] as const)('reaches what a command has started and would %s', async (_, signal, trap) => {
    // The inherited output stays open as long as the process runs.
    const running = await start(`(${trap}sleep 1000) & echo started; ${signal ? 'wait' : 'exit 5'}`);
    if (signal) running.signal(signal);
    expect((await running.ended).status).toBe(signal ? 143 : 5);
  });
});
