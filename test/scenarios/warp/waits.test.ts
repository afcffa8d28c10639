import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program, runAlone } from './tracer.ts';

const waits = readdirSync(join(import.meta.dirname, 'waits'))
  .filter(name => name.endsWith('.c'))
  .sort();

/** Dates at which the wall clock of the program starts: the real one, and one before and after it. */
const starts = {
  now: [],
  past: ['--start', '1500000000000000000'],
  future: ['--start', '2500000000000000000'],
};

describe('a wait under warp', () => {
  it.each(waits.flatMap(wait => Object.entries(starts).map(([date, options]) => ({ wait, date, options }))))(
    '$wait lasts exactly as long as requested, from the date: $date',
    ({ wait, options }) => {
      const ended = runAlone([program(`waits/${wait}`)], options);
      expect(ended).toMatchObject({ status: 0, stderr: '' });
      const measured = ended.stdout.trim().split('\n');
      for (const line of measured) {
        const [requested = 0, duration = 0] = line.split(' ').map(Number);
        expect(duration, line).toBeGreaterThanOrEqual(requested);
        expect(duration, line).toBeLessThan(requested + 1e6);
      }
      expect(ended.real).toBeLessThan(ended.virtual / 10);
    },
  );

  it('covers every group of system calls that can wait', () => {
    expect(waits.map(name => name.replace('.c', '')).join(' ')).toBe(
      'alarm clock-nanosleep condition epoll futex-waitv futex message-queue nanosleep poll posix-timer ' +
        'select semaphore signal-wait socket-limits threads timerfd',
    );
  });
});
