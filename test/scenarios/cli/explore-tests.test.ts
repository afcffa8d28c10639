import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { linesOf, runCommand, runProcess, startCommand } from './run-command.ts';

const folder = createFolder();

/** A suite of two tests: one reads static data and repeats a refused call, and the other one needs a file of the first one. */
const suite = folder.write(
  'suite.mjs',
  `import { existsSync, writeFileSync } from 'node:fs';
const { UNDERSTUDY_BASE_URL: base, UNDERSTUDY_STATIC_TOKEN: token, UNDERSTUDY_MANAGER_ID: id } = process.env;
const read = path => fetch(base + '/new/api/v1/mapping/' + path + '/token/' + token + '?managerId=' + id);
const tests = {
  async 'reads an airport'() {
    const { status } = await read('airport/GIG');
    if (status === 400) await read('airport/GIG');
  },
  async 'finds a place'() {
    const { ok } = await read('autocomplete/Rio');
    if (!ok) process.exit(1);
  },
  async 'needs the file'() {
    if (!existsSync(process.argv[3])) process.exit(1);
  },
  async 'prints a lot'() {
    for (let lines = 0; lines < 2_000; lines += 1) process.stdout.write('x'.repeat(20_000));
    process.exit(1);
  },
  async hangs() {
    await read('airport/GIG');
    await new Promise(() => setInterval(() => {}, 1_000));
  },
};
const [, , name, file] = process.argv;
if (name === 'list') console.log(Object.keys(tests).slice(0, Number(file)).join('\\n'));
else if (name === 'all') { writeFileSync(file, ''); for (const one of ['reads an airport', 'finds a place']) await tests[one](); }
else await tests[name]();
`,
);
const node = `'${process.execPath}' '${suite}'`;
const each = ['--each', `${node} {test} ${folder.path}/file`];
const templates = (count: number) => ['--list', `${node} list ${count}`, ...each];
/** A version of Vitest without the option --no-static-parse. */
const oldVitest = folder.write(
  'vitest',
  `case "$*" in *static*) exit 1;; esac; echo '[{"name":"a","file":"o"},{"name":"a","file":"o"}]'`,
);
const explore = ['explore', '--tests', '--clock', 'real'];

describe('understudy explore --tests', () => {
  it('gives the same JSON with one job and with two, and after a stop goes on', async () => {
    const json = ['--budget', '8', '--report', 'json', ...templates(2)];
    const one = runProcess([...explore, ...json, '--jobs', '1']);
    expect(JSON.parse(one.stdout)).toMatchObject({
      flows: [
        { id: 'reads an airport', state: 'explored' },
        { id: 'finds a place', state: 'explored' },
      ],
      runs: 8,
      exitCode: 1,
      failures: [{ rule: 'client-errors-not-retried', level: 'must', suite: { effects: 1, noticed: 0 } }],
    });
    expect(runProcess([...explore, ...json, '--jobs', '2']).stdout).toBe(one.stdout);
    const resume = ['--resume', `${folder.path}/runs.jsonl`];
    const running = startCommand([...explore, ...json, ...resume]);
    await expect.poll(() => linesOf(`${folder.path}/runs.jsonl`), { timeout: 30_000 }).toBeGreaterThan(3);
    running.signal('SIGINT');
    const stopped = await running.ended;
    expect(JSON.parse(stopped.stdout)).toMatchObject({ ended: 'stopped' });
    expect(stopped.status).toBe(130);
    expect(runProcess([...explore, ...json, ...resume]).stdout).toBe(one.stdout);
  });

  it('says that it was stopped while the tests were listed', async () => {
    const started = `${folder.path}/started`;
    const list = `echo > '${started}'; exec sleep 600`;
    const running = startCommand([...explore, '--list', list, '--each', '{test}']);
    await expect.poll(() => existsSync(started)).toBe(true);
    running.signal('SIGINT');
    const stderr = 'explore: stopped before there was a run to report\n';
    expect(await running.ended).toMatchObject({ stderr, status: 130 });
  });

  it('names why a test is left out', () => {
    const args = ['--budget', '1', '--timeout', '4', ...templates(5)];
    const command = ['--', process.execPath, suite, 'all', `${folder.path}/x`];
    const { stdout, status } = runProcess([...explore, ...args, ...command]);
    expect(stdout).toContain('needs the file  not played\n  red alone, but the whole suite is green');
    expect(stdout).toMatch(/prints a lot {2}not played\n {2}red alone.*\n +x{2000}\n/);
    expect(stdout).toContain('hangs  not played\n  hangs without a disturbance: it did not end within 4 s');
    expect(status).toBe(2);
  });

  it('lets pytest show what a green test has written, and why another one is red', () => {
    const test = 'echo "options $PYTEST_ADDOPTS"; exit 1';
    const { stdout } = runProcess([...explore, '--budget', '1', '--', 'sh', '-c', test]);
    expect(stdout).toMatch(/options .*-r(?=\w*f)(?=\w*E)\w*P/);
  });

  it.each([
    [[], 'give the command of your tests', 64],
    [['--each', 'x {test}'], '--list names the tests, and --each runs one of them; give both, or none', 64],
    [['--each', 'x', '--list', 'y'], 'write {test} there', 64],
    [['--flow', 'car', '--', 'true'], '--flow does not work with --tests', 64],
    [['--clock', 'scaled', '--', 'true'], '--clock scaled does not work with --tests', 64],
    [['--replay', 'hotel.search:cut', '--', 'true'], 'name the test with --test', 64],
    [['--test', 'a', '--', 'true'], 'there is no test "a"', 64],
    [['--each', '{test}', '--list', 'true'], 'sh -c true ended with exit code 0 and listed 0 tests', 2],
    [['--each', '{test}', '--list', 'echo no >&2; exit 3'], 'ended with exit code 3 and listed 0 tests', 2],
    [['--each', '{test}', '--list', 'echo a; echo a'], 'lists "a" twice', 2],
    [['--', 'sh', oldVitest], 'lists "o > a" twice', 2],
    [['--', './missing-runner'], 'there is no command "./missing-runner"', 64],
  ])('refuses %j', (args, message, exitCode) => {
    const stderr = expect.stringContaining(message);
    expect(runCommand([...explore, ...args])).toMatchObject({ status: exitCode, stderr });
  });

  it('refuses the options of tests without --tests', () => {
    const stderr = expect.stringContaining('--strict works only with --tests');
    expect(runCommand(['explore', '--strict'])).toMatchObject({ status: 64, stderr });
  });
});
