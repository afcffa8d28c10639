import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder } from '../../folder.ts';
import { command } from '../../programs/index.ts';
import { referenceClient, scriptClient } from '../run/clients.ts';
import { exec, node, search } from './exec-scripts.ts';
import { runProcess, startCommand } from './run-command.ts';

const folder = createFolder();

const isLinux = process.platform === 'linux';
const file = folder.write('book.sh', 'echo booked\n');
const script = folder.write('script.sh', '#!/no/such/shell -e\necho booked\n');
chmodSync(script, 0o755);
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

describe.runIf(isLinux)('understudy warp', () => {
  it('passes an hour at once, passes the exit code on, and prints the durations', () => {
    const { status, stdout, stderr } = runProcess(['warp', '--', 'sh', '-c', 'sleep 3600; echo on; exit 3']);
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'on\n' });
    expect(stderr).toMatch(/^warp: 1:0\d:\d\d of virtual time in [\d.]+ s, 1 jump\n$/);
  });

  it('starts the clocks of the command at an instant', () => {
    const args = ['warp', '--quiet', '5', '--start', '2026-12-31T12:00:00Z', '--'];
    const { stdout } = runProcess([...args, 'sh', '-c', 'date -u +%F; sleep 86400; date -u +%F']);
    expect(stdout).toBe('2026-12-31\n2027-01-01\n');
  });

  it('leaves nothing behind if it is killed', async () => {
    const running = startCommand(['warp', '--', 'sh', '-c', 'echo $$; kill -STOP $$']);
    const pid = Number(await running.line());
    running.signal('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  it.each([
    [127, 'no-such-command', 'warp: cannot start "no-such-command": No such file or directory\n'],
    [127, '/no/such/command', 'warp: cannot start "/no/such/command": No such file or directory\n'],
    [126, file, `warp: cannot start "${file}": Permission denied\n`],
  ])('ends with %i for %s', (status, program, stderr) => {
    expect(runProcess(['warp', '--', program])).toMatchObject({ status, stdout: '', stderr });
  });
});

it('shows the years of --start, and does not speak of a mode, in the help of warp', () => {
  const { stdout } = runProcess(['warp', '--help']);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain('2026-12-01T10:00:00Z, from 2002 to 2199');
  expect(text).not.toContain('with warp:');
});

describe.runIf(isLinux)('exec --clock warp', () => {
  it('moves the clocks of the command and of every sandbox together', () => {
    const script = `${search}
      const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
      const nowOf = async id => Date.parse((await (await fetch(control + '/sandboxes/' + id)).json()).clock.now);
      await wait(3_600_000);
      await fetch(control + '/sandboxes', { method: 'POST', body: '{"id":"ana"}', headers: { 'content-type': 'application/json' } });
      await wait(86_400_000);
      console.log(await search(base), new Date().toISOString().slice(0, 13));
      for (const id of ['default', 'ana']) console.log(Math.abs((await nowOf(id)) - Date.now()) < 1_800_000);`;
    const { stdout } = exec(['--clock', 'warp@2026-12-01T10:00:00Z'], node(script));
    expect(stdout).toBe('200 2026-12-02T11\ntrue\ntrue\n');
  });

  it('jumps over a delay of the supplier', () => {
    const script = `${search}
      const began = Date.now();
      console.log(await search(base), Math.round((Date.now() - began) / 60_000));`;
    const { stdout } = exec(['--clock', 'warp', '--fault', 'delay=PT4M'], node(script));
    expect(stdout).toBe('200 4\n');
  });

  it.each([
    [127, 'no-such-command', 'there is no command "no-such-command"; give a command in PATH'],
    [127, script, `"${script}" needs the interpreter "/no/such/shell", which does not exist`],
    [126, file, `"${file}" is not executable; make it executable: chmod +x ${file}`],
  ])('ends with %i for %s, with the message of a real clock', (status, program, message) => {
    const ended = exec(['--clock', 'warp'], [program]);
    expect(ended).toMatchObject({ status, stderr: expect.stringContaining(`understudy: exec: ${message}`) });
  });

  it('says in time that the command waits without a time limit', async () => {
    const args = ['exec', '--clock', 'warp', '--', 'sleep', 'infinity'];
    const running = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [said] = await once(running.stderr, 'data');
    expect(String(said)).toBe('warp: every thread waits without a time limit\n');
    running.kill('SIGTERM');
    expect(await once(running, 'exit')).toEqual([143, null]);
  });

  it('passes Ctrl-C once to the command, which ends in its own time and with its own exit code', async () => {
    const script = `let count = 0;
      process.on('SIGINT', () => { count += 1; setTimeout(() => process.exit(count === 1 ? 7 : 8), 900); });
      setInterval(() => {}, 1e6); console.log('ready');`;
    const running = startCommand(['exec', '--clock', 'warp', '--', process.execPath, '--eval', script]);
    expect(await running.line()).toBe('ready');
    running.signal('SIGINT');
    expect((await running.ended).status).toBe(7);
  });
});

describe.runIf(isLinux)('run --clock warp', () => {
  const one = ['run', '--scenario', 'hotel-confirmed'];

  it('is the default for a client, and shows real and virtual time', () => {
    const { status, stdout } = runProcess([...one, '--', ...referenceClient]);
    expect(status).toBe(0);
    expect(lastLine(stdout)).toMatch(/^clock warp: \d:\d\d of virtual time in [\d.]+ s, \d+ jumps?$/);
  });

  it('reports mode, durations and jumps, and a command that repeats the scenario', () => {
    const script = 'await new Promise(resolve => setTimeout(resolve, 600_000))';
    const args = [...one, '--report', 'json', '--warp-quiet', '15', '--', ...scriptClient(script)];
    const [played] = JSON.parse(runProcess(args).stdout).scenarios;
    expect(played.clock).toEqual({ mode: 'warp', speed: 1 });
    expect(played.virtualMs).toBeGreaterThanOrEqual(600_000);
    expect(played.tookMs).toBeLessThan(played.virtualMs);
    expect(played.jumps).toBeGreaterThan(0);
    expect(played.repeat).toContain('--warp-quiet 15 --clock warp -- ');
  });
});
