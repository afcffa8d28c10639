import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProcess } from './run-command.ts';

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
