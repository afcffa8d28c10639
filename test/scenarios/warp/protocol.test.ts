import { describe, expect, it } from 'vitest';
import { minutesBetween, startTraced } from './tracer.ts';

const start = 1_800_000_000;
const atStart = ['--start', `${start}000000000`];
const shell = (script: string) => ['sh', '-c', script];
const minutes = (nanoseconds: string | undefined) => minutesBetween(`${start}000000000`, nanoseconds);

describe('the protocol between tracer and runner', () => {
  it('starts the command at the date that the runner sends', async () => {
    const traced = startTraced(['date', '+%s']);
    traced.send(`start ${start}000000000`);
    expect(await traced.next('exit')).toEqual(['exit', '0']);
    expect((await traced.ended).stdout).toBe(`${start}\n`);
  });

  it('reports the earliest deadline of all processes, and jumps as far as the runner says', async () => {
    const traced = startTraced(shell('sleep 6000 & sleep 2400; date +%s; wait; date +%s'), atStart);
    const [, first, now, deadline] = (await traced.next('idle')) ?? [];
    expect([minutes(now), minutes(deadline)]).toEqual([0, 40]);
    traced.send(`jump ${first} 600000000000`);
    traced.send(`go ${first}`);
    const [, second, later, same] = (await traced.next('idle')) ?? [];
    expect([minutes(later), minutes(same)]).toEqual([10, 40]);
    traced.send(`jump ${second} ${BigInt(same ?? 0) - BigInt(later ?? 0)}`);
    traced.send(`go ${second}`);
    const [, third, , last] = (await traced.next('idle')) ?? [];
    expect(minutes(last)).toBe(100);
    traced.send(`jump ${third} 3600000000000`);
    traced.send(`go ${third}`);
    expect(await traced.next('exit')).toEqual(['exit', '0']);
    const dates = (await traced.ended).stdout.trim().split('\n');
    expect(dates.map(date => minutes(`${date}000000000`))).toEqual([40, 100]);
  });

  it('reports no deadline for a process that waits without a limit', async () => {
    const traced = startTraced(shell('kill -STOP $$; echo on'), atStart);
    expect((await traced.next('idle'))?.[3]).toBe('none');
    traced.send('end');
    await traced.next('exit');
  });

  it('ignores a jump for an idle that is no longer valid', async () => {
    const other = startTraced(['sleep', '3000'], atStart);
    const [, sequence, , deadline] = (await other.next('idle')) ?? [];
    expect(minutes(deadline)).toBe(50);
    other.send(`jump ${Number(sequence) - 1} 3000000000000`);
    other.send(`go ${Number(sequence) - 1}`);
    other.send(`jump ${Number(sequence) + 1} 3000000000000`);
    other.send(`go ${Number(sequence) + 1}`);
    other.send(`jump ${sequence} 3600000000000`);
    other.send(`go ${sequence}`);
    expect(await other.next('exit')).toEqual(['exit', '0']);
    const [, , virtual, jumps] = (await other.next('total')) ?? [];
    expect([minutesBetween('0', virtual), jumps]).toEqual([60, '1']);
  });

  it('marks a tree that only ticks', async () => {
    const script =
      'import threading,time\nthreading.Thread(target=lambda:[time.sleep(.05) for i in range(99999)]).start()';
    const traced = startTraced(['python3', '-c', script], atStart);
    let line = (await traced.next('idle')) ?? [];
    while (line.length === 4) {
      traced.send(`jump ${line[1]} 50000000`);
      traced.send(`go ${line[1]}`);
      line = (await traced.next('idle')) ?? [];
    }
    expect(line[4]).toBe('ticker');
    traced.send('end');
    await traced.next('exit');
  });

  it('says that it is busy when a thread runs after an idle', async () => {
    const traced = startTraced(shell('sleep 2; echo on; sleep 100'), atStart);
    await traced.next('idle');
    expect(await traced.next('busy')).toBeDefined();
    traced.send('end');
    expect(await traced.next('exit')).toBeDefined();
  });

  it('passes on a note about a line that it does not know', async () => {
    const traced = startTraced(['sleep', '50'], atStart);
    await traced.next('idle');
    traced.send('fly');
    expect((await traced.next('note'))?.join(' ')).toBe('note unknown line from the runner: fly');
    traced.send('end');
    await traced.next('exit');
  });
});
