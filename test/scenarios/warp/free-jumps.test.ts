import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { atStart, minutesBetween, program, startTraced, type Traced } from './tracer.ts';

/** A program that sleeps for each number of minutes, and writes each other step. */
const sleeps = (...steps: readonly (number | string)[]) => [
  program('programs/sleeps.c'),
  ...steps.map(step => (typeof step === 'number' ? String(step * 60) : step)),
];

/** Returns the state of the first process of a tracer, such as S for sleeping and t for held by the tracer. */
function stateOf({ pid }: ChildProcess): string | undefined {
  const first = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0];
  return /\) (\w)/.exec(readFileSync(`/proc/${first}/stat`, 'utf8'))?.[1];
}

/** Reads reports until so many minutes have passed. Returns the number of jumps, and the last report. */
async function passing(traced: Traced, count: number) {
  const sum = { ns: 0, jumps: 0, sequence: '' };
  // The real time between the jumps is a part of the minutes.
  while (sum.ns < (count - 0.5) * 60e9) {
    const [, sequence = '', ns, jumps] = (await traced.next('passed')) ?? [];
    expect(Number(ns) % 1e6).toBe(0);
    sum.ns += Number(ns);
    sum.jumps += Number(jumps);
    sum.sequence = sequence;
  }
  expect(Math.round(sum.ns / 60e9)).toBe(count);
  return sum;
}

/** Starts a command and grants the first jump, with which the tracer may jump alone. */
async function startFree(command: readonly string[], firstJump: number) {
  const traced = startTraced(command, atStart);
  await traced.jump(firstJump, { isFree: true });
  return traced;
}

describe('jumps that the tracer makes alone', () => {
  it('are reported before a thread sends something, and this thread waits for the runner', async () => {
    const traced = await startFree(sleeps(10, 20, 30, 'sent'), 10);
    const { sequence, jumps } = await passing(traced, 50);
    expect(jumps).toBe(2);
    await expect.poll(() => stateOf(traced.process)).toBe('t');
    traced.send(`go ${sequence}`);
    expect(await traced.next('exit')).toEqual(['exit', '0']);
    expect((await traced.ended).stdout).toBe('sent\n');
  });

  it('end when another process sends something, and then the tracer asks again', async () => {
    const script = `${sleeps(20, 20, 'other').join(' ')} & ${sleeps(100, 'main').join(' ')}`;
    const traced = await startFree(['bash', '-c', script], 20);
    const { sequence: first } = await passing(traced, 20);
    traced.send(`go ${first}`);
    expect(await traced.jump(60)).toBe(60);
    expect(await traced.next('exit')).toEqual(['exit', '0']);
    expect((await traced.ended).stdout).toBe('other\nmain\n');
  });

  it('do not begin with a jump before whose confirmation a thread sent something', async () => {
    const traced = startTraced(['bash', '-c', 'sleep 0.1; echo sent; sleep 6000'], atStart);
    const [, sequence] = (await traced.next('idle')) ?? [];
    traced.send(`jump ${sequence} 60000000000 free`);
    await traced.next('jumped');
    if (traced.process.stdout) await once(traced.process.stdout, 'data');
    traced.send(`go ${sequence}`);
    expect((await traced.next('idle', 'passed', 'exit'))?.[0]).toBe('idle');
    await traced.stop();
  });

  it('are reported before the end of the command, and counted in the total', async () => {
    const traced = await startFree(sleeps(10, 20), 10);
    expect((await passing(traced, 20)).jumps).toBe(1);
    const [, , virtual, all] = (await traced.next('total')) ?? [];
    expect([minutesBetween('0', virtual), all]).toEqual([30, '2']);
  });

  it('need the consent of the runner again if no process has a deadline', async () => {
    const traced = await startFree(sleeps(10, 20, 'stop'), 10);
    expect((await traced.next('passed'))?.[3]).toBe('1');
    expect((await traced.next('idle'))?.[3]).toBe('none');
    await traced.stop();
  });

  it('are not made by a command that has connected with another program', async () => {
    const script = `require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })`;
    const stranger = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(stranger.stdout, 'data');
    const connect = `exec 5<>/dev/tcp/127.0.0.1/${Number(port)}`;
    const command = `sleep 600; ${connect}; sleep 1200; sleep 1800; echo sent`;
    const traced = await startFree(['bash', '-c', command], 10);
    for (const left of [20, 30]) expect(await traced.jump(left, { isFree: true })).toBe(left);
    expect(await traced.next('exit')).toEqual(['exit', '0']);
    stranger.kill();
  });
});
