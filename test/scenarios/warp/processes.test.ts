import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRunning } from '../../programs/running.ts';
import { atStart, program, runAlone, shell, startTraced, tracer } from './tracer.ts';

/** A user without rights, if the tests run as root; else the user of the tests. */
const ordinaryUser = process.getuid?.() === 0 ? 65534 : undefined;

describe('a program under warp', () => {
  it.each([
    ['ticker', '24\n', 'does not jump to every tick of a thread'],
    ['poll-child', '30\n30\n', 'keeps the deadline of a thread that polls'],
    ['rest-of-sleep', '60.0\n60.0\n', 'learns the rest of an interrupted sleep'],
    ['exec-from-thread', 'done\n', 'may become another program in any thread'],
    ['clocks', '1800000000\nall clocks agree\n', 'sees one time on all clocks'],
    ['stop-itself', '50\n', 'may stop itself and go on later'],
    ['vfork', '70\n', 'may wait for a child of vfork'],
    ['spin', 'done\n', 'may spin on the clock'],
    ['odd-times', 'done\n', 'may wait for negative, past and endless times'],
    ['ignored-signal', expect.stringMatching(/^(100000\d{6} 1000\d{8}\n){7}$/), 'ignores signals in a wait'],
  ])('%s: %3$s', (name, stdout) => {
    const ended = runAlone([program(`programs/${name}.c`)], atStart);
    expect(ended).toMatchObject({ status: 0, stdout });
    expect(ended.jumps).toBeLessThan(2000);
  });

  it('sees each tick of a thread if the limit for ticks is shorter', () => {
    const { jumps } = runAlone([program('programs/ticker.c'), '60'], ['--tick', '20']);
    expect(jumps).toBeGreaterThan(60 * 10);
  });

  it('is refused io_uring without a note, because programs such as Node do without', () => {
    const ended = runAlone([program('programs/io-uring.c')]);
    expect(ended).toMatchObject({ status: 0, stdout: 'refused\n', stderr: '' });
  });

  const noRights = 'is a setuid program: it runs without the rights of its owner';
  const realTime = 'cannot be read: its clocks and waits stay in real time';

  it.each([
    ['keeps the rights of its user if it is a setuid program', 0o4755, noRights],
    ['keeps real time if its file cannot be read', 0o111, realTime],
  ])('%s, with a note', (_, mode, note) => {
    const copy = `${program('programs/spin.c')}-${mode}`;
    copyFileSync(program('programs/spin.c'), copy);
    chmodSync(copy, mode);
    const ended = runAlone([copy], [], ordinaryUser);
    expect(ended).toMatchObject({ status: 0, stdout: 'done\n', stderr: `warp: ${copy} ${note}\n` });
  });

  it('has virtual time also if it forbids others to read its memory', () => {
    const ended = runAlone([program('programs/not-dumpable.c')], [], ordinaryUser);
    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^6\d\n$/) });
    expect(ended.real).toBeLessThan(ended.virtual - 1800e9);
  });

  it('may start 200 processes that wait for different times', () => {
    const script = 'i=0; while [ $i -lt 200 ]; do i=$((i+1)); sleep $i & done; wait; echo done';
    const ended = runAlone(shell(script));
    expect(ended).toMatchObject({ status: 0, stdout: 'done\n' });
    expect(ended.virtual).toBeGreaterThan(200e9);
    expect(ended.virtual - ended.real).toBeLessThan(200e9);
  });
});

