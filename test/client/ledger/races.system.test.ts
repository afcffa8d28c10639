import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileLedger } from '#client/node';
import { claimed } from './ledger-suite.ts';
import { ended, firstLine, script, start, startScript } from './processes.ts';
import type { Race } from './racer.ts';
import { record } from './record.ts';
import { newFolder } from './stage.ts';

/** Returns the lines of a log in which a process began before the previous one had ended or died. */
function overlaps(lines: readonly string[]): string[] {
  const found: string[] = [];
  let holder: string | undefined;
  for (const line of lines) {
    const [what, who] = line.split(' ');
    if (what === 'begins' && holder !== undefined) found.push(`${line}, while ${holder} holds it`);
    if (what === 'begins') holder = who;
    else if (who === holder) holder = undefined;
  }
  return found;
}

/** Runs processes that compete, three at a time, and reads their log. */
async function race(plans: readonly Partial<Race>[]) {
  const dir = newFolder();
  const log = join(newFolder(), 'log');
  const waiting = [...plans];
  const ends: (number | string)[] = [];
  async function lane(): Promise<void> {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
      const child = startScript('racer.ts', [JSON.stringify({ dir, log, turns: 100, ...plan })]);
      ends.push(await ended(child));
    }
  }
  await Promise.all([lane(), lane(), lane()]);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  return { dir, lines, ends, count: (what: string) => lines.filter(line => line.startsWith(what)).length };
}

describe('processes that share a ledger', () => {
  it('are holders one after the other, never two at once', async () => {
    const { dir, lines, ends, count } = await race([{}, {}, {}]);
    expect(ends).toEqual([0, 0, 0]);
    expect(overlaps(lines)).toEqual([]);
    expect(count('begins')).toBe(300);
    expect((await claimed(createFileLedger({ dir }), 'a')).record.updatedAt).toBe(300);
  });

  it('go on at once where one is killed, before whatever change of the file system', async () => {
    const points = Array.from({ length: 30 }, (_, index) => ({ dieAt: index + 1 }));
    const { dir, lines, ends, count } = await race(points);
    expect(ends).toEqual(points.map(() => 'SIGKILL'));
    expect(overlaps(lines)).toEqual([]);
    const { updatedAt } = (await claimed(createFileLedger({ dir }), 'a')).record;
    expect(updatedAt).toBeGreaterThanOrEqual(count('ends'));
    expect(updatedAt).toBeLessThanOrEqual(count('begins'));
  });
});

describe('a holder', () => {
  it('keeps its claim while it is alive, even when it is stopped, and loses it when it is killed', async () => {
    const dir = newFolder();
    const another = createFileLedger({ dir });
    const child = startScript('holder.ts', [dir, 'a']);
    expect(await firstLine(child)).toMatch(/^claimed/);
    child.kill('SIGSTOP');
    for (let attempt = 0; attempt < 20; attempt += 1)
      expect(await another.claim('a', () => record('b'))).toMatchObject({ kind: 'held' });
    expect(await another.abandoned()).toEqual([]);
    expect(await another.takeOver('a')).toBeUndefined();
    child.kill('SIGKILL');
    expect(await ended(child)).toBe('SIGKILL');
    expect(await another.abandoned()).toEqual(['a']);
    expect((await another.takeOver('a'))?.record).toEqual(record('a'));
  });

  it.runIf(process.platform === 'linux')('counts as ended when it is a zombie process', async () => {
    const dir = newFolder();
    // The program that replaces the shell never waits for its child process.
    const command = `'${process.execPath}' '${script('holder.ts')}' '${dir}' a <&3 & exec cat`;
    const parent = start('sh', ['-c', `exec 3<&0; ${command}`]);
    const [kind, pid] = (await firstLine(parent)).split(' ');
    expect(kind).toBe('claimed');
    process.kill(Number(pid), 'SIGKILL');
    const ledger = createFileLedger({ dir });
    let taken = await ledger.takeOver('a');
    for (let attempt = 0; !taken && attempt < 5_000; attempt += 1) taken = await ledger.takeOver('a');
    expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
    expect(taken?.record).toEqual(record('a'));
  });
});
