import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProcess, startCommand } from './run-command.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explore-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const explore = (...args: string[]) => runProcess(['explore', ...args]);

it('plays one run with its disturbance, and keeps nothing that held', async () => {
  const { status: code, stdout } = explore(
    '--flow',
    'hotel',
    '--replay',
    'hotel.doBooking:cut,commit=before,nth=1',
  );
  expect(stdout).toContain('1 of 1 flow, 1 run, 1 new trace: 0 failures');
  expect(stdout).not.toContain('New traces');
  expect(code).toBe(0);
});

it('goes on where it was stopped, and reports the same as without a stop', async () => {
  const resume = join(folder, 'runs.jsonl');
  const args = ['--flow', 'car', '--jobs', '1', '--report', 'json'];
  const whole = explore(...args, '--budget', '60');
  explore(...args, '--budget', '20', '--resume', resume);
  const rest = explore(...args, '--budget', '60', '--resume', resume);
  expect(rest.stdout).toBe(whole.stdout);
  expect((await readFile(resume, 'utf8')).split('\n').length).toBeGreaterThan(60);
  const other = explore(...args, '--budget', '20', '--resume', resume, '--seed', 'other');
  expect(other.stderr).toContain('belongs to another client, seed, profile or version');
  expect(other.status).toBe(64);
});

it('reports a client that cannot play a flow as not played, and starts no client that does not exist', async () => {
  const client = join(folder, 'client.mjs');
  await writeFile(
    client,
    `import { writeFileSync } from 'node:fs';
writeFileSync(process.env.UNDERSTUDY_RESULT, '{"outcome":"unsupported","why":"no cars"}');`,
  );
  const { stdout, status: code } = explore(
    '--flow',
    'car',
    '--clock',
    'real',
    '--',
    process.execPath,
    client,
  );
  expect(stdout).toContain('car  not played\n  no cars');
  expect(code).toBe(2);
  const missing = explore('--flow', 'car', '--clock', 'real', '--', join(folder, 'missing'));
  expect(missing.stderr).toContain('missing');
  expect(missing.status).toBe(64);
});

it('says why it did not explore a client that crashes at its start', () => {
  const { stdout, status: code } = explore(
    '--flow',
    'car',
    '--clock',
    'real',
    '--',
    process.execPath,
    '-e',
    'process.exit(3)',
  );
  expect(stdout).toContain('car  not played\n  The client ended with exit code 3, but reported no result');
  expect(code).toBe(2);
});

it.each([
  [['--flow', 'hotels'], 'did you mean "hotel"'],
  [['--product', 'cars'], 'did you mean "car"'],
  [['--budget', 'soon'], 'expected a duration such as 90s'],
  [['--replay', 'hotel.search:cut'], '--replay plays one flow'],
  [['--replay', 'hotel.search:cutt'], 'did you mean "cut"'],
  [['--baseline', 'missing.txt'], '--baseline missing.txt'],
  [['--profile', 'classic'], '--profile works only with your own client'],
])('refuses %j', async (args, message) => {
  const { stderr, status: code } = explore(...args);
  expect(stderr).toContain(message);
  expect(code).toBe(64);
});

/** Explores a client that is a script of the shell. */
const exploreScript = async (script: string, ...args: string[]) => {
  const file = join(folder, 'client.sh');
  await writeFile(file, `${script}\n`);
  return explore('--flow', 'hotel', '--budget', '5', '--clock', 'real', ...args, '--', 'sh', file);
};
const report = (outcome: string) => `echo '{"outcome":"${outcome}","why":"the test"}' > "$UNDERSTUDY_RESULT"`;

it.each([
  ['answers nothing', 'exit 0', 'ended with exit code 0, but reported no result'],
  ['crashes with a message', 'echo broken >&2; exit 3', 'The end of its output:\n    broken'],
  ['never ends', 'sleep 600', 'did not end within 2 s, so the runner ended it'],
  ['never stops to write', 'yes understudy', 'did not end within 2 s, so the runner ended it'],
  [
    'leaves processes behind',
    `sleep 600 & sleep 601 & ${report('unavailable')}`,
    'reported unavailable (the test)',
  ],
  ['fails without a disturbance', report('error'), 'reported error (the test) instead of confirmed'],
])('does not explore a client that %s, and says why', async (_, script, why) => {
  const { stdout, status: code } = await exploreScript(script, '--timeout', '2');
  expect(stdout).toContain('hotel  not played');
  expect(stdout).toContain(why);
  expect(stdout).toContain('0 of 1 flow, 0 runs');
  expect(code).toBe(2);
});

it('shows both runs of a client that behaves differently on each run', async () => {
  const client = join(folder, 'differs.mjs');
  await writeFile(
    client,
    `import { existsSync, writeFileSync } from 'node:fs';
const { UNDERSTUDY_RESULT, UNDERSTUDY_BASE_URL } = process.env;
const flag = ${JSON.stringify(join(folder, 'was-played'))};
if (existsSync(flag)) await fetch(UNDERSTUDY_BASE_URL + '/API/REST/Hotel.svc/Search', { method: 'POST', body: '{}' });
writeFileSync(flag, '');
writeFileSync(UNDERSTUDY_RESULT, '{"outcome":"confirmed"}');`,
  );
  const args = ['--flow', 'hotel', '--clock', 'real', '--', process.execPath, client];
  const { stdout, status: code } = explore(...args);
  expect(stdout).toMatch(
    /behaved differently in two equal runs without a fault\.\n {2}Run 1:\n {4}the client reported confirmed\n {4}the supplier holds nothing\n {2}Run 2:\n {4}hotel\.search → 40/,
  );
  expect(code).toBe(2);
});

it('gives a partial report after Ctrl-C', async () => {
  const resume = join(folder, 'stopped.jsonl');
  const running = startCommand(['explore', '--flow', 'hotel', '--jobs', '1', '--resume', resume]);
  const lines = () =>
    readFile(resume, 'utf8').then(
      text => text.split('\n').length,
      () => 0,
    );
  while ((await lines()) < 5) await new Promise(resolve => setImmediate(resolve));
  running.signal('SIGINT');
  const { stdout, status: code } = await running.ended;
  expect(stdout).toMatch(/1 of 1 flow, [1-9]\d* runs.*; stopped with about \d+ runs left/);
  expect(code).toBe(130);
});

it('refuses to start if --save names no folder', () => {
  const { stderr, status: code } = explore('--flow', 'car', '--save', join(folder, 'none'));
  expect(stderr).toContain('there is no folder');
  expect(code).toBe(64);
});