describe('the end of a command under warp', () => {
  it.each([
    ['exit 7', 7],
    ['kill -9 $$', 137],
    ['kill -TERM $$', 143],
    ['ulimit -c 0; kill -SEGV $$', 139],
  ])('passes on the result of "%s"', (script, status) => {
    expect(runAlone(shell(script))).toMatchObject({ status, stderr: '' });
  });

  it('also ends processes that the command left behind', () => {
    const ended = runAlone(shell('(sleep 100000 & echo $!); exit 3'));
    const stderr = 'warp: ended processes that the command left behind: 1\n';
    expect(ended).toMatchObject({ status: 3, stderr });
    expect(isRunning(ended.stdout)).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('follows a %s of the tracer', async signal => {
    const script = `trap '' ${signal.slice(3)}; sleep 1000000 & echo $!; wait`;
    const traced = startTraced(shell(script), atStart);
    expect(await traced.next('idle')).toBeDefined();
    traced.process.kill(signal);
    const ended = await traced.ended;
    expect(ended.status).toBe(128 + { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }[signal]);
    expect(isRunning(ended.stdout)).toBe(false);
  });

  it.each([
    ['every thread waits without a time limit', 'infinity'],
    ['process \\d+ is stopped by SIGSTOP', 'stop'],
  ])('does not come without a note that %s', async (note, how) => {
    const script = how === 'stop' ? 'kill -STOP $$' : 'exec sleep infinity';
    const traced = spawn(tracer(), ['--alone', '--', ...shell(script)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said] = await once(traced.stderr, 'data');
    traced.kill('SIGKILL');
    expect(String(said)).toMatch(new RegExp(`^warp: ${note}\n$`));
  });

  it('follows a signal of the tracer also while threads spin on the clock', () => {
    const spin = program('programs/spin-calls.c');
    // The parent of the shell is the tracer.
    const ended = runAlone(shell(`${spin} & sleep 5; kill -TERM $PPID; wait`), ['--quiet', '0']);
    expect(ended.status).toBe(143);
  });

  it('comes with the end of a tracer that was killed', async () => {
    const traced = startTraced(shell('echo $$; exec sleep 1000000'), atStart);
    expect(await traced.next('idle')).toBeDefined();
    traced.process.kill('SIGKILL');
    const { stdout } = await traced.ended;
    await expect.poll(() => isRunning(stdout)).toBe(false);
  });
});

describe('the tracer', () => {
  it('answers a probe with ok', () => {
    const ended = spawnSync(tracer(), ['--probe'], { encoding: 'utf8' });
    expect(ended).toMatchObject({ stdout: 'ok\n', status: 0 });
  });

  it('moves the clocks also where the system forbids process_vm_readv and process_vm_writev', () => {
    const forbid = program('programs/forbid-memory.c');
    const clock = [tracer(), '--alone', '--', program('programs/not-dumpable.c')];
    const ended = spawnSync(forbid, clock, { encoding: 'utf8', timeout: 300_000 });
    expect(ended).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^6\d\n$/) });
  });

  it.each([
    [['--alone'], 'no command after --'],
    [['--alone', '--'], 'no command after --'],
    [['--fast', '--', 'true'], 'unknown option'],
    [['--quiet', 'x', '--', 'true'], '--quiet needs milliseconds from 0 to 60000'],
    [['--quiet', '60001', '--', 'true'], '--quiet needs milliseconds from 0 to 60000'],
    [['--tick', '-1', '--', 'true'], '--tick needs milliseconds from 0 to 60000'],
    [['--start', '5', '--', 'true'], '--start needs nanoseconds since 1970, from 2001 on'],
    [['--start'], '--start needs nanoseconds since 1970, from 2001 on'],
    [['--', 'true'], 'the runner must open the file descriptors 3 and 4; without a runner, use --alone'],
  ])('refuses the arguments %j', (args, problem) => {
    const ended = spawnSync(tracer(), args, { encoding: 'utf8' });
    expect(ended.status).toBe(64);
    expect(ended.stderr).toMatch(`warp: ${problem}\nusage: `);
  });

  it('reports that its child is already traced', () => {
    const outer = runAlone([tracer(), '--alone', '--', 'true']);
    expect(outer.status).toBe(69);
    expect(outer.stderr).toContain(
      'does not let a process trace its child (ptrace): Operation not permitted',
    );
  });

  it('ends when the runner ends', async () => {
    const traced = startTraced(['sleep', '1000000'], atStart);
    await traced.next('idle');
    traced.send('end');
    expect(await traced.next('exit')).toEqual(['exit', 'signal', '15']);
    await once(traced.process, 'exit');
  });

  it('does not spin while a command takes its time after the end of the runner', async () => {
    const script = 'trap "" TERM; echo $$; exec sleep 1000000';
    const traced = startTraced(shell(script), atStart);
    await traced.next('idle');
    const { pid } = traced.process;
    // User and system time, in hundredths of a second. The tracer waits for half a second.
    let used = 0;
    const isThere = () => {
      const times = readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ').slice(13, 15).map(Number);
      used = Math.max(used, (times[0] ?? 0) + (times[1] ?? 0));
      return isRunning(pid);
    };
    traced.process.stdio[4]?.destroy();
    await expect.poll(() => existsSync(`/proc/${pid}`) && isThere(), { interval: 10 }).toBe(false);
    expect(used).toBeLessThan(15);
  });
});
