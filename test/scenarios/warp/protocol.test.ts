import { describe, expect, it } from 'vitest';
import { atStart, minutesBetween, shell, start, startTraced } from './tracer.ts';

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
    traced.jumpAfter(first, 600e9);
    const [, second, later, same] = (await traced.next('idle')) ?? [];
    expect([minutes(later), minutes(same)]).toEqual([10, 40]);
    traced.jumpAfter(second, BigInt(same ?? 0) - BigInt(later ?? 0));
    const [, third, , last] = (await traced.next('idle')) ?? [];
    expect(minutes(last)).toBe(100);
    traced.jumpAfter(third, 3600e9);
    expect(await traced.next('exit')).toEqual(['exit', '0']);
    const dates = (await traced.ended).stdout.trim().split('\n');
    expect(dates.map(date => minutes(`${date}000000000`))).toEqual([40, 100]);
  });

  it('reports no deadline for a process that waits without a limit', async () => {
    const traced = startTraced(shell('kill -STOP $$; echo on'), atStart);
    expect((await traced.next('idle'))?.[3]).toBe('none');
    await traced.stop();
  });

  it('ignores a jump for an idle that is no longer valid', async () => {
    const other = startTraced(['sleep', '3000'], atStart);
    const [, sequence, , deadline] = (await other.next('idle')) ?? [];
    expect(minutes(deadline)).toBe(50);
    other.jumpAfter(Number(sequence) - 1, 3000e9);
    other.jumpAfter(Number(sequence) + 1, 3000e9);
    other.jumpAfter(sequence, 3600e9);
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
      traced.jumpAfter(line[1], 50000000);
      line = (await traced.next('idle')) ?? [];
    }
    expect(line[4]).toBe('ticker');
    await traced.stop();
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
    await traced.stop();
  });
});
